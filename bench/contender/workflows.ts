/** Builds the workflow of each contender for each job, as a user would. */
import type { INodeParameters } from 'n8n-workflow';
import {
	actionNode,
	connect,
	line,
	startNode,
	type NodeJson,
	type WorkflowJson,
} from '../../test/support/engine';
import { BATCHES, HELPER, type Contender, type Job } from './task';

const start: NodeJson = { type: startNode, name: 'Start' };

/** The workflow with which a contender does a job. */
export function workflowOf(contender: Contender, job: Job, baseUrl: string): WorkflowJson {
	if (contender === 'this node') return line([start, ours(job)]);
	if (job.kind === 'writes') return line([start, httpWrite(contender, job, baseUrl)]);
	if (contender === HELPER) return line([start, helper(job, baseUrl)]);
	if (job.kind === 'returnAll') return httpReturnAll(baseUrl);
	return httpGetsInLoops(job.parallel, baseUrl);
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
	return { type: actionNode, name: 'Result', parameters: parameters[job.kind] };
}

const helper = (job: Job, baseUrl: string): NodeJson => {
	const list = { type: 'bench.helperList', parameters: { url: `${baseUrl}/contacts?limit=100` } };
	if (job.kind !== 'singleGets') return { ...list, name: 'Result' };
	const parameters = { url: `=${baseUrl}/contacts/{{ $json.id }}`, parallel: job.parallel };
	return { type: 'bench.helper', name: 'Result', parameters };
};

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
	baseUrl: string,
): NodeJson {
	const batch = { batchSize: limit, batchInterval: windowMs };
	const write = {
		method: 'POST',
		url: `${baseUrl}/companies`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { legalName: "Company " + $json.index } }}',
		options: contender === BATCHES ? { batching: { batch } } : {},
	};
	return http(write);
}

/** Paginates by cursor, then makes one item for each record, as our node does. */
function httpReturnAll(baseUrl: string): WorkflowJson {
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		// On the first request `$response` is empty, so no cursor is sent.
		parameters: {
			parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.nextCursor }}' }],
		},
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.hasMore }}',
	};
	const pages = http({
		url: `${baseUrl}/contacts`,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'limit', value: '100' }] },
		options: { pagination: { pagination } },
	});
	const split = { type: 'n8n-nodes-base.splitOut', name: 'Result' };
	return line([start, pages, { ...split, parameters: { fieldToSplitOut: 'data' } }]);
}

/** HTTP Request has no setting for the number of requests in flight, so a user limits them with a loop. */
function httpGetsInLoops(parallel: number, baseUrl: string): WorkflowJson {
	const loop: NodeJson = {
		type: 'n8n-nodes-base.splitInBatches',
		name: 'Loop',
		parameters: { batchSize: parallel },
	};
	const get = http({ url: `=${baseUrl}/contacts/{{ $json.id }}` });
	return {
		nodes: [start, loop, get, { type: startNode, name: 'Result' }],
		connections: connect([
			{ from: 'Start', to: 'Loop' },
			{ from: 'Loop', output: 0, to: 'Result' },
			{ from: 'Loop', output: 1, to: 'HTTP Request' },
			{ from: 'HTTP Request', to: 'Loop' },
		]),
	};
}
