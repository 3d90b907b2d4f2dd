/** The workflow of each contender for each job, as a user would build it. */
import type { INodeParameters } from 'n8n-workflow';
import {
	actionNode,
	connect,
	line,
	startNode,
	type NodeJson,
	type WorkflowJson,
} from '../../test/engine/harness';
import type { Contender, Job, Service } from './task';

const start: NodeJson = { type: startNode, name: 'Start' };

/** The node whose output counts. */
export const RESULT = 'Result';

/** The workflow with which a contender does a job; {@link RESULT} is its last node. */
export function workflowOf(contender: Contender, job: Job, service: Service): WorkflowJson {
	const { kind } = job;
	if (contender === 'this node') return line([start, ours(job)]);
	if (kind === 'writes') return line([start, httpWrite(contender, job, service)]);
	if (contender === "n8n's bare http helper") {
		return line([start, kind === 'returnAll' ? bareList(service) : bare(job.parallel, service)]);
	}
	if (kind === 'returnAll') return httpReturnAll(service);
	return httpGetsInLoops(job.parallel, service);
}

function ours(job: Job): NodeJson {
	const parameters: Record<Job['kind'], INodeParameters> = {
		writes: {
			resource: 'company',
			operation: 'create',
			additionalFields: { legalName: '={{ "Company " + $json.index }}' },
		},
		returnAll: { resource: 'contact', operation: 'getAll', returnAll: true },
		singleGets: {
			resource: 'contact',
			operation: 'get',
			contactId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			options: job.kind === 'singleGets' ? { parallelRequests: job.parallel } : {},
		},
	};
	return { type: actionNode, name: RESULT, parameters: parameters[job.kind] };
}

const http = (parameters: INodeParameters): NodeJson => ({
	type: 'n8n-nodes-base.httpRequest',
	name: 'HTTP Request',
	parameters: {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'customerRelationshipApi',
		...parameters,
	},
	credentials: { customerRelationshipApi: { id: null, name: 'customerRelationshipApi' } },
});

function httpWrite(
	contender: Contender,
	{ windowMs, limit }: Extract<Job, { kind: 'writes' }>,
	{ baseUrl }: Service,
): NodeJson {
	const batch = { batchSize: limit, batchInterval: windowMs };
	const node = http({
		method: 'POST',
		url: `${baseUrl}/companies`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { legalName: "Company " + $json.index } }}',
		options: contender === 'HTTP Request' ? {} : { batching: { batch } },
	});
	return { ...node, name: RESULT };
}

/** Pagination by cursor, then an item for each record, which is what our node gives out. */
const httpReturnAll = ({ baseUrl }: Service): WorkflowJson =>
	line([start, ...httpList(`${baseUrl}/contacts`, RESULT)]);

/**
 * Deals that were updated in the last seconds, or all of them, without those whose ID and stage came
 * before: what a user would put behind a Schedule Trigger.
 */
export function handBuiltWatch({ baseUrl }: Service, lookBackSeconds?: number): WorkflowJson {
	const updatedSince = {
		name: 'updatedSince',
		value: `={{ $now.minus({ seconds: ${lookBackSeconds} }).toUTC().toISO() }}`,
	};
	const onlyNew: NodeJson = {
		type: 'n8n-nodes-base.removeDuplicates',
		name: RESULT,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			logic: 'removeItemsWithAlreadySeenKeyValues',
			dedupeValue: '={{ $json.id }} {{ $json.stageId }}',
			options: { historySize: HISTORY },
		},
	};
	const query = lookBackSeconds === undefined ? [] : [updatedSince];
	return {
		id: '1',
		...line([start, ...httpList(`${baseUrl}/deals`, 'Split Out', query), onlyNew]),
	};
}

/** As many as can be in the largest account that is watched, before and after a change of each. */
const HISTORY = 200_000;

function httpList(
	url: string,
	name: string,
	query: Array<{ name: string; value: string }> = [],
): NodeJson[] {
	const pages = http({
		url,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'limit', value: '100' }, ...query] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.nextCursor }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression: '={{ !$response.body.hasMore }}',
				},
			},
		},
	});
	// On its first request `$response` is empty, so that no cursor goes out.
	const split: NodeJson = {
		type: 'n8n-nodes-base.splitOut',
		name,
		parameters: { fieldToSplitOut: 'data' },
	};
	return [pages, split];
}

const httpGet = ({ baseUrl }: Service): NodeJson =>
	http({ url: `=${baseUrl}/contacts/{{ $json.id }}` });

/** HTTP Request has no number of requests in flight: a loop around it is how a user limits them. */
function httpGetsInLoops(parallel: number, service: Service): WorkflowJson {
	const loop: NodeJson = {
		type: 'n8n-nodes-base.splitInBatches',
		name: 'Loop',
		parameters: { batchSize: parallel },
	};
	const end: NodeJson = { type: startNode, name: RESULT };
	return {
		nodes: [start, loop, httpGet(service), end],
		connections: connect([
			{ from: 'Start', to: 'Loop' },
			{ from: 'Loop', output: 0, to: RESULT },
			{ from: 'Loop', output: 1, to: 'HTTP Request' },
			{ from: 'HTTP Request', to: 'Loop' },
		]),
	};
}

const bare = (parallel: number, { baseUrl }: Service): NodeJson => ({
	type: 'bench.bareHelper',
	name: RESULT,
	parameters: { url: `=${baseUrl}/contacts/{{ $json.id }}`, parallel },
});

const bareList = ({ baseUrl }: Service): NodeJson => ({
	type: 'bench.bareHelperList',
	name: RESULT,
	parameters: { url: `${baseUrl}/contacts?limit=100` },
});
