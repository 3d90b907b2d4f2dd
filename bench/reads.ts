/** Measures Return All and single gets: our node's time compared with n8n's own http helper and HTTP Request. */
import { join } from 'node:path';
import type { RunningSandbox } from '../playground/sandboxProcess';
import { HELPER, type Contender, type Job, type Sample, type Task } from './contender/task';
import { runForJson, withSandbox, type BenchEnvironment } from './environment';
import { duration, judge, median, ratio, thousands, times, type Part } from './report';

const contenders: Contender[] = [HELPER, 'this node', 'HTTP Request'];
/** Limits so high that no contender reaches them. */
const UNLIMITED = { 'token-limit': 1e9, 'account-limit': 1e9, 'channel-limit': 1e9 };
/** A round trip of 20 to 30 ms, as within a country. */
const AWAY = { 'latency-ms': 20, 'latency-jitter-ms': 10 };
const WARM_UPS = 2;
const ALLOWED_TIMES_HELPER = 1.05;

/** Runs a job by all contenders in turn, round after round, in one new process. */
export async function measure(
	environment: BenchEnvironment,
	{ baseUrl, tokens }: RunningSandbox,
	task: Omit<Task, 'n8nModules' | 'service'>,
): Promise<Map<Contender, Sample[]>> {
	const service = { baseUrl, accessToken: tokens.manager };
	const whole: Task = { ...task, service, n8nModules: environment.n8n.modules };
	const script = join(__dirname, 'contender', 'worker.ts');
	const args = ['--import', 'tsx', script, JSON.stringify(whole)];
	return new Map(await runForJson<Array<[Contender, Sample[]]>>(environment, args));
}

/** A job that contenders are compared in. */
interface Comparison {
	name: string;
	job: Job;
	/** Of `npm run sandbox`. */
	flags: Record<string, number>;
	/** The number of processes, and the number of rounds in each. */
	rounds: [processes: number, each: number];
	/** Our node must be faster than HTTP Request; otherwise that ratio is shown without a target. */
	mustLead: boolean;
}

/** @returns each contender's ms in each round @throws Error when a workflow fails, since only complete work can be compared */
async function runComparison(
	environment: BenchEnvironment,
	comparison: Comparison,
): Promise<Map<Contender, number[]>> {
	const { name, job, flags } = comparison;
	const { quick, rounds = quick ? 3 : undefined, progress } = environment;
	const [processes, each] = rounds === undefined ? comparison.rounds : [1, rounds];
	const all = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
	await withSandbox(environment, { ...flags, ...UNLIMITED }, async (sandbox) => {
		for (let process = 1; process <= processes; process++) {
			const title = `${name}, process ${process} of ${processes}, ${each} rounds`;
			const task = { contenders, job, rounds: each, warmUps: WARM_UPS };
			const found = await progress.step(title, () => measure(environment, sandbox, task));
			for (const [contender, samples] of found) {
				for (const { ms, trouble } of samples) {
					if (trouble) throw new Error(`${contender} failed: ${trouble}`);
					all.get(contender)!.push(ms);
				}
			}
		}
	});
	return all;
}

/** Runs the comparisons of a part. */
async function part(
	environment: BenchEnvironment,
	title: string,
	how: string,
	comparisons: Comparison[],
): Promise<Part[]> {
	const method = `${how} In a process all contenders take turns, as nodes of a running n8n share one, after ${WARM_UPS} rounds that are not counted. The bare helper is the simplest node there could be, a loop around n8n's \`httpRequestWithAuthentication\`: what n8n alone costs.`;
	const found: Part = { title, method, tables: [], verdicts: [] };
	for (const comparison of comparisons) {
		const { name, mustLead } = comparison;
		const all = await runComparison(environment, comparison);
		const over = (one: Contender, other: Contender) => ratio(all.get(one)!, all.get(other)!);
		found.tables.push({
			columns: [name, 'Time', '× helper'],
			rows: contenders.map((contender) => [
				...[contender, duration(median(all.get(contender)!)), times(over(contender, HELPER))],
			]),
		});
		found.verdicts.push(
			judge(`${name}: the helper's time`, over('this node', HELPER), 'most', ALLOWED_TIMES_HELPER),
		);
		if (mustLead) {
			const lead = over('this node', 'HTTP Request');
			found.verdicts.push(judge(`${name}: HTTP Request's time`, lead, 'most', 1));
		}
	}
	return [found];
}

/** Measures reading all contacts of a large account. */
export async function returnAll(environment: BenchEnvironment): Promise<Part[]> {
	const comparisons = (environment.quick ? [2_000] : [10_000, 50_000]).map(
		(contacts): Comparison => ({
			name: `Return All of ${thousands(contacts)} contacts`,
			...{ job: { kind: 'returnAll' }, flags: { contacts }, rounds: [3, 12], mustLead: true },
		}),
	);
	const method =
		'Each contender brings every contact, 100 a page, one page after the other, as the cursors demand. HTTP Request works by its pagination and a Split Out.';
	return await part(environment, 'Return All', method, comparisons);
}

/** Measures single gets with few or many in flight, on this machine and over a network. */
export async function singleGets(environment: BenchEnvironment): Promise<Part[]> {
	const comparisonOf = (parallel: number, isAway: boolean): Comparison => {
		const count = environment.quick ? 100 : isAway ? 500 : 1_000;
		return {
			name: `${thousands(count)} gets, ${parallel} in flight${isAway ? ', a network away' : ''}`,
			job: { kind: 'singleGets', count, parallel },
			flags: { contacts: count, ...(isAway && AWAY) },
			rounds: isAway ? [1, 6] : [3, 12],
			mustLead: isAway || parallel === 1,
		};
	};
	const comparisons = [
		...[1, 5, 20].map((parallel) => comparisonOf(parallel, false)),
		...[5, 20].map((parallel) => comparisonOf(parallel, true)),
	];
	const method =
		'Each contender gets every contact by its ID, one an item. HTTP Request has no setting for the number of requests in flight, so that a Loop Over Items around it limits them: it sends that many, and waits for the last of them before it sends more. Without a network in between, where all answers come at once, that costs time on one machine and saves some on another: a figure without a target. Over a round trip of 20 to 30 ms it costs more.';
	return await part(environment, 'Single gets', method, comparisons);
}
