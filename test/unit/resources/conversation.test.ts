import type { IDataObject } from 'n8n-workflow';
import type { PreparedItem } from '../../../nodes/CustomerRelationship/resources/shared/operation';
import type { ItemParameters } from '../../../nodes/CustomerRelationship/resources/shared/parameters';
import type { Answer } from '../../../nodes/CustomerRelationship/transport/answer';
import { NotFoundInList } from '../../../nodes/CustomerRelationship/transport/pages';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import type { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { refusalOf } from '../fields/refusals';
import {
	answered,
	carriedOut,
	firstRequest,
	located,
	lost,
	notSent,
	operationOf,
	judgingParametersOf,
	prepared,
	refusal,
	type Asked,
	type Values,
} from './requests';

const started = { phone: '(11) 98765-4321', templateName: 'oi', templateLanguage: 'pt_BR' };

describe('Conversation: Start', () => {
	test.each(['Olá, {{1}} e {{2}}!', '=Olá, {{1}} e {{2}}!'])(
		'fills the variables of %j in, which n8n’s editor may have made an expression',
		(templateText) => {
			const given = {
				...{ ...started, templateText, templateParams: { param: [{ value: 'hidden' }] } },
				templateVariables: { value: { 2: 'Bia', 1: 'Ana' } },
			};
			// Worked out it would have lost them.
			const raw = (name: string) => (given as Values)[name];
			const worked = { ...judgingParametersOf({ ...given, templateText: 'Olá, 1 e 2!' }), raw };
			const made = operationOf('conversation', 'start').prepare(
				worked as ItemParameters,
			) as PreparedItem;
			expect(made.intent.message?.preview).toBe('Olá, Ana e Bia!');
			const { body } = firstRequest('conversation.start', given);
			expect(body?.template).toEqual({ name: 'oi', language: 'pt_BR', params: ['Ana', 'Bia'] });
		},
	);

	const pending = { conversationId: 'k/1', message: { id: 'm 1', status: 'pending' } };
	/** Sends, with the message queued 1,000 ms after the start of time; then come the looks at it. */
	async function sent(waitForOutcome: unknown, looks: Array<Answer | Error>, body = pending) {
		const { perform } = prepared('conversation.start', { ...started, options: { waitForOutcome } });
		const answers = [answered(body, 1_000), ...looks];
		const steps: Asked[] = [];
		const output = await perform(async (request, options = {}) => {
			steps.push({ request, options });
			const answer = answers.shift() ?? new Error('There is no further answer');
			if (answer instanceof Error) throw answer;
			return answer;
		});
		return { output, looks: steps.slice(1) };
	}
	const message = (status?: string) => ({ id: 'm 1', status });

	test.each(['sent', 'delivered', 'read', 'failed', 'unheard_of', undefined])(
		'reads the message until it is no longer pending, but %s',
		async (status) => {
			const { output, looks } = await sent('30', [
				answered(message('pending'), 2_600),
				answered(message(status), 4_200),
			]);
			const look = {
				request: {
					...{ method: 'GET', path: '/conversations/k%2F1/messages/m%201' },
					...{ scope: 'inbox:read', record: { id: 'm 1' } },
				},
				options: { afterMs: 1_500, deadline: 31_000 },
			};
			expect(looks).toMatchObject([look, look]);
			expect(output).toMatchObject({
				records: [{ record: { conversationId: 'k/1', message: message(status) } }],
			});
		},
	);

	test('returns the message as last read when time is up', async () => {
		const { output, looks } = await sent(3, [
			answered(message('pending'), 3_600),
			answered({ ...message('pending'), text: 'late' }, 4_000),
		]);
		expect(looks[1]?.options).toMatchObject({ afterMs: 400, deadline: 4_000 });
		expect(output).toMatchObject({
			records: [{ record: { message: { text: 'late' } }, answer: { receivedAt: 1_000 } }],
		});
	});

	test('reports a failed read of the outcome, and keeps what is known', async () => {
		const failure = notSent();
		const seen = answered({ ...message('pending'), text: 'seen' }, 2_600);
		const { output } = await sent(30, [seen, failure]);
		expect(output).toMatchObject({
			records: [{ record: { conversationId: 'k/1', message: { text: 'seen' } } }],
			unreadExtra: { error: failure, what: expect.stringContaining('was queued') },
		});
		const own = new Error('cancelled');
		await expect(sent(30, [own])).rejects.toThrow(own);
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
	])('waiting %p with %j reads no message', async (seconds, body) => {
		const { output, looks } = await sent(seconds, [], body as typeof pending);
		expect([output.records.map(({ record }) => record), looks]).toEqual([[body], []]);
	});

	test('counts as a send of its channel, and as one that opens a conversation', () => {
		const request = (values: Values) =>
			firstRequest('conversation.start', { ...started, ...values });
		const { messageSend, channelsIn, record } = request({
			additionalFields: { channelId: 'ch1' },
		});
		expect(record).toEqual({ param: 'channelId', id: 'ch1' });
		expect(request({}).record).toBeUndefined();
		expect(messageSend).toEqual({ via: 'channel:ch1', opensConversation: true });
		expect(request({}).messageSend?.via).toBe('channel:');
		expect(channelsIn?.({ conversationId: 'k' })).toEqual([
			{ conversation: 'conversation:k', channel: 'channel:ch1' },
		]);
		expect(channelsIn?.({})).toEqual([]);
	});

	const intentOf = (values: Values) =>
		prepared('conversation.start', { ...started, ...values }).intent;

	test('counts once for a phone by its template, or by its word whatever the template', () => {
		const idOf = (templateName: string, countsAs?: string) =>
			intentOf({ templateName, options: countsAs ? { countsAs } : {} }).message?.oncePerPhoneId;
		expect(idOf('oi')).not.toBe(idOf('tchau'));
		expect(idOf('oi', 'promo')).toBe(idOf('tchau', 'promo'));
		expect(idOf('oi', 'promo')).not.toBe(idOf('oi', 'aviso'));
	});

	test('reads the contact before it writes only where a day is remembered', () => {
		const daysBetween = { rule: { days: 7, rememberIn: 'last' } };
		expect(intentOf({ whoGetsIt: { daysBetween } }).readsBeforeWriting).toBe(true);
		expect(intentOf({}).readsBeforeWriting).toBeUndefined();
	});

	test('shows no text of a template that Your Own JSON replaces', () => {
		const additionalBody = { template: { name: 'tchau' } };
		const values = { templateText: 'Olá!', additionalFields: { additionalBody } };
		expect(intentOf(values).message?.preview).toBeUndefined();
	});

	test('warns of rows whose text has changed', () => {
		const schema = [{ id: '1', displayName: '{{1}} in “Tchau {{1}}”' }];
		const templateVariables = { value: { 1: 'Ana' }, schema };
		const { warnings } = intentOf({ templateText: 'Olá {{1}}!', templateVariables });
		expect(warnings).toMatchObject([{ description: expect.stringContaining('Tchau') }]);
	});

	test('an answer to an earlier send is told as such', () => {
		expect(operationOf('conversation', 'start').alreadyDone).toEqual({
			what: 'Nothing was sent now',
			why: expect.stringContaining('took this very message before'),
		});
	});

	test('locks the contact of its phone, however that is written', () => {
		const locksOf = (phone: string) =>
			prepared('conversation.start', { ...started, phone }).intent.locks;
		const locks = locksOf(started.phone);
		expect(locks).toEqual([expect.stringMatching(/^contacts\/\d+$/)]);
		expect(locks).toEqual(locksOf('+55 11 98765-4321'));
	});
});

test('a message counts as a send within its conversation', () => {
	const { messageSend } = firstRequest('message.send', { conversationId: 'k', text: 'a' });
	expect(messageSend).toEqual({ via: 'conversation:k', opensConversation: false });
});

test('a free text keeps its rules, and locks no conversation', () => {
	const values = { conversationId: 'k', text: 'a', options: { maxMessages: 5 } };
	const { target, message } = prepared('message.send', values).intent;
	expect(target).toBeUndefined();
	expect(message).toMatchObject({ isTemplate: false, rules: { maxMessages: 5 } });
});

test('answers that name a conversation and its contact tell the link', () => {
	const { linksIn } = firstRequest('conversation.getAll', {});
	const link = { name: 'contact of conversation a', id: 'c' };
	const data = [{ id: 'a', contactId: 'c' }, { id: 7, contactId: 8 }, { id: 'b' }];
	expect(
		linksIn?.({ data: [...data, { contactId: 'c' }, { id: 'd', contactId: '' }, null] }),
	).toEqual([link, { name: 'contact of conversation 7', id: '8' }]);
	expect(linksIn?.({ data: 'none' })).toEqual([]);
	const sent = firstRequest('conversation.start', started).linksIn;
	expect(sent?.({ conversationId: 'a', contactId: 'c' })).toEqual([link]);
	expect(sent?.({ conversationId: 'a' })).toEqual([]);
});

test('a list of conversations tells the channel of each that has one', () => {
	const { channelsIn } = firstRequest('conversation.getAll', {});
	const data = [
		{ id: 'a', channelId: 'ch1' },
		{ id: 7, channelId: 8 },
		{ id: 'b' },
		{ channelId: 'ch1' },
		null,
		'c',
	];
	expect(channelsIn?.({ data })).toEqual([
		{ conversation: 'conversation:a', channel: 'channel:ch1' },
		{ conversation: 'conversation:7', channel: 'channel:8' },
	]);
	expect(channelsIn?.({ data: 'none' })).toEqual([]);
});

describe('Conversation: Get', () => {
	const all = Array.from({ length: 50 }, (_, n) => ({ id: `v${n}`, contactId: `c${n}` }));
	/** A service with so many conversations, two to a page, and the contacts of all but the first. */
	const get = async (
		id: unknown,
		count = 50,
		options: object = {},
		{ linkedId, itemCount }: { linkedId?: string; itemCount?: number } = {},
	) =>
		await carriedOut(
			'conversation.get',
			{ conversationId: located(id), options },
			({ path, query = {} }) => {
				if (path !== '/conversations') {
					return path === '/contacts/c0'
						? refusal(404, 'resource_not_found')
						: { id: path.split('/').at(-1), name: 'Ana' };
				}
				const status = Number(query.contactId);
				if (status > 0) return refusal(status, 'contact_not_found');
				const from = Number(query.cursor ?? 0);
				const listed = all
					.slice(0, count)
					.filter(({ contactId }) => [undefined, contactId].includes(query.contactId));
				const hasMore = from + 2 < listed.length;
				return { data: listed.slice(from, from + 2), hasMore, nextCursor: from + 2 };
			},
			{
				itemCount,
				links:
					linkedId === undefined ? {} : { [`contact of conversation ${String(id)}`]: linkedId },
			},
		);

	test('reads pages until one holds the conversation', async () => {
		const { lines, records, steps } = await get('v4');
		expect(records).toEqual([{ id: 'v4', contactId: 'c4' }]);
		expect(lines).toEqual([
			...['GET /conversations', 'GET /conversations?cursor=2', 'GET /conversations?cursor=4'],
		]);
		for (const { options } of steps)
			expect([options.cacheAs?.({ a: 1 }), options.cacheFor]).toEqual([{ a: 1 }, 'run']);
	});

	test.each([
		['v39', undefined, 20],
		['v39', '', 20],
		['v43', '22', 22],
		['v5', 3, 3],
		['v0', 500, 1],
	])('finds %s with Max Pages %p on page %d', async (id, maxPages, page) => {
		expect((await get(id, 50, { maxPages })).lines).toHaveLength(page);
	});

	test.each([
		['v40', 50, 20, 40, false],
		['v6', 50, 3, 6, false],
		['x', 40, 20, 40, true],
		['x', 3, 500, 3, true],
	])(
		'%s of %d is not found on %d pages with %d conversations; the list is whole: %p',
		async (id, count, maxPages, searched, isWhole) => {
			const told = expect.objectContaining({
				record: expect.objectContaining({ id }),
				plural: 'conversations',
				...{ searched, isWhole },
			});
			await expect(get(id, count, { maxPages })).rejects.toThrow(NotFoundInList);
			await expect(get(id, count, { maxPages })).rejects.toThrow(told);
		},
	);

	test.each([0, 501, -1, 1.5, '2,5', 'all'])('refuses %p as Max Pages', (maxPages) => {
		const values = { conversationId: 'v0', options: { maxPages } };
		expect(refusalOf(() => firstRequest('conversation.get', values)).message).toBe(
			'“Max Pages” is not a whole number from 1 to 500',
		);
	});

	describe('whose contact is known', () => {
		const LIST = 'GET /conversations';
		const of = (contact: string) => `GET /conversations?contactId=${contact}`;

		type Known = [string, string, { linkedId?: string; itemCount?: number }, string[]];
		test.each<Known>([
			['is looked for among its contact’s', 'v39', { linkedId: 'c39' }, [of('c39')]],
			['is looked for in the list without a link', 'v0', {}, [LIST]],
			['that is not among its contact’s', 'v0', { linkedId: 'c7' }, [of('c7'), LIST]],
			...[400, 403, 404].map((status): Known => {
				const linkedId = String(status);
				return [`is refused with ${status}`, 'v0', { linkedId }, [of(linkedId), LIST]];
			}),
			['as one of 20 items', 'v0', { linkedId: 'c0', itemCount: 20 }, [of('c0')]],
			['as one of 21 items', 'v0', { linkedId: 'c0', itemCount: 21 }, [LIST]],
		])('%s', async (_, id, known, expected) => {
			const { lines, records } = await get(id, 50, {}, known);
			expect(lines).toEqual(expected);
			expect(records).toEqual([{ id, contactId: id.replace('v', 'c') }]);
		});

		test('is found behind the last page of the list, however many items there are', async () => {
			const known = { linkedId: 'c40', itemCount: 30 };
			const { lines, records } = await get('v40', 50, {}, known);
			expect([lines.length, lines.at(-1)]).toEqual([21, of('c40')]);
			expect(records).toEqual([{ id: 'v40', contactId: 'c40' }]);
		});

		test.each([1, 30])(
			'is told as missing where neither has it, of %d items',
			async (itemCount) => {
				const known = { linkedId: 'c1', itemCount };
				await expect(get('x', 3, {}, known)).rejects.toMatchObject({ searched: 3, isWhole: true });
			},
		);

		test.each<[string, RequestFailed, RequestFailed]>([
			['without an answer', lost(), refusal(404, 'never_asked')],
			['before it was asked', notSent(), refusal(404, 'never_asked')],
			[
				'without the scope for the list either',
				refusal(403, 'of_contact'),
				refusal(403, 'of_list'),
			],
		])('fails %s', async (_, ofContact, ofList) => {
			const serve = ({ query }: ApiRequest) => (query?.contactId ? ofContact : ofList);
			const known = { links: { 'contact of conversation v1': 'c1' } };
			const getting = carriedOut('conversation.get', { conversationId: 'v1' }, serve, known);
			const failure = ofContact.refusal ? ofList : ofContact;
			await expect(getting).rejects.toBe(failure);
		});

		test('has its contact added with one more request', async () => {
			const { lines, records } = await get('v1', 50, { includeContact: true }, { linkedId: 'c1' });
			expect(lines).toEqual([of('c1'), 'GET /contacts/c1']);
			expect(records[0]?._contact).toEqual({ id: 'c1', name: 'Ana' });
		});
	});

	test('adds the contact where it is wanted, null where it is not visible', async () => {
		const options = { includeContact: true };
		expect(await get('v1', 50, options)).toMatchObject({
			lines: ['GET /conversations', 'GET /contacts/c1'],
			// It may have changed by the next run.
			steps: [{}, { options: { cacheAs: expect.any(Function), cacheFor: 'run' } }],
			records: [{ id: 'v1', _contact: { id: 'c1', name: 'Ana' } }],
		});
		expect((await get('v0', 50, options)).records[0]?._contact).toBeNull();
	});

	test.each([undefined, null, '', { id: 'c' }])(
		'adds null without a request where contactId is %j',
		async (contactId) => {
			const { records, lines } = await carriedOut(
				'conversation.getAll',
				{ options: { includeContact: true }, returnAll: true },
				() => ({ data: [{ id: 'v', contactId } as IDataObject], hasMore: false }),
			);
			expect([records[0]?._contact, lines]).toEqual([null, ['GET /conversations']]);
		},
	);

	test('fails where reading the contact fails for another reason', async () => {
		const failure = refusal(401, 'invalid_api_token');
		const getting = carriedOut(
			'conversation.get',
			{ conversationId: 'v1', options: { includeContact: true } },
			({ path }) => (path === '/conversations' ? { data: all, hasMore: false } : failure),
		);
		await expect(getting).rejects.toThrow(failure);
	});
});
