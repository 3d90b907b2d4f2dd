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
} from '../harness';

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

/** What the failure keeps for a look at what was done. */
export const kept = (run: WorkflowRun): string =>
	JSON.stringify(
		(run.error as { context?: { data?: unknown } } | undefined)?.context?.data ?? null,
	);

/** Says that nothing at all left or changed. */
export const NOTHING_DONE =
	/\bnothing (was|has been|is) (sent|changed|made|done|carried out)(?! for this item)/i;
/** Says that it can't be known of the item that failed. */
export const PERHAPS_DONE = /\bmay have been (sent|made)\b/i;

/** What a failure in the middle of a batch says of the others, by their places in the input, from 0 as n8n counts. */
export interface Told {
	/** The item that failed. */
	failed: number;
	carriedOut: number[];
	/** Those that may have been carried out. */
	unknown: number[];
	notCarriedOut: number[];
}

const LIST = String.raw` \(items? ([^)]*)\)`;
/** The sentence's forms: of the only other item, of others that all ended alike, and of the rest. */
const ONE = new RegExp(
	String.raw`The other item(?:${LIST})? (was not|was|may have been) carried out`,
);
const ALIKE = new RegExp(String.raw`All (\d+) other items${LIST} (were|may have been) carried out`);
const NONE = 'None of the other items was carried out';
const MIXED = /Of the other (\d+) items ([^.]*)\./;
const PART = new RegExp(
	String.raw`^(\d+) (was|were|may have been|was not|were not)(?: carried out)?${LIST}$`,
);

/** Reads that sentence, here alone; its counts must be those of its lists. */
export function batchTold(run: WorkflowRun, items: number): Told {
	const text = told(run);
	const { context } = run.error as { context?: IDataObject };
	const failed = Number(context?.itemIndex);
	const result: Told = { failed, carriedOut: [], unknown: [], notCarriedOut: [] };
	const others = [...Array(items).keys()].filter((n) => n !== failed);
	const expectCount = (said: string | number | undefined, count: number) => {
		if (Number(said) !== count) throw new Error(`Counts other items than ${count}: ${text}`);
	};
	const add = (verb: string | undefined, numbers: number[]) => {
		if (verb === 'may have been') result.unknown = numbers;
		else if (verb?.endsWith('not')) result.notCarriedOut = numbers;
		else result.carriedOut = numbers;
	};
	const [one, alike, mixed] = [ONE, ALIKE, MIXED].map((form) => form.exec(text));
	if (text.includes(NONE)) {
		result.notCarriedOut = others;
	} else if (one) {
		expectCount(1, others.length);
		add(one[2], one[1] === undefined ? others : numbersIn(one[1]));
	} else if (alike) {
		expectCount(alike[1], others.length);
		add(alike[3], numbersIn(alike[2]));
	} else if (mixed) {
		expectCount(mixed[1], others.length);
		for (const part of mixed[2]!.split(/(?<=\)), |(?<=\)) and /)) {
			const [, count, verb, list] = PART.exec(part) ?? [];
			if (count === undefined) throw new Error(`Says nothing readable of the batch: ${text}`);
			expectCount(count, numbersIn(list).length);
			add(verb, numbersIn(list));
		}
	} else {
		throw new Error(`Says nothing of the batch: ${text}`);
	}
	expectCount(
		result.carriedOut.length + result.unknown.length + result.notCarriedOut.length,
		others.length,
	);
	return result;
}

/** "0–2, 5 and 7" as numbers. */
const numbersIn = (list = ''): number[] =>
	[...list.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, from, to = from]) =>
		numbered(Number(to) - Number(from) + 1).map(({ n }) => Number(from) + Number(n)),
	);
