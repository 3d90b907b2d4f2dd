/**
 * What each operation sends with every field filled in: method, path, query, the body's bytes and the
 * Idempotency-Key. A byte or a key that changes makes a write that is repeated across an update a new one.
 */
import { OPERATIONS, judgingParametersOf, valuesOf } from './actionNode/operations';
import {
	actionNode,
	connect,
	fakeService,
	runWorkflow,
	startNode,
	toolNode,
} from '../support/engine';

/** An ID with all that an address has to encode. */
const ODD = 'a/b?c#d%20e%25ã+&=;:@\'()*!~"<>|\\';
const ids = new Proxy<Record<string, string>>({}, { get: (_, name) => `${String(name)}+${ODD}` });

/** What arrives when a node of this type runs for an item, twice in one execution, a tool asked twice for the same. */
async function sentBy(type: string, name: string): Promise<string[]> {
	const service = await fakeService(({ method, url }) => {
		const id = decodeURIComponent(url.split('/').at(-1) ?? '');
		const json = { id, status: 'sent', conversationId: 'c1', message: { id: 'm1' } };
		const isList = method === 'GET' && /\/[a-z]+s(\?|$)/.test(url);
		// Of whatever is asked for there is one.
		const { pathname, searchParams } = new URL(url, 'http://service');
		const listed = pathname.endsWith('/conversations') ? ids.conversationId : 'r1';
		const record = { id: listed, tags: [], ...Object.fromEntries(searchParams) };
		const page = { data: [record], hasMore: false, nextCursor: null };
		return { headers: { 'request-id': 'request-1' }, json: isList ? page : json };
	});
	const parameters = judgingParametersOf(OPERATIONS.get(name)!, valuesOf(0, ids)) as never;
	const arrows = ['First', 'Second'].flatMap((round) => [
		...[{ from: 'Start', to: round }],
		...[{ from: round, to: 'Node' }],
	]);
	const starts = ['Start', 'First', 'Second'].map((one) => ({ type: startNode, name: one }));
	const workflow = {
		id: 'workflow-1',
		nodes: [...starts, { type, id: 'node-1', name: 'Node', parameters }],
		connections: connect(arrows),
		settings: { timezone: 'America/Sao_Paulo' },
	};
	try {
		const accessToken = 'token-1';
		const { error } = await runWorkflow(workflow, {
			...{ instanceId: 'instance-1', executionId: '4711' },
			credentials: {
				customerRelationshipApi: { baseUrl: `${service.url}/api/v1`, accessToken },
			},
		});
		if (error) throw error;
	} finally {
		await service.close();
	}
	return service.requests.map(({ method, url, headers, body }) => {
		expect(headers).toMatchObject({ authorization: 'Bearer token-1', accept: 'application/json' });
		expect(headers['content-type']).toBe(body.length > 0 ? 'application/json' : undefined);
		const key = headers['idempotency-key'] as string | undefined;
		return [`${method} ${url}`, key, body.toString()].filter(Boolean).join('\n');
	});
}

// A line that changes is a change of what the node sends (CONTRIBUTING.md). For new ones: npm run record
test('what operations send, with their automatic keys, is as it was', async () => {
	const table: Record<string, string[]> = {};
	for (const name of OPERATIONS.keys()) {
		table[name] = await sentBy(actionNode, name);
		table[`${name}, as a tool`] = await sentBy(toolNode, name);
	}
	expect(table).toMatchSnapshot();
});
