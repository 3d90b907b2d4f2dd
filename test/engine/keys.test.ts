/**
 * The Idempotency-Key of every write, by what a key depends on: item, run, tool, retry, part of an upsert,
 * reads before the write. A key that changes makes a write that is repeated across an update a new one.
 */
import { omit } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { membersOf, type ShownOperation } from '../../scripts/docs/operations';
import { asExpressions, OPERATIONS, judgingParametersOf, valuesOf } from './actionNode/operations';
import {
	actionNode,
	connect,
	fakeService,
	runWorkflow,
	startNode,
	toolNode,
	type Reply,
} from '../support/engine';

/** Operations that write are those that take a key. */
const WRITES = [...OPERATIONS].filter(([, { options }]) =>
	options.some(({ name }) => name === 'idempotencyKey'),
);

/** One way to call an operation. */
interface Call {
	/** Changes the parameters of an item, of which every field is filled in. */
	change?: Change;
	options?: IDataObject;
	/** How the service answers the first writes, instead of as usual. */
	firstWrites?: Reply[];
	/** Whether the service has the record that an upsert looks for: from the first write on, if not yet. */
	exists?: boolean | 'from the first write on';
	/** Whether recent records have the custom field, with a number. */
	knowsType?: boolean;
	workflowId?: string;
	onError?: 'continueRegularOutput';
}
type Change = (parameters: IDataObject, item: number) => IDataObject;

const refusal = (status: number, type: string, code: string): Reply => ({
	status,
	headers: { 'request-id': 'request-1' },
	json: { error: { type, code, message: 'No.', requestId: 'request-1' } },
});
/** Refused before the key is looked up: n8n’s Retry On Fail sends the same write again. */
const NO_TOKEN = refusal(401, 'authentication_error', 'invalid_api_token');
const CNPJ_IN_USE = refusal(409, 'conflict_error', 'cnpj_already_in_use');
/** The node itself sends the same write again. */
const BAD_GATEWAY: Reply = { status: 502, body: 'Bad Gateway' };

const SLUG = 'score';

function serviceFor({ firstWrites = [NO_TOKEN], exists = false, knowsType = false }: Call) {
	let writes = 0;
	/** A record with what lookups, tag changes and sent messages need. */
	const answer = (more: object) => ({
		...{ tags: ['old'], emails: [], phones: [], status: 'sent' },
		...{ conversationId: 'c1', message: { id: 'm1' }, ...more },
	});
	return fakeService(({ method, url }): Reply => {
		const { pathname, searchParams } = new URL(url, 'http://service');
		if (method !== 'GET' && (writes += 1) <= firstWrites.length) return firstWrites[writes - 1]!;
		const headers = { 'request-id': 'request-1' };
		if (method !== 'GET' || !/\/[a-z]+s$/.test(pathname)) {
			return { headers, json: answer({ id: pathname.split('/').at(-1) }) };
		}
		const { search, ...query } = Object.fromEntries(searchParams);
		const isThere = exists === true || (exists !== false && writes > 0);
		const data = readsTypes(url)
			? [answer({ customFields: knowsType ? { [SLUG]: 7 } : {} })]
			: [...(isThere ? [answer({ id: 'found', cnpj: search, ...query })] : [])];
		return { headers, json: { data, hasMore: false, nextCursor: null } };
	});
}

/** Whether this is the read of recent records, for the types of custom fields; lookups have no page size. */
const readsTypes = (url: string) => url.includes('?limit=');

/** Has the node run twice for two items, all told apart. @returns what arrives: method, path and key of each write */
async function sentBy(type: string, operation: ShownOperation, call: Call) {
	const { change = (same) => same, options = {}, workflowId = 'workflow-1', onError } = call;
	const items = [0, 1].map((item) => {
		const ids = new Proxy<Record<string, string>>({}, { get: (_, name) => idOf(name, item) });
		return change(judgingParametersOf(operation, valuesOf(item, ids)), item);
	});
	const { resource, value } = operation;
	const [{ row, ...first }] = items as [IDataObject];
	const node = {
		...{ type, id: 'node-1', name: 'Node', onError },
		...{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		parameters: {
			// A row has nothing for such expressions to read.
			...(row ? first : (asExpressions(first) as IDataObject)),
			...{ resource, operation: value, options },
		} as never,
	};
	const runs = ['First', 'Second'];
	const starts = ['Start', ...runs].map((name) => ({ type: startNode, name }));
	const arrows = runs.flatMap((run) => [
		...[{ from: 'Start', to: run }],
		...[{ from: run, to: node.name }],
	]);
	const workflow = { id: workflowId, nodes: [...starts, node], connections: connect(arrows) };
	const service = await serviceFor(call);
	try {
		const { error } = await runWorkflow(workflow, {
			...{ instanceId: 'instance-1', executionId: '4711' },
			inputData: items.map((item) => (item.row as IDataObject | undefined) ?? item),
			credentials: {
				customerRelationshipApi: { baseUrl: `${service.url}/api/v1`, accessToken: 'token-1' },
			},
		});
		if (error) throw error;
	} finally {
		await service.close();
	}
	const writes = service.requests.filter(({ method }) => method !== 'GET');
	return {
		writes: writes.map(
			({ method, url, headers }) => `${method} ${url} ${String(headers['idempotency-key'])}`,
		),
		hasReadTypes: service.requests.some(({ url }) => readsTypes(url)),
	};
}

const idOf = (name: string | symbol, item: number) =>
	String(name).endsWith('Slug') ? SLUG : `${String(name)}-${item}`;

const all =
	(...changes: Array<Change | undefined>): Change =>
	(parameters, item) =>
		changes.reduce((changed, change) => change?.(changed, item) ?? changed, parameters);

const oncePerPhone =
	(isOn: boolean): Change =>
	(parameters) => ({ ...parameters, oncePerPhone: isOn });

/** Gives the custom field this type: `automatic` has recent records read first. */
const customField =
	(type: string): Change =>
	(parameters) => {
		const customFields = { field: [{ slug: SLUG, type, value: '12' }] };
		const collection = 'updateFields' in parameters ? 'updateFields' : 'additionalFields';
		return { ...parameters, [collection]: { ...Object(parameters[collection]), customFields } };
	};

/** Changes the tags of the record instead of replacing them. */
const addTags =
	(added: string, areAlone = false): Change =>
	({ updateFields, ...others }) => {
		const fields = omit(updateFields as IDataObject, ['tags']);
		return { ...others, updateFields: { ...(!areAlone && fields), addTags: added } };
	};

/** Fills in what the operation takes of a row. */
const columns: Change = (parameters, item) => ({
	...omit(parameters, ['additionalFields', 'updateFields']),
	dataMode: 'columns',
	columns: { mappingMode: 'autoMapInputData', value: null },
	row: {
		...{ Title: `Sofá ${item}`, Name: `Ana ${item}`, 'Legal Name': `Casa ${item}` },
		...{ CNPJ: parameters.cnpj, Phone: parameters.phone, [`customFields.${SLUG}`]: '12' },
	},
});

const TYPES_READ = 'types read';

/** The calls of an operation, by what is particular about each. */
function callsOf({ resource, value, collections, fields }: ShownOperation): Map<string, Call> {
	const has = (name: string) =>
		[...fields, ...collections.flatMap((one) => membersOf(one))].some((one) => one.name === name);
	const isUpsert = value === 'upsert';
	const plain: Call = has('oncePerPhone') ? { change: oncePerPhone(false) } : {};
	const calls = new Map([['plain', plain]]);
	if (isUpsert) calls.set('found', { exists: true });
	if (isUpsert && resource === 'company') {
		calls.set('created by somebody else meanwhile', {
			...{ firstWrites: [CNPJ_IN_USE], exists: 'from the first write on' },
		});
	}
	if (has('addTags')) {
		calls.set('tags and fields', { change: addTags('new') });
		calls.set('fields, for the tags are there', { change: addTags('old') });
	}
	if (has('customFields')) {
		for (const [name, { change, ...call }] of [...calls]) {
			const typed = (type: string) => ({ ...call, change: all(change, customField(type)) });
			calls.set(`${name}, type given`, typed('string'));
			calls.set(`${name}, ${TYPES_READ}`, { ...typed('automatic'), knowsType: true });
			if (name === 'plain') calls.set(`${name}, ${TYPES_READ}, unknown`, typed('automatic'));
		}
	}
	if (has('addTags')) calls.set('tags alone', { change: addTags('new', true) });
	if (has('dataMode')) {
		const row = { change: columns, knowsType: true };
		calls.set(`columns, ${TYPES_READ}`, row);
		if (isUpsert) calls.set(`columns, found, ${TYPES_READ}`, { ...row, exists: true });
	}
	for (const [name, call] of [...calls]) {
		const options = { idempotencyKey: '=own-{{ $itemIndex }}' };
		calls.set(`${name}, the user’s own key`, { ...call, options });
	}
	if (has('oncePerPhone')) {
		const once = { change: oncePerPhone(true) };
		calls.set('once per phone', once);
		const options = { countsAs: '=Reminder-{{ $itemIndex }}' };
		calls.set('once per phone, under a word', { ...once, options });
	}
	calls.set('plain, sent again by the node itself', { ...plain, firstWrites: [BAD_GATEWAY] });
	calls.set('plain, in a workflow that was never saved', { ...plain, workflowId: '' });
	calls.set('plain, behind an item that is refused', {
		...{ ...plain, firstWrites: [], onError: 'continueRegularOutput' },
		options: { maxWaitSeconds: '={{ $itemIndex > 0 ? 300 : "none" }}' },
	});
	return calls;
}

// A line that changes is a change of a key (CONTRIBUTING.md). For new ones: npm run record
test.each(WRITES)('%s: each of its writes keeps its key', async (_, operation) => {
	/** The calls with the same writes, by these. */
	const callsBy = new Map<string, string[]>();
	for (const [name, call] of callsOf(operation)) {
		for (const [as, type] of Object.entries({ node: actionNode, tool: toolNode })) {
			const { writes, hasReadTypes } = await sentBy(type, operation, call);
			expect([name, hasReadTypes]).toEqual([name, name.includes(TYPES_READ)]);
			expect([name, writes.length > 0]).toEqual([name, true]);
			const text = writes.map((write) => `\t${write}\n`).join('');
			callsBy.set(text, [...(callsBy.get(text) ?? []), `${as}: ${name}\n`]);
		}
	}
	const blocks = [...callsBy].map(([text, names]) => [...names, text].join(''));
	expect(blocks.join('\n')).toMatchSnapshot();
});
