import type { Contender, Job, Sample } from '../contender/task';
import { measure } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { interleaved } from '../measure/rounds';
import { BenchSandbox } from '../measure/sandbox';
import { median } from '../measure/statistics';
import { leastMs } from '../measure/slidingWindow';
import { duration, hundredths, range, thousands } from '../report/format';
import type { Panel, Part, Table, Verdict } from '../report/part';
import { atMostTimes, none } from '../report/verdict';

const contenders: readonly Contender[] = [
	'this node',
	'HTTP Request',
	'HTTP Request, batches of the limit',
];
/** The service's 120 a minute, five times as fast. */
const LIMIT = 120;
const WINDOW_MS = 12_000;
const TIME_ALLOWED = 1.03;

/** A run, and what the sandbox holds afterwards. */
interface Run extends Sample {
	/** Items whose record does not exist. */
	missing: number;
	/** Records beyond the first of the same item. */
	surplus: number;
	/** Requests answered with 429. */
	refused: number;
}

type Runs = Map<Contender, Run[]>;

/** Creates more records than the service lets through at once: time, losses and duplicates. */
export async function writes(laboratory: Laboratory): Promise<Part> {
	const count = laboratory.quick ? 200 : 400;
	const rounds = laboratory.rounds ?? 1;
	const job = { kind: 'writes', count, limit: LIMIT, windowMs: WINDOW_MS } satisfies Job;
	const sandbox = await BenchSandbox.start(laboratory, {
		contacts: 0,
		'token-limit': LIMIT,
		'rate-window-ms': WINDOW_MS,
	});
	const all = await interleaved(contenders, rounds, async (contender, round) =>
		laboratory.progress.step(
			`${count} writes, round ${round} of ${rounds}: ${contender}`,
			async () => {
				await sandbox.control.reset();
				const { service } = sandbox;
				const task = { contenders: [contender], job, rounds: 1, warmUps: 0, service };
				const [sample] = (await measure(laboratory, contender, task)).get(contender)!;
				const run = { ...sample!, ...(await leftBehind(sandbox, count)) };
				laboratory.progress.note(`${duration(run.ms)}, ${outcome(run)}`);
				return run;
			},
		),
	);
	await sandbox.stop();
	const least = leastMs(count, LIMIT, WINDOW_MS);
	return {
		title: `${count} writes under a limit of ${LIMIT} per ${WINDOW_MS / 1000} s`,
		method: methodOf(count, rounds, least),
		tables: [tableOf(all, least)],
		verdicts: verdictsOf(all, count, least),
		panels: [panelOf(all, count, least)],
	};
}

interface Page {
	data: Array<{ legalName: string }>;
	nextCursor: string | null;
}

/** Looks at the sandbox's records and at its log, not at what the contender says of itself. */
async function leftBehind(
	sandbox: BenchSandbox,
	count: number,
): Promise<Pick<Run, 'missing' | 'surplus' | 'refused'>> {
	const names: string[] = [];
	for (let cursor: string | null = ''; cursor !== null;) {
		const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
		const page = await sandbox.control.asTheApp<Page>('GET', `/companies?limit=100${query}`);
		names.push(...page.data.map(({ legalName }) => legalName));
		cursor = page.nextCursor;
	}
	const created = names.filter((name) => /^Company \d+$/.test(name));
	const items = new Set(created).size;
	const requests = await sandbox.control.requests();
	return {
		missing: count - items,
		surplus: created.length - items,
		refused: requests.filter(({ status }) => status === 429).length,
	};
}

/** Whether the user has what was wanted: each record once, and each item to go on with. */
const isWhole = (run: Run) => run.succeeded && run.missing === 0 && run.surplus === 0;

function outcome({ succeeded, missing, surplus }: Run): string {
	const troubles = [
		succeeded ? '' : 'workflow failed',
		missing > 0 ? `${thousands(missing)} missing` : '',
		surplus > 0 ? `${thousands(surplus)} twice` : '',
	].filter(Boolean);
	return troubles.join(', ') || 'all well';
}

const times = (runs: Run[]) => runs.map(({ ms }) => ms);

function tableOf(all: Runs, least: number): Table {
	const middle = (runs: Run[], of: (run: Run) => number) => thousands(median(runs.map(of)));
	return {
		columns: [
			'Contender',
			'Workflow',
			'Items out',
			'Records missing',
			'Records too many',
			'Requests refused (429)',
			'Time',
			'Range',
			'× minimum',
		],
		rows: [...all].map(([name, runs]) => [
			name,
			runs.every(({ succeeded }) => succeeded) ? 'succeeded' : 'failed',
			middle(runs, ({ items }) => items),
			middle(runs, ({ missing }) => missing),
			middle(runs, ({ surplus }) => surplus),
			middle(runs, ({ refused }) => refused),
			duration(median(times(runs))),
			range(times(runs), duration),
			runs.every(isWhole) ? hundredths(median(times(runs)) / least) : '–',
		]),
	};
}

function verdictsOf(all: Runs, count: number, least: number): Verdict[] {
	const ours = all.get('this node')!;
	const worst = (of: (run: Run) => number) => Math.max(...ours.map(of));
	return [
		none(
			'failed item',
			worst(({ items }) => count - items),
		),
		none(
			'record missing',
			worst(({ missing }) => missing),
		),
		none(
			'record made twice',
			worst(({ surplus }) => surplus),
		),
		atMostTimes('the theoretical minimum', median(times(ours)) / least, TIME_ALLOWED),
	];
}

function panelOf(all: Runs, count: number, least: number): Panel {
	return {
		title: `${count} writes, ${LIMIT} allowed per ${WINDOW_MS / 1000} s`,
		bars: [...all].map(([name, runs]) => {
			const [first] = runs;
			const whole = runs.every(isWhole);
			return {
				name,
				value: median(times(runs)),
				label: duration(median(times(runs))),
				ours: name === 'this node',
				trouble: whole ? undefined : outcome(runs.find((run) => !isWhole(run)) ?? first!),
			};
		}),
		line: { value: least, label: `least possible: ${duration(least)}` },
	};
}

const methodOf = (count: number, rounds: number, leastTime: number): string[] => [
	`${rounds === 1 ? 'One round' : `${rounds} rounds`}. Each contender creates ${count} companies, one an item, through a sandbox whose token may send ${LIMIT} requests in any ${WINDOW_MS / 1000} s: the service's ${LIMIT} a minute, faster. Of ${count} requests the last can leave no sooner than after ${Math.floor((count - 1) / LIMIT)} full windows, so that ${duration(leastTime)} is the least possible.`,
	"What is missing and what is there too often is counted in the sandbox's records, the refusals in its log. Nothing is set in our node. HTTP Request is tried as it comes, and with batches of as many as the limit allows, a window apart: that is for somebody who knows the limit, and for whom nobody else uses the token. A workflow that failed hands no items on.",
];
