import type { IDataObject } from 'n8n-workflow';
import type { ItemParameters } from '../../../nodes/CustomerRelationship/resources/operation';
import { NotListed } from '../../../nodes/CustomerRelationship/transport/pages';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import {
	answered,
	carriedOut,
	firstRequest,
	located,
	operationOf,
	parametersOf,
	planOf,
	refusal,
	type Values,
} from './requests';

const started = { phone: '(11) 98765-4321', templateName: 'oi', templateLanguage: 'pt_BR' };

describe('Conversation: Start', () => {
	test('is checked as it was pasted, though n8n’s editor made an expression of it', () => {
		const { plan } = operationOf('conversation', 'start');
		const raw = { additionalFields: { templateText: '=Olá, {{1}} e {{2}} e {{3}}!' } };
		const parameters = {
			...parametersOf({ ...started, additionalFields: { templateText: 'Olá, 1 e 2 e 3!' } }),
			raw: (name: keyof typeof raw) => raw[name],
		};
		expect(() => plan(parameters as ItemParameters).next()).toThrow('“Template Text” has 3');
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

	test('counts as a send of its channel, and as one that opens a conversation', () => {
		const request = (values: Values) =>
			firstRequest('conversation.start', { ...started, ...values });
		const { send, sendersIn, recordKeys } = request({ additionalFields: { channelId: 'ch1' } });
		expect(send).toEqual({ via: 'channel:ch1', opensConversation: true });
		expect(request({}).send?.via).toBe('channel:');
		expect(sendersIn?.({ conversationId: 'k' })).toEqual([
			{ conversation: 'conversation:k', channel: 'channel:ch1' },
		]);
		expect(sendersIn?.({})).toEqual([]);
		expect(recordKeys).toEqual([expect.stringMatching(/^contacts\/\d+$/)]);
		expect(recordKeys).toEqual(request({ phone: '+55 11 98765-4321' }).recordKeys);
	});
});

test('a message counts as a send within its conversation', () => {
	const { send } = firstRequest('message.send', { conversationId: 'k', text: 'a' });
	expect(send).toEqual({ via: 'conversation:k', opensConversation: false });
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

	test('reads at most 20 pages', () => {
		expect(get('v39').lines).toHaveLength(20);
		expect(get('v39').lines.filter((line) => line.includes('cursor'))).toHaveLength(19);
	});

	test.each([
		['v40', 50, 40, false],
		['x', 40, 40, true],
		['x', 3, 3, true],
	])('%s of %d is not among the %d searched; those are all: %p', (id, count, searched, isWhole) => {
		const told = expect.objectContaining({
			record: expect.objectContaining({ id }),
			searched,
			isWhole,
		});
		expect(() => get(id, count)).toThrow(NotListed);
		expect(() => get(id, count)).toThrow(told);
	});

	test('adds the contact where it is wanted, null where it is not seen', () => {
		const options = { includeContact: true };
		expect(get('v1', 50, options)).toMatchObject({
			lines: ['GET /conversations', 'GET /contacts/c1'],
			records: [{ id: 'v1', _contact: { id: 'c1', name: 'Ana' } }],
		});
		expect(get('v0', 50, options).records[0]?._contact).toBeNull();
	});

	test.each([undefined, null, '', { id: 'c' }])('has no contact where it names %j', (contactId) => {
		const { records, lines } = carriedOut(
			'conversation.getAll',
			{ options: { includeContact: true }, returnAll: true },
			() => ({ data: [{ id: 'v', contactId } as IDataObject], hasMore: false }),
		);
		expect([records[0]?._contact, lines]).toEqual([null, ['GET /conversations']]);
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
});
