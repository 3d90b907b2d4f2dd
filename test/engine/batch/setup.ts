/** What the tests of batches share: a node run against an address, and what its failure tells. */
import type { IDataObject } from 'n8n-workflow';
import {
	actionNode,
	startNode,
	fakeService,
	line,
	runWorkflow,
	type FakeService,
	type NodeJson,
	type Reply,
	type RunOptions,
	type WorkflowRun,
} from '../../support/engine';

/** Name of the node under test in its workflow. */
export const NODE = 'Customer Relationship';

export interface BatchSettings extends RunOptions {
	/** Settings of the node itself, such as `onError`. */
	node?: Partial<NodeJson>;
}

/** One item each, told apart by `n`. */
export const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ n }));

export const credentialsFor = (baseUrl: string, accessToken = 'token') => ({
	customerRelationshipApi: { baseUrl, accessToken },
});

/** Runs the node behind a start node. @param address without `/api/v1`; the credential may be given instead */
export async function runAgainst(
	address: string,
	parameters: IDataObject,
	{ node, ...options }: BatchSettings = {},
): Promise<WorkflowRun> {
	const workflow = line([
		{ type: startNode, name: 'Start' },
		{ type: actionNode, name: NODE, parameters: parameters as never, ...node },
	]);
	return await runWorkflow(workflow, {
		credentials: credentialsFor(`${address}/api/v1`, freshToken()),
		inputData: [{}],
		...options,
	});
}

let tokens = 0;
/** What a process learns of a token counts for all executions, so each run has one of its own. */
export const freshToken = (): string => `token-${(tokens += 1)}`;

/** A service for one test, closed whatever comes of it. */
export async function withService<Result>(
	handler: Parameters<typeof fakeService>[0],
	test: (service: FakeService) => Promise<Result>,
): Promise<Result> {
	const service = await fakeService(handler);
	try {
		return await test(service);
	} finally {
		await service.close();
	}
}

const ROOM = {
	'RateLimit-Limit': '100000',
	'RateLimit-Remaining': '99999',
	'RateLimit-Reset': '0',
};

/** An answer as the service gives it, with room under the limits. */
export const answer = (json: unknown, status = 200): Reply => ({
	status,
	headers: { 'Request-Id': 'req_1', ...ROOM },
	json,
});

/** A refusal in the service's own envelope. */
export const refuse = (
	status: number,
	code: string,
	more: { type?: string; param?: string; retryAfter?: number } = {},
): Reply => ({
	status,
	headers: {
		'Request-Id': 'req_1',
		...ROOM,
		...(more.retryAfter !== undefined && { 'Retry-After': String(more.retryAfter) }),
	},
	json: {
		error: {
			type: more.type ?? typeOf(status),
			code,
			message: 'No.',
			param: more.param,
			requestId: 'req_1',
		},
	},
});

function typeOf(status: number): string {
	if (status === 404) return 'not_found_error';
	if (status === 409) return 'conflict_error';
	if (status === 429) return 'rate_limit_error';
	return status >= 500 ? 'api_error' : 'invalid_request_error';
}

/** All that the failure of an execution tells its user. */
export function told(run: WorkflowRun): string {
	const error = run.error;
	if (!error) throw new Error(`Nothing failed: ${JSON.stringify(run.json(NODE)).slice(0, 500)}`);
	const { message, description } = error as { message: string; description?: string | null };
	return [message, description ?? ''].join('\n');
}

/** What became of the items of a write, by their places in the input, from 0 as n8n counts. */
export interface Report {
	carriedOut: number[];
	/** Those that may have been carried out. */
	unknown: number[];
	notCarriedOut: number[];
	/** What those carried out gave out. */
	output: IDataObject[];
}

/** What the error that ended a run keeps: each of its items is in one of the three lists. */
export function reportOf(run: WorkflowRun, items: number): Report {
	const { context } = run.error as { context?: { data?: Report } };
	const report = context?.data;
	if (!report) throw new Error(`Keeps nothing of the batch: ${told(run)}`);
	const { carriedOut, unknown, notCarriedOut } = report;
	const all = [...carriedOut, ...unknown, ...notCarriedOut].sort((one, other) => one - other);
	expect(all).toEqual([...Array(items).keys()]);
	return report;
}

/** What became of a failed item, as it says itself. */
export const outcomeOf = ({ json }: { json: IDataObject }): unknown =>
	(json.details as IDataObject).outcome;
