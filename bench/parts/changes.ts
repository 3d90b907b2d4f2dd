import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
	LOOK_BACK_SECONDS,
	watchers,
	type ChangesMeasurement,
	type ChangesTask,
	type Watcher,
} from '../contender/changesTask';
import { runForJson } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { interleaved } from '../measure/rounds';
import { BenchSandbox, UNLIMITED } from '../measure/sandbox';
import { median, ratio } from '../measure/statistics';
import { duration, hundredths, thousands } from '../report/format';
import type { Part, Table, Verdict } from '../report/part';
import { atMost, atMostTimes, none } from '../report/verdict';

const HAND_BUILT = 'HTTP Request and Remove Duplicates';
const [PER_PAGE, MOVED, LANES] = [100, 500, 20];
/** What one contender has changed must be older than what the next one looks back. */
const SETTLED_MS = LOOK_BACK_SECONDS * 1000 + 1_000;
/** All pages. */
const firstReading = (deals: number) => deals / PER_PAGE;
const BYTES_A_RECORD = 60;

type Samples = Map<Watcher, ChangesMeasurement[]>;

/** What watching deals costs: the changes trigger beside a workflow built by hand. */
export async function changes(laboratory: Laboratory): Promise<Part> {
	const sizes = laboratory.quick ? [1_000] : [10_000, 50_000];
	const rounds = laboratory.rounds ?? (laboratory.quick ? 1 : 3);
	const accounts: Account[] = [];
	for (const size of sizes) {
		const deals = `${thousands(size)} deals`;
		accounts.push(
			await laboratory.progress.step(`Changes: making ${deals}`, () => make(laboratory, size)),
		);
	}
	const part: Part = {
		title: 'Changes',
		method: [
			`${rounds} ${rounds === 1 ? 'round' : 'rounds'}. Each contender learns what deals there are, all of them open, looks five times while nothing changes, and once after ${MOVED} deals were moved. Deals created and moved are to be told, what was there before is not. Each look asks for what was updated in the last ${LOOK_BACK_SECONDS} s. No limit stands in the way, and no time is waited between looks.`,
			'The workflow built by hand lists the deals that were updated lately (HTTP Request with its pagination, Split Out) and drops those whose ID and stage it has met (Remove Duplicates, its history long enough); its first run lists all of them, and its author throws that away. What Remove Duplicates knows is kept in the process here, where n8n asks its database. Each of its looks is an execution; the trigger starts one only where something changed, which is not counted.',
		],
		...{ tables: [], verdicts: [], panels: [] },
	};
	for (const account of accounts) {
		const samples = await contest(laboratory, account, rounds);
		await account.sandbox.stop();
		part.tables.push(tableOf(account.deals.length, samples));
		part.verdicts.push(...verdictsOf(account.deals.length, samples));
	}
	return part;
}

interface Account {
	sandbox: BenchSandbox;
	deals: string[];
	stages: [string, string];
	/** From when on none of them was updated lately. */
	settledAt: number;
}

async function make(laboratory: Laboratory, size: number): Promise<Account> {
	const sandbox = await BenchSandbox.start(laboratory, { contacts: 0, ...UNLIMITED });
	const { control } = sandbox;
	const { pipelines } = await control.fixtures();
	const pipelineId = pipelines.default;
	const deals: string[] = [];
	let stageId = '';
	const lane = async (first: number) => {
		for (let n = first; n < size; n += LANES) {
			const body = { title: `Deal ${n}`, pipelineId };
			const deal = await control.asTheApp<{ id: string; stageId: string }>('POST', '/deals', body);
			deals.push(deal.id);
			({ stageId } = deal);
		}
	};
	await Promise.all(Array.from({ length: LANES }, async (_, first) => await lane(first)));
	const { stages } = await control.fixtures();
	return {
		...{ sandbox, deals, stages: [stageId, stages.secondOpen] },
		settledAt: Date.now() + SETTLED_MS,
	};
}

async function contest(laboratory: Laboratory, account: Account, rounds: number): Promise<Samples> {
	const { n8nModules, packageFolder, progress } = laboratory;
	const { sandbox, deals, stages } = account;
	let turn = 0;
	return await interleaved(watchers, rounds, async (contender, round) => {
		const what = `Changes of ${thousands(deals.length)} deals, round ${round}: ${contender}`;
		return await progress.step(what, async () => {
			await pause(Math.max(0, account.settledAt - Date.now()));
			const task: ChangesTask = {
				...{ contender, n8nModules, packageFolder, service: sandbox.service },
				...{ move: deals.slice(0, MOVED), toStage: stages[(turn += 1) % 2]! },
			};
			const measurement = await runForJson<ChangesMeasurement>(laboratory, contender, [
				...['--import', 'tsx', join(__dirname, '..', 'contender', 'changes.ts')],
				JSON.stringify(task),
			]);
			account.settledAt = Date.now() + SETTLED_MS;
			return measurement;
		});
	});
}

type Cost = ChangesMeasurement['begin'];

const idleOf = ({ idle }: ChangesMeasurement): Cost => ({
	ms: median(idle.map(({ ms }) => ms)),
	requests: Math.max(...idle.map(({ requests }) => requests)),
	told: idle.reduce((sum, { told }) => sum + told, 0),
});

function tableOf(deals: number, all: Samples): Table {
	const looks: Array<[string, (sample: ChangesMeasurement) => Cost]> = [
		['First reading', ({ begin }) => begin],
		['While nothing changes', idleOf],
		[`After ${MOVED} moves`, ({ changed }) => changed],
	];
	return {
		caption: `${thousands(deals)} deals`,
		columns: ['Look', 'Contender', 'Requests', 'Time', '× built by hand', 'Told', 'Remembered'],
		rows: looks.flatMap(([look, of], index) =>
			[...all].map(([name, samples]) => {
				const middle = (pick: (cost: Cost) => number) =>
					median(samples.map((sample) => pick(of(sample))));
				const isLast = index === looks.length - 1;
				return [
					...[look, name, thousands(middle(({ requests }) => requests))],
					...[duration(middle(({ ms }) => ms)), hundredths(times(all, of, name))],
					thousands(middle(({ told }) => told)),
					isLast ? `${thousands(median(samples.map(({ bytes }) => bytes)))} bytes` : '',
				];
			}),
		),
	};
}

/** How many times the hand-built workflow's time. */
const times = (all: Samples, of: (sample: ChangesMeasurement) => Cost, name: Watcher): number => {
	const [these, reference] = [all.get(name)!, all.get(HAND_BUILT)!];
	return ratio(
		these.map((sample) => of(sample).ms),
		reference.map((sample) => of(sample).ms),
	);
};

function verdictsOf(deals: number, all: Samples): Verdict[] {
	const ours = all.get('this node')!;
	const worst = (of: (sample: ChangesMeasurement) => number) => Math.max(...ours.map(of));
	const among = `${thousands(deals)} deals`;
	const told = (sample: ChangesMeasurement) =>
		Math.abs(sample.changed.told - MOVED) + sample.begin.told + idleOf(sample).told;
	return [
		none(`change of ${among} missed or told without being one`, worst(told)),
		atMost(
			`request of an idle look at ${among}`,
			worst((sample) => idleOf(sample).requests),
			1,
		),
		atMost(
			`requests of a look after ${MOVED} of ${among} were moved`,
			worst(({ changed }) => changed.requests),
			MOVED / PER_PAGE,
		),
		atMostTimes(
			`First reading of ${among}: their pages`,
			worst(({ begin }) => begin.requests) / firstReading(deals),
			1,
		),
		atMost(
			`bytes remembered for each of ${among}`,
			Math.ceil(worst(({ bytes }) => bytes) / deals),
			BYTES_A_RECORD,
		),
	];
}
