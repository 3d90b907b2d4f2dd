import type { SandboxControl } from '../playground/sandboxControl';
import { BATCHES, type Contender, type Sample } from './contender/task';
import { withSandbox, type BenchEnvironment } from './environment';
import { measure } from './reads';
import { duration, interleaved, judge, median, times, type Part } from './report';

const contenders: Contender[] = ['this node', 'HTTP Request', BATCHES];
/** The service's limit of 120 a minute, five times as fast. */
const LIMIT = 120;
const WINDOW_MS = 12_000;
const ALLOWED = 1.03;

/** A run. Missing and duplicate records count as trouble, too. */
interface Run extends Sample {
	/** Requests answered with 429. */
	refused: number;
}

/** Measures creating more records than the limit admits at once: time, losses and duplicates. */
export async function writes(environment: BenchEnvironment): Promise<Part[]> {
	const count = environment.quick ? 150 : 400;
	const { rounds = 1, progress } = environment;
	const job = { kind: 'writes', count, limit: LIMIT, windowMs: WINDOW_MS } as const;
	const flags = { contacts: 0, 'token-limit': LIMIT, 'rate-window-ms': WINDOW_MS };
	const all = await withSandbox(environment, flags, async (sandbox, control) => {
		const work = async (contender: Contender): Promise<Run> => {
			await control.reset();
			const task = { contenders: [contender], job, rounds: 1, warmUps: 0 };
			const [sample] = (await measure(environment, sandbox, task)).get(contender)!;
			return { ...sample!, ...(await outcomeInLog(control, count, sample!)) };
		};
		return await interleaved(contenders, rounds, async (contender) =>
			progress.step(`${count} writes: ${contender}`, () => work(contender)),
		);
	});
	// A lower bound: answers take no time, and every full window but the last is waited for.
	const least = Math.floor((count - 1) / LIMIT) * WINDOW_MS;
	const rows = [...all].map(([contender, runs]) => {
		const ms = median(runs.map((run) => run.ms));
		const trouble = runs.find((run) => run.trouble)?.trouble;
		return { contender, ms, trouble, refused: median(runs.map(({ refused }) => refused)) };
	});
	const [ours] = rows;
	const verdict = judge(`${count} writes: the least time`, ours!.ms / least, 'most', ALLOWED);
	return [
		{
			title: `${count} writes under a limit of ${LIMIT} per ${WINDOW_MS / 1000} s`,
			method: `Each contender creates ${count} companies, one an item, through a sandbox whose token may send ${LIMIT} requests in any ${WINDOW_MS / 1000} s: the service's ${LIMIT} a minute, faster. The last can leave no sooner than after ${least / WINDOW_MS} full windows, so that ${duration(least)} is the least. What is missing, what was made twice and what was refused is counted in the sandbox's log. Nothing is set in our node. HTTP Request is tried as it comes, and with batches of as many as the limit allows, a window apart: that is for somebody who knows the limit, and for whom nobody else uses the token.`,
			tables: [
				{
					columns: ['Contender', 'What came of it', 'Refused (429)', 'Time', '× least'],
					rows: rows.map(({ contender, ms, trouble, refused }) => [
						...[contender, trouble ?? 'each record once', String(refused)],
						...[duration(ms), trouble ? '–' : times(ms / least)],
					]),
				},
			],
			verdicts: [
				ours!.trouble ? { ...verdict, measured: ours!.trouble, met: false, margin: '' } : verdict,
			],
		},
	];
}

/** Counts in the sandbox's log what was created and refused, whatever the contender reports. */
async function outcomeInLog(
	control: SandboxControl,
	count: number,
	{ trouble }: Sample,
): Promise<Omit<Run, 'ms'>> {
	const requests = await control.requests();
	const created = requests.filter(({ status, replayed }) => status === 201 && !replayed);
	const items = new Set(created.map(({ rawBody }) => rawBody)).size;
	const troubles = [
		trouble && 'workflow failed',
		items < count && `${count - items} missing`,
		items < created.length && `${created.length - items} twice`,
	];
	return {
		trouble: troubles.filter(Boolean).join(', ') || undefined,
		refused: requests.filter(({ status }) => status === 429).length,
	};
}
