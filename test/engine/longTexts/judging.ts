/** Runs the action node on one item that holds a long text, beside a service that has what is asked for. */
import type { IDataObject } from 'n8n-workflow';
import {
	actionNode,
	fakeService,
	line,
	runWorkflow,
	startNode,
	type FakeService,
	type NodeJson,
	type Reply,
	type WorkflowRun,
} from '../../support/engine';

/** Name of the node in its workflow. */
export const NODE = 'Node';

/** What became of a run. */
export interface Judged {
	run: WorkflowRun;
	/** How long n8n stood still for it: CPU time, so that other processes of a busy machine don't count. */
	tookMs: number;
	/** What the run says to its user: errors, warnings, hints, and n8n's log. */
	said: string[];
}

/** A service whose lists are empty, and which has each record that is asked for. */
export const smallService = async (): Promise<FakeService> =>
	await fakeService(({ url }): Reply => {
		const id = decodeURIComponent(new URL(url, 'http://service').pathname.split('/').at(-1)!);
		const isList = /^[a-z]+s$/.test(id);
		const record = { id, status: 'open', tags: [], customFields: {} };
		return { json: isList ? { data: [], hasMore: false, nextCursor: null } : record };
	});

let runs = 0;

/** Runs the node for items, which it reads with expressions. */
export async function judge(
	service: FakeService,
	parameters: IDataObject,
	inputData: IDataObject[],
	settings: Partial<NodeJson> = {},
): Promise<Judged> {
	const before = process.cpuUsage();
	const run = await runWorkflow(
		line([
			{ type: startNode, name: 'Start' },
			{ type: actionNode, name: NODE, parameters: parameters as never, ...settings },
		]),
		{
			credentials: {
				// A token of its own: no run waits for the limits of another.
				customerRelationshipApi: {
					baseUrl: `${service.url}/api/v1`,
					accessToken: `token-${(runs += 1)}`,
				},
			},
			inputData,
		},
	);
	const { user, system } = process.cpuUsage(before);
	return { run, tookMs: Math.round((user + system) / 1000), said: saidBy(run) };
}

function saidBy(run: WorkflowRun): string[] {
	const { message, description } = run.nodeError(NODE) ?? {};
	const shown = run.json(NODE).map((json) => {
		const { error, details, warnings, problem, reasonText, _response } = json;
		return [error, details, warnings, problem, reasonText, _response];
	});
	const ending = [run.error?.message, run.error?.description];
	return stringsIn([message, description, ending, shown, run.hints(NODE), run.logs]);
}

/** The strings in a value of any shape. */
function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(stringsIn);
}
