import type { IDataObject } from 'n8n-workflow';
import type { ItemParameters } from '../../../nodes/CustomerRelationship/resources/operation';
import { NotListed } from '../../../nodes/CustomerRelationship/transport/pages';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { refusalOf } from '../fields/refusals';
import {
	answered,
	carriedOut,
	firstRequest,
	located,
	operationOf,
	parametersOf,
	pinned,
	planOf,
	refusal,
	refused,
	unmoved,
	type Values,
} from './requests';

const started = {
	phone: '(11) 98765-4321',
	templateName: 'boas_vindas',
	templateLanguage: located('pt_BR', 'list'),
	templateParams: { param: [{ value: 'Ana' }, { value: '7' }] },
};
const template = '"template":{"name":"boas_vindas","language":"pt_BR","params":["Ana","7"]}';

describe('Conversation: Start', () => {
	const line = 'POST /conversations';
	pinned('conversation.start', [
		[
			'the least',
			{ ...started, templateParams: undefined },
			line,
			'{"phone":"(11) 98765-4321","template":{"name":"boas_vindas","language":"pt_BR","params":[]}}',
		],
		[
			'every field',
			{
				...started,
				phone: 5511987654321,
				additionalFields: {
					name: 'Ana',
					channelId: located('ch1'),
					assignToSelf: 'true',
					templateText: 'Olá, {{1}} {{2}}',
					additionalBody: '{"source":"n8n"}',
				},
				options: { waitForOutcome: 5 },
			},
			line,
			`{"phone":"5511987654321",${template},"name":"Ana","channelId":"ch1","assignToSelf":true,"source":"n8n"}`,
		],
		[
			'not assigned',
			{ ...started, additionalFields: { assignToSelf: false } },
			line,
			`{"phone":"(11) 98765-4321",${template},"assignToSelf":false}`,
		],
		[
			'an empty variable, where it is allowed',
			{
				...started,
				templateParams: { param: [{ value: 'Ana' }, { value: '' }] },
				options: { allowEmptyVariables: true },
			},
			line,
			`{"phone":"(11) 98765-4321",${template.replace('"7"', '""')}}`,
		],
		[
			'what is merged last wins',
			{ ...started, additionalFields: { additionalBody: { phone: '1' } } },
			line,
			`{"phone":"1",${template}}`,
		],
		...unmoved(
			(value) => ({
				...started,
				additionalFields: {
					name: value,
					channelId: located(value),
					assignToSelf: value,
					templateText: value,
					additionalBody: value,
				},
				options: { allowEmptyVariables: value, waitForOutcome: value },
			}),
			line,
			`{"phone":"(11) 98765-4321",${template}}`,
		),
	]);
	refused('conversation.start', [
		[{ ...started, phone: '' }, '“Phone” is empty'],
		[{ ...started, phone: undefined }, '“Phone” is empty'],
		[{ ...started, phone: '123' }, '“Phone” has too few digits for a phone'],
		[{ ...started, templateName: null }, '“Template Name” is empty'],
		[{ ...started, templateLanguage: located('') }, '“Template Language” is empty'],
		[
			{ ...started, templateParams: { param: [{ value: {} }] } },
			'“Template Variables: {{1}}” takes a text, but got an object',
		],
		[
			{ ...started, templateParams: { param: [{ value: null }] } },
			'“Template Variables: {{1}}” is empty',
		],
		[
			{ ...started, additionalFields: { templateText: '{{1}}' } },
			'“Template Variables” has 2 variables, but “Template Text” has 1 placeholder',
		],
		[
			{ ...started, additionalFields: { assignToSelf: 'me' } },
			'“Assign to Self” is neither true nor false',
		],
		[{ ...started, additionalFields: { channelId: [1] } }, '“Channel” takes an ID, but got a list'],
		// Otherwise the message would be out before this is noticed.
		[
			{ ...started, options: { waitForOutcome: 'long' } },
			'“Wait for Outcome (Seconds)” is not a whole number of at least 1',
		],
		[
			{ ...started, options: { waitForOutcome: -1 } },
			'“Wait for Outcome (Seconds)” is not a whole number of at least 1',
		],
	]);

	test('is checked as it was pasted, though n8n’s editor made an expression of it', () => {
		const { plan } = operationOf('conversation', 'start');
		const raw = { additionalFields: { templateText: '=Olá, {{1}} e {{2}} e {{3}}!' } };
		const parameters = {
			...parametersOf({ ...started, additionalFields: { templateText: 'Olá, 1 e 2 e 3!' } }),
			raw: (name: keyof typeof raw) => raw[name],
		};
		expect(() => plan(parameters as ItemParameters).next()).toThrow('has 3 placeholders');
	});

	const pending = { conversationId: 'k/1', message: { id: 'm 1', status: 'pending' } };
	/** The plan once the message is queued, 1,000 ms after the start of time. */
	function queued(waitForOutcome: unknown, body: IDataObject = pending) {
		const plan = planOf('conversation.start', { ...started, options: { waitForOutcome } });
		plan.next();
		return { plan, turn: plan.next(answered(body, 1_000)) };
	}
	const message = (status: string) => ({ id: 'm 1', status });

	test.each(['sent', 'delivered', 'read', 'failed', 'unheard_of', undefined])(
		'looks at the message until it is no longer pending, but %s',
		(status) => {
			const { plan, turn } = queued('30');
			expect(turn.value).toMatchObject({
				request: {
					...{ method: 'GET', path: '/conversations/k%2F1/messages/m%201' },
					...{ scope: 'inbox:read', record: { id: 'm 1' } },
				},
				afterMs: 1_500,
				until: 31_000,
			});
			expect(plan.next(answered(message('pending'), 2_600)).done).toBe(false);
			const answer = answered({ id: 'm 1', status }, 4_200);
			expect(plan.next(answer)).toMatchObject({
				done: true,
				value: { records: [{ record: { conversationId: 'k/1', message: { id: 'm 1', status } } }] },
			});
		},
	);

	test('gives a message out as it was last seen when time is up', () => {
		const { plan } = queued(3);
		expect(plan.next(answered({ id: 'm 1', status: 'pending' }, 3_600)).value).toMatchObject({
			...{ afterMs: 400, until: 4_000 },
		});
		const end = plan.next(answered({ ...message('pending'), text: 'late' }, 4_000));
		expect(end.value).toMatchObject({
			records: [{ record: { message: { text: 'late' } }, answer: { at: 1_000 } }],
		});
	});

	test('says what could not be read, and keeps what is known', () => {
		const { plan } = queued(30);
		plan.next(answered({ ...message('pending'), text: 'seen' }, 2_600));
		const failure = new RequestFailed({ method: 'GET', path: '/' }, undefined, {
			attempts: 1,
			tookMs: 0,
		});
		expect(plan.throw(failure)).toMatchObject({
			done: true,
			value: {
				records: [{ record: { conversationId: 'k/1', message: { text: 'seen' } } }],
				missed: { error: failure, what: expect.stringContaining('was queued') },
			},
		});
		const own = new Error('cancelled');
		expect(() => queued(30).plan.throw(own)).toThrow(own);
	});

	test.each<[unknown, IDataObject]>([
		[0, pending],
		['0', pending],
		['', pending],
		[undefined, pending],
		[30, {}],
		[30, { conversationId: 'k' }],
		[30, { message: { id: 'm' } }],
		[30, { conversationId: 'k', message: 'm' }],
	])('waiting %p with %j looks at nothing', (seconds, body) => {
		const { turn } = queued(seconds, body);
		expect(turn).toMatchObject({ done: true, value: { records: [{ record: body }] } });
	});

	test('tells by which channel the conversation goes, if the answer names one', () => {
		const { sendersIn, send } = firstRequest('conversation.start', {
			...started,
			additionalFields: { channelId: located('ch1') },
		});
		const channel = 'channel:ch1';
		expect(send?.via).toBe(channel);
		expect(sendersIn?.({ conversationId: 'k' })).toEqual([
			{ conversation: 'conversation:k', channel },
		]);
		expect(sendersIn?.({})).toEqual([]);
	});

	test('counts as a send of its channel, and as one that opens a conversation', () => {
		const request = (values: Values) =>
			firstRequest('conversation.start', { ...started, ...values });
		const { send, recordKeys } = request({ additionalFields: { channelId: 'ch1' } });
		expect(send).toEqual({ via: 'channel:ch1', opensConversation: true });
		expect(request({}).send?.via).toBe('channel:');
		expect(recordKeys).toHaveLength(1);
		expect(recordKeys?.[0]).toMatch(/^contacts\/\d+$/);
		expect(recordKeys).toEqual(request({ phone: '+55 11 98765-4321' }).recordKeys);
	});
});

describe('Conversation: Get Many', () => {
	pinned('conversation.getAll', [
		['without filters', {}, 'GET /conversations'],
		[
			'of a contact',
			{ filters: { contactId: located('c/1') } },
			'GET /conversations?{"contactId":"c/1"}',
		],
		[
			'more query',
			{ options: { additionalQuery: '{"limit":10,"open":true}' } },
			'GET /conversations?{"open":"true","limit":"10"}',
		],
		...unmoved((value) => ({ options: { additionalQuery: value } }), 'GET /conversations'),
	]);
	refused('conversation.getAll', [
		[{ filters: { contactId: located('') } }, '“Contact” is empty'],
		[{ options: { additionalQuery: '[]' } }, '“Additional Query” is not a JSON object'],
	]);
});

describe('Message', () => {
	pinned('message.get', [
		[
			'by IDs',
			{ conversationId: located('k/1'), messageId: 'm/1' },
			'GET /conversations/k%2F1/messages/m%2F1',
		],
		['numbers', { conversationId: 1, messageId: 2 }, 'GET /conversations/1/messages/2'],
	]);
	refused('message.get', [
		[{ messageId: 'm' }, '“Conversation” is empty'],
		[{ conversationId: 'k', messageId: '' }, '“Message ID” is empty'],
	]);
	test('message.get says where each ID can come from', () => {
		const remedyOf = (values: Values) =>
			refusalOf(() => firstRequest('message.get', values)).remedy;
		expect(remedyOf({ messageId: 'm' })).toMatch(/^Pick one from the list or give its ID\./);
		expect(remedyOf({ conversationId: 'k' })).toMatch(/^Give the ID\./);
	});
	pinned('message.send', [
		[
			'a text, as written',
			{ conversationId: located('k/1'), text: ' Olá\n' },
			'POST /conversations/k%2F1/messages',
			'{"text":" Olá\\n"}',
		],
		[
			'a number',
			{ conversationId: 'k', text: 5 },
			'POST /conversations/k/messages',
			'{"text":"5"}',
		],
		[
			'with more',
			{
				conversationId: 'k',
				text: 'a',
				options: { additionalBody: '{"text":"b","internal":true}' },
			},
			'POST /conversations/k/messages',
			'{"text":"b","internal":true}',
		],
		...unmoved(
			(value) => ({ conversationId: 'k', text: 'a', options: { additionalBody: value } }),
			'POST /conversations/k/messages',
			'{"text":"a"}',
		),
	]);
	refused('message.send', [
		[{ text: 'a' }, '“Conversation” is empty'],
		[{ conversationId: 'k', text: '' }, '“Text” is empty'],
		[{ conversationId: 'k', text: ' \n' }, '“Text” is empty'],
		[{ conversationId: 'k', text: undefined }, '“Text” is empty'],
		[{ conversationId: 'k', text: { a: 1 } }, '“Text” takes a text, but got an object'],
	]);

	test('counts as a send within a conversation', () => {
		const { send } = firstRequest('message.send', { conversationId: 'k', text: 'a' });
		expect(send).toEqual({ via: 'conversation:k', opensConversation: false });
	});
});

describe('Channel', () => {
	pinned('channel.getAll', [
		['all of them', {}, 'GET /channels'],
		['no filter is known', { filters: { status: 'open', search: 'x' } }, 'GET /channels'],
		[
			'more query',
			{ options: { additionalQuery: { kind: 'official' } } },
			'GET /channels?{"kind":"official"}',
		],
		...unmoved((value) => ({ options: { additionalQuery: value } }), 'GET /channels'),
	]);
	refused('channel.getAll', [
		[
			{ options: { additionalQuery: 'x' } },
			`“Additional Query” is not valid JSON: Unexpected token 'x', "x"`,
		],
	]);
});

test('a list of conversations tells by which channel each goes, where it does', () => {
	const { sendersIn } = firstRequest('conversation.getAll', {});
	const data = [
		{ id: 'a', channelId: 'ch1' },
		{ id: 7, channelId: 8 },
		{ id: 'b' },
		{ channelId: 'ch1' },
		null,
		'c',
	];
	expect(sendersIn?.({ data })).toEqual([
		{ conversation: 'conversation:a', channel: 'channel:ch1' },
		{ conversation: 'conversation:7', channel: 'channel:8' },
	]);
	expect(sendersIn?.({ data: 'none' })).toEqual([]);
});

describe('Conversation: Get', () => {
	const all = Array.from({ length: 50 }, (_, n) => ({ id: `v${n}`, contactId: `c${n}` }));
	/** A service with so many conversations, two to a page, and the contacts of all but the first. */
	const get = (id: unknown, count = 50, options: object = {}) =>
		carriedOut(
			'conversation.get',
			{ conversationId: located(id), options },
			({ path, query = {} }) => {
				if (path !== '/conversations') {
					return path === '/contacts/c0'
						? refusal(404, 'resource_not_found')
						: { id: path.split('/').at(-1), name: 'Ana' };
				}
				const from = Number(query.cursor ?? 0);
				const hasMore = from + 2 < count;
				return { data: all.slice(0, count).slice(from, from + 2), hasMore, nextCursor: from + 2 };
			},
		);

	test('reads pages until the conversation is there, and no further', () => {
		const { lines, records, steps } = get('v4');
		expect(records).toEqual([{ id: 'v4', contactId: 'c4' }]);
		expect(lines).toEqual([
			...['GET /conversations', 'GET /conversations?cursor=2', 'GET /conversations?cursor=4'],
		]);
		for (const { sharedAs, inRunOnly } of steps)
			expect([sharedAs?.({ a: 1 }), inRunOnly]).toEqual([{ a: 1 }, true]);
	});

	test('reads at most 20 pages, and says how many conversations they held', () => {
		expect(get('v39').lines).toHaveLength(20);
		expect(get('v39').lines.filter((line) => line.includes('cursor'))).toHaveLength(19);
		for (const [id, count, searched, isWhole] of [
			...([['v40', 50, 40, false]] as const),
			...([['x', 40, 40, true]] as const),
			...([['x', 3, 3, true]] as const),
		]) {
			let error: unknown;
			try {
				get(id, count);
			} catch (caught) {
				error = caught;
			}
			expect(error).toBeInstanceOf(NotListed);
			expect(error).toMatchObject({ record: { id }, searched, isWhole });
		}
	});

	test('adds the contact where it is wanted, null where it is not seen', () => {
		const options = { includeContact: true };
		expect(get('v1', 50, options)).toMatchObject({
			lines: ['GET /conversations', 'GET /contacts/c1'],
			records: [{ id: 'v1', _contact: { id: 'c1', name: 'Ana' } }],
		});
		expect(get('v0', 50, options).records[0]?._contact).toBeNull();
	});

	test('has no contact where the conversation names none', () => {
		for (const contactId of [undefined, null, '', { id: 'c' }]) {
			const { records, lines } = carriedOut(
				'conversation.getAll',
				{ options: { includeContact: true }, returnAll: true },
				() => ({ data: [{ id: 'v', contactId } as IDataObject], hasMore: false }),
			);
			expect([records[0]?._contact, lines]).toEqual([null, ['GET /conversations']]);
		}
	});

	test('fails where the contact could not be read for another reason', () => {
		const failure = refusal(401, 'invalid_api_token');
		expect(() =>
			carriedOut(
				'conversation.get',
				{ conversationId: 'v1', options: { includeContact: true } },
				({ path }) => (path === '/conversations' ? { data: all, hasMore: false } : failure),
			),
		).toThrow(failure);
	});

	refused('conversation.get', [[{}, '“Conversation” is empty']]);
});
