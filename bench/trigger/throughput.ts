/** Events a second, and n8n's CPU time for each, beside n8n's own Webhook node. */
import { interleaved } from '../measure/rounds';
import { median, ratio } from '../measure/statistics';
import { hundredths, range, thousands } from '../report/format';
import type { Part, Verdict } from '../report/part';
import { type Block, type BlockSize, runBlock } from './block';
import { contenderNames, type Contender, type ContenderName } from './contenders';
import type { BenchN8n } from './n8n';

export type Samples = Map<ContenderName, Block[]>;

const REFERENCE: ContenderName = 'Webhook';
const OURS: ContenderName = 'our trigger';

interface Target {
	against: ContenderName;
	/** Events a second, in multiples of the other's. */
	atLeast: number;
}

/** What is compared with what, and in which n8n. */
export interface Setting {
	title: string;
	/** n8n's settings. */
	env: Record<string, string>;
	/** What the setting means, a paragraph each. */
	explained: string[];
	/** What ours is held against. */
	targets: Target[];
}

/** Every event was accepted and ran once: `runBlock` throws otherwise. */
export async function measureBlocks(
	n8n: BenchN8n,
	contenders: Contender[],
	rounds: number,
	size: BlockSize,
): Promise<Samples> {
	return await interleaved(contenderNames, rounds, async (name) => {
		const contender = contenders.find((one) => one.name === name)!;
		return await runBlock(n8n, contender, size);
	});
}

const rates = (blocks: Block[]) => blocks.map(({ acceptedPerSecond }) => acceptedPerSecond);
const cpu = (blocks: Block[]) => blocks.map(({ cpuMs }) => cpuMs);

/** What the blocks of one setting come to: a table, and how ours stands against each target. */
export function throughputPart(
	setting: Setting,
	samples: Samples,
	{ bodyBytes, inFlight }: BlockSize,
): Part {
	const reference = samples.get(REFERENCE)!;
	return {
		title: setting.title,
		method: setting.explained,
		tables: [
			{
				caption: `Bodies of ${thousands(bodyBytes)} bytes, ${inFlight} in flight`,
				columns: [
					'Trigger',
					'Events',
					'Accepted a second',
					'Lowest – highest',
					`× ${REFERENCE}`,
					'CPU an event',
					`× ${REFERENCE}'s`,
				],
				rows: [...samples].map(([name, blocks]) => [
					name,
					thousands(blocks.reduce((sum, { events }) => sum + events, 0)),
					median(rates(blocks)).toFixed(1),
					range(rates(blocks), (rate) => rate.toFixed(1)),
					hundredths(ratio(rates(blocks), rates(reference))),
					`${median(cpu(blocks)).toFixed(1)} ms`,
					hundredths(ratio(cpu(blocks), cpu(reference))),
				]),
			},
		],
		verdicts: setting.targets.map((target) => verdict(setting, samples, target)),
		panels: [],
	};
}

function verdict({ title }: Setting, samples: Samples, target: Target): Verdict {
	const measured = ratio(rates(samples.get(OURS)!), rates(samples.get(target.against)!));
	const away = Math.round(Math.abs(measured / target.atLeast - 1) * 100);
	const met = measured >= target.atLeast;
	return {
		target: `${title}: events a second at least ${hundredths(target.atLeast)} × ${target.against}`,
		measured: `${hundredths(measured)} ×`,
		met,
		margin: `${away} % ${met ? 'above' : 'below'}`,
	};
}
