import {
	contest,
	contestTable,
	growths,
	howContested,
	REFERENCE,
	roundsFor,
	times,
	withSandbox,
} from '../measure/contest';
import type { Samples } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { median, ratio } from '../measure/statistics';
import { duration, megabytes, thousands } from '../report/format';
import type { Panel, Part, Verdict } from '../report/part';
import { atMostTimes } from '../report/verdict';

const ALLOWED = 1.05;

/** Brings all contacts of a large account: time and memory against n8n's own http helper. */
export async function returnAll(laboratory: Laboratory): Promise<Part> {
	const sizes = laboratory.quick ? [10_000] : [10_000, 50_000];
	const rounds = roundsFor(laboratory, { processes: 3, each: 9 });
	const part: Part = {
		title: 'Return All',
		method: [
			'Each contender brings every contact, 100 a page, one page after the other, as the cursors demand. HTTP Request works by its pagination and a Split Out.',
			...howContested(rounds),
		],
		tables: [],
		verdicts: [],
		panels: [],
	};
	for (const size of sizes) {
		const what = `Return All of ${thousands(size)}`;
		const all = await withSandbox(laboratory, { contacts: size }, async (sandbox) =>
			contest(laboratory, what, rounds, { kind: 'returnAll' }, sandbox),
		);
		part.tables.push(contestTable(`${thousands(size)} contacts`, all));
		part.verdicts.push(...verdictsOf(what, all));
		part.panels = [panelOf(what, all)];
	}
	return part;
}

function verdictsOf(what: string, all: Samples): Verdict[] {
	const ours = all.get('this node')!;
	const others = [
		{ name: 'the bare helper', samples: all.get(REFERENCE)!, allowed: ALLOWED },
		{ name: 'HTTP Request', samples: all.get('HTTP Request')!, allowed: 1 },
	];
	return others.flatMap(({ name, samples, allowed }) => [
		atMostTimes(`${what}: ${name}'s time`, ratio(times(ours), times(samples)), allowed),
		atMostTimes(
			`${what}: ${name}'s peak memory growth`,
			ratio(growths(ours), growths(samples)),
			allowed,
		),
	]);
}

function panelOf(what: string, all: Samples): Panel {
	return {
		title: `${what} contacts`,
		bars: [...all].map(([name, samples]) => ({
			name,
			value: median(times(samples)),
			label: `${duration(median(times(samples)))}, ${megabytes(median(growths(samples)))}`,
			ours: name === 'this node',
		})),
	};
}
