/** What each rule about the receiver decides and says; against the service: `test/engine/whoGetsIt.test.ts`. */
import { answer, cut, execution, pending, refusal, start } from '../execution';
import type { Told } from '../nodeContext';

const PHONE = '11987654321';
const ANOTHER = '11987654322';
const UNKNOWN_TEXT =
	'No contact that the access token can see has this phone. Such phones get a message only if Unknown Contacts, under Who Gets It, is Send, and Only If Tagged is not there.';
const HIDDEN_TEXT =
	'No contact that the access token can see has this phone, and in this run it turned out that the token does not see all contacts. Use a manager’s token.';
const HIDDEN_HINT =
	'The access token does not see all contacts: a phone that looked unknown belongs to a contact hidden from it, which Who Gets It might keep back. So no further message was begun to an unknown phone in this run. Use a manager’s token, or set Unknown Contacts to Skip.';
const UNCHECKED_TEXT =
	'No contact that the access token can see has this phone, and in this run it could not be checked whether the token sees all contacts. Run this item again.';
const UNCHECKED_HINT =
	'It could not be checked whether the access token sees all contacts: the contact of a phone that looked unknown could not be read. So no further message was begun to an unknown phone in this run: one may belong to a contact hidden from the token, which Who Gets It might keep back. Run the items that were not sent again, or set Unknown Contacts to Skip.';

interface Service {
	contacts?: object[];
	/** What a message is answered with, besides the usual. */
	message?: object;
	/** The answer to a read of a contact by its ID. */
	contact?: () => unknown;
	patch?: () => unknown;
	/** The answer to a search, if not the contacts. */
	search?: () => unknown;
	send?: () => unknown;
}

const serviceWith =
	({ contacts = [], message, contact, patch, search, send }: Service): Told['service'] =>
	({ method, url }) => {
		if (url.endsWith('/conversations'))
			return send?.() ?? answer({ ...pending, contactId: 'c', ...message }, 202);
		if (method === 'PATCH') return patch?.() ?? answer({ id: 'c' });
		if (url.includes('search='))
			return search?.() ?? answer({ data: contacts, hasMore: false, nextCursor: null });
		return contact?.() ?? answer({ id: 'c' });
	};

/** Sends to each phone under some rules. */
function sending(
	whoGetsIt: object,
	service: Service,
	{
		phones = [PHONE],
		options = {},
		...told
	}: { phones?: string[]; options?: object } & Partial<Told> = {},
) {
	const run = execution({
		items: phones.map((phone) =>
			start({ phone, whoGetsIt, options: { maxWaitSeconds: 0, ...options } }),
		),
		service: serviceWith(service),
		...told,
	});
	return {
		...run,
		jsons: async () => (await run.output).map(({ json }) => json),
		hints: async () => {
			await run.output;
			return run.context.hints.map(({ message }) => message);
		},
	};
}

describe('rules about tags', () => {
	const vip = { id: 'c', phone: PHONE, tags: ['VIP'] };

	test.each([
		[
			{ notIfTagged: 'opted_out, vip' },
			'tagged',
			'The contact has the tag “vip”, which Not If Tagged names.',
			'Nothing was sent for 1 item whose contact has a tag of Not If Tagged.',
		],
		[
			{ onlyIfTagged: 'vip, novo' },
			'not_tagged',
			'The contact does not have the tag “novo”, which Only If Tagged names.',
			'Nothing was sent for 1 item whose contact lacks a tag of Only If Tagged.',
		],
	])('%j: is not sent, and says which tag', async (whoGetsIt, reason, reasonText, hint) => {
		const { jsons, hints } = sending(whoGetsIt, { contacts: [vip] });
		expect(await jsons()).toEqual([
			{ sentNow: false, reason, reasonText, phone: expect.any(String) },
		]);
		expect(await hints()).toEqual([hint]);
	});

	test('the tags of all contacts with the phone count together', async () => {
		const contacts = [vip, { id: 'd', phone: PHONE, tags: ['novo'] }];
		const { jsons } = sending({ onlyIfTagged: 'vip, novo' }, { contacts });
		expect(await jsons()).toMatchObject([{ sentNow: true }]);
	});

	test('a contact with exactly the phone counts, and others with or without the 9 do not', async () => {
		const shorter = { id: 'd', phone: '+551187654321', tags: ['opted_out'] };
		const exact = { id: 'c', phone: '+5511987654321', tags: [] };
		const sent = async (contacts: object[]) =>
			await sending({ notIfTagged: 'opted_out' }, { contacts }).jsons();
		expect(await sent([shorter, exact])).toMatchObject([{ sentNow: true }]);
		expect(await sent([shorter])).toMatchObject([{ sentNow: false, reason: 'tagged' }]);
	});

	test('a contact without an ID ends the item', async () => {
		const { failure } = sending({ notIfTagged: 'x' }, { contacts: [{ phone: PHONE, tags: [] }] });
		expect((await failure()).message).toContain('a contact in it has no ID');
	});

	test('a contact without a list of tags ends the item', async () => {
		for (const whoGetsIt of [{ notIfTagged: 'x' }, { onlyIfTagged: 'x' }]) {
			const { failure } = sending(whoGetsIt, { contacts: [{ id: 'c', phone: PHONE }] });
			expect((await failure()).message).toContain('a record in it has no list of tags');
		}
	});
});

describe('Unknown Contacts', () => {
	const send = { notIfTagged: 'x', unknownContacts: 'send' };
	const notSeen = () => refusal(404, 'resource_not_found');

	test.each([
		['without it', { notIfTagged: 'x' }],
		['with Skip', { unknownContacts: 'skip' }],
		['where Only If Tagged needs a contact', { ...send, onlyIfTagged: 'vip' }],
	])('%s a phone that no contact has gets nothing', async (_, whoGetsIt) => {
		const { jsons, hints } = sending(whoGetsIt, {});
		expect(await jsons()).toMatchObject([
			{ sentNow: false, reason: 'unknown_contact', reasonText: UNKNOWN_TEXT },
		]);
		expect(await hints()).toEqual([
			'Nothing was sent for 1 item whose phone belongs to no contact that the access token can see.',
		]);
	});

	test('once a hidden contact was written to, no further unknown phone is', async () => {
		const { jsons, hints, lines } = sending(
			send,
			{ message: { contactCreated: false }, contact: notSeen },
			{ phones: [PHONE, ANOTHER] },
		);
		expect(await jsons()).toMatchObject([
			{ sentNow: true },
			{ sentNow: false, reason: 'unknown_contact', reasonText: HIDDEN_TEXT },
		]);
		expect((await hints())[0]).toBe(HIDDEN_HINT);
		expect(lines().filter((line) => line === 'GET /contacts/c')).toHaveLength(1);
	});

	test('a contact that could not be read is not called hidden, and no further unknown phone is written to', async () => {
		const { jsons, hints } = sending(
			send,
			{ message: { contactCreated: false }, contact: cut },
			{ phones: [PHONE, ANOTHER] },
		);
		expect(await jsons()).toMatchObject([
			{ sentNow: true },
			{ sentNow: false, reason: 'unknown_contact', reasonText: UNCHECKED_TEXT },
		]);
		expect((await hints())[0]).toBe(UNCHECKED_HINT);
	});

	test('whatever keeps a contact from being read, no further unknown phone is written to', async () => {
		const contact = () => {
			throw new Error('The credential could not be read');
		};
		const { jsons } = sending(
			send,
			{ message: { contactCreated: false }, contact },
			{ phones: [PHONE, ANOTHER], continueOnFail: true },
		);
		expect((await jsons())[1]).toMatchObject({ sentNow: false, reasonText: UNCHECKED_TEXT });
	});

	test.each([
		['created', { contactCreated: true }, notSeen, 0],
		['that the token sees', { contactCreated: false }, undefined, 2],
	])('a contact %s hides nothing', async (_, message, contact, reads) => {
		const { jsons, hints, lines } = sending(
			send,
			{ message, ...(contact && { contact }) },
			{ phones: [PHONE, ANOTHER] },
		);
		expect(await jsons()).toMatchObject([{ sentNow: true }, { sentNow: true }]);
		expect(await hints()).toEqual([]);
		expect(lines().filter((line) => line === 'GET /contacts/c')).toHaveLength(reads);
	});

	test('a later try knows what an earlier one found out', async () => {
		const common = {
			phones: [PHONE, ANOTHER],
			flow: {},
			accessToken: 'tries',
			continueOnFail: true,
		};
		const hidden = { message: { contactCreated: false }, contact: notSeen };
		let reads = 0;
		const search = () => ((reads += 1) === 2 ? refusal(403, 'permission_denied') : undefined);
		const first = sending(send, { ...hidden, search }, common);
		expect(await first.jsons()).toMatchObject([
			{ sentNow: true },
			{ details: { code: 'permission_denied' } },
		]);
		const second = sending(send, hidden, common);
		expect((await second.jsons())[1]).toMatchObject({ sentNow: false, reasonText: HIDDEN_TEXT });
		expect(second.lines()).toEqual([expect.stringMatching(/^GET .contacts.search/)]);
	});
});

describe('Days Between', () => {
	const weekly = { daysBetween: { rule: { days: 7, rememberIn: 'last' } } };
	const holding = (last: unknown, id = 'c') => ({
		...{ id, phone: PHONE, tags: [], customFields: { last } },
	});
	beforeEach(() =>
		jest.useFakeTimers({ now: new Date('2026-03-20T15:00:00Z'), advanceTimers: true }),
	);
	afterEach(() => jest.useRealTimers());

	test('says what the field holds, and when the next message may leave', async () => {
		const { jsons, hints } = sending(weekly, { contacts: [holding('2026-03-14')] });
		expect(await jsons()).toMatchObject([
			{
				sentNow: false,
				reason: 'too_soon',
				reasonText:
					'The contact’s field “last” holds 2026-03-14, so the next message may leave on 2026-03-21. Today is 2026-03-20.',
			},
		]);
		expect(await hints()).toEqual([
			'Nothing was sent for 1 item whose contact got a message more recently than Days Between allows.',
		]);
	});

	test('of several contacts the latest day tells when the next message may leave', async () => {
		const contacts = [holding('2026-03-14'), { ...holding('2026-03-19'), id: 'd' }];
		const [json] = await sending(weekly, { contacts }).jsons();
		expect(json?.reasonText).toContain('the next message may leave on 2026-03-26');
	});

	test.each([['2026-03-13'], ['2010-01-01'], [''], [null]])(
		'%j is long enough ago',
		async (last) => {
			expect(await sending(weekly, { contacts: [holding(last)] }).jsons()).toMatchObject([
				{ sentNow: true },
			]);
		},
	);

	test.each([['2009-12-31'], ['amanhã']])('%j is no day of a message', async (last) => {
		const { failure } = sending(weekly, { contacts: [holding(last)] });
		const { message, description } = await failure();
		expect(message).toBe(
			`“Remember In” names the field “last”, which holds “${last}” at contact “c”: not the day of a message`,
		);
		expect(description).toContain('The field must hold a date such as 2026-01-31, or nothing.');
	});

	test('another contact that got a message lately keeps it back, whatever this one holds', async () => {
		const contacts = [holding('amanhã'), holding('2026-03-19', 'd')];
		expect(await sending(weekly, { contacts }).jsons()).toMatchObject([{ reason: 'too_soon' }]);
	});

	test.each([undefined, null, 'x'])(
		'custom fields that are %j end the item',
		async (customFields) => {
			const contacts = [{ id: 'c', phone: PHONE, tags: [], customFields }];
			const { failure, lines } = sending(weekly, { contacts });
			expect((await failure()).message).toContain('a contact in it has no custom fields');
			expect(lines()).toEqual([expect.stringMatching(/^GET .contacts.search/)]);
		},
	);

	test('writes into all contacts with the phone, in the order of their IDs; the last day makes the key', async () => {
		const [a, b] = [holding('2026-01-01', 'a'), holding('2026-01-02', 'b')];
		const keyFor = async (contacts: object[], written: string[]) => {
			const { output, asked, lines } = sending(weekly, { contacts });
			await output;
			// The second write takes another turn, in which the first is made again: the search does not show it yet.
			expect([...new Set(lines().filter((line) => line.startsWith('PATCH')))]).toEqual(written);
			return asked.at(-1)?.headers?.['Idempotency-Key'];
		};
		const both = ['PATCH /contacts/a', 'PATCH /contacts/b'];
		const key = await keyFor([b, a], both);
		expect(key).toMatch(/^n8n-/);
		expect(await keyFor([a, b], both)).toBe(key);
		expect(await keyFor([b], both.slice(1))).toBe(key);
		expect(await keyFor([a], both.slice(0, 1))).not.toBe(key);
	});

	test.each([
		[
			answer(
				{
					error: {
						type: 'invalid_request_error',
						code: 'invalid_parameter',
						param: 'customFields.last',
						message: '',
					},
				},
				422,
			),
			true,
		],
		[refusal(403, 'permission_denied'), false],
	])(
		'a day that can’t be written sends nothing, and says what to do',
		async (refused, namesField) => {
			const { failure, lines } = sending(weekly, {
				contacts: [holding(null)],
				patch: () => refused,
			});
			const { message, description } = await failure();
			const failed =
				'Days Between writes the day into the contact before the message leaves. That failed, so nothing was sent.';
			const advice =
				' Choose another field under Remember In: a custom field of contacts that holds a date.';
			expect(description).toContain(namesField ? failed + advice : failed);
			expect(String(description).includes(advice)).toBe(namesField);
			expect(String(message).includes('Remember In')).toBe(namesField);
			expect(lines()).not.toContain('POST /conversations');
		},
	);

	test.each([
		[422, 'invalid_request_error', 'customFields.last', true],
		[403, 'permission_error', undefined, true],
		[401, 'authentication_error', undefined, true],
		[404, 'not_found_error', 'customFields.last', false],
		[422, 'invalid_request_error', undefined, false],
	])(
		'a day that is refused with %i %s (param %s) ends the run: %s',
		async (status, type, param, endsRun) => {
			const error = { type, code: 'brand_new', message: '', ...(param && { param }) };
			const { jsons } = sending(
				weekly,
				{ contacts: [holding(null)], patch: () => answer({ error }, status) },
				{ phones: [PHONE, PHONE], continueOnFail: true },
			);
			const [first, second] = await jsons();
			expect(first).toMatchObject({ details: { code: 'brand_new' } });
			const code = endsRun ? 'run_ended' : 'brand_new';
			expect(second).toMatchObject({ details: { code } });
		},
	);

	test('an item that another run may have sent is not sent, and a hint names it', async () => {
		const taken = () => refusal(422, 'idempotency_key_reused');
		const { jsons, hints } = sending(weekly, { contacts: [holding(null)], send: taken });
		const reasonText =
			'Another item or run with the same Remember In field has sent something to this phone, or tried to, since its contact was last remembered. The conversation shows whether it arrived. If it did not, clear that field of the contact, and run the item again 24 hours later.';
		expect(await jsons()).toMatchObject([{ sentNow: false, reason: 'already_tried', reasonText }]);
		expect((await hints())[0]).toBe(
			'Nothing was sent for 11987654321 [item 0] (the first item is 0): another item or run with the same Remember In field has sent something to their phones meanwhile, or tried to. The conversation in the service shows whether it arrived. If not, clear that field of their contacts, and run these items again 24 hours later.',
		);
	});

	test('a day that can’t be taken back is told with what to do', async () => {
		let patches = 0;
		const { failure } = sending(weekly, {
			contacts: [holding(null)],
			send: () => refusal(422, 'template_not_found'),
			contact: () => answer(holding('2026-03-20')),
			patch: () => ((patches += 1) === 1 ? answer({ id: 'c' }) : refusal(403, 'permission_denied')),
		});
		expect((await failure()).description).toContain(
			'the field “last” of its contact may hold a day that this item wrote. If the conversation shows no message of that day, clear the field to send this one.',
		);
	});

	test.each([
		['Once per Phone', { oncePerPhone: true }, {}, 'Turn Once per Phone off'],
		['Idempotency Key', {}, { idempotencyKey: 'own' }, 'Take the key out'],
	])('refuses %s beside it', async (label, more, options, remedy) => {
		const items = [start({ phone: PHONE, whoGetsIt: weekly, options, ...more })];
		const { message, description } = await execution({ items }).failure();
		expect(message).toBe(`“Days Between” and “${label}” are both given`);
		expect(description).toContain(remedy);
	});

	test.each([
		['refused', () => refusal(403, 'permission_denied'), []],
		['refused for its values', () => refusal(422, 'invalid_parameter'), []],
		['lost', cut, ['GET /contacts/c', 'PATCH /contacts/c']],
		[
			'met by an error of the service',
			() => refusal(500, 'internal_error'),
			['GET /contacts/c', 'PATCH /contacts/c'],
		],
	])(
		'a day whose write was %s is taken back only if it may stand there',
		async (_, patch, after) => {
			const contacts = [holding(null)];
			const contact = () => answer(holding('2026-03-20'));
			const { failure, lines } = sending(weekly, { contacts, patch, contact });
			await failure();
			expect(lines().slice(2)).toEqual(after);
		},
	);

	test('a day whose write was lost and then refused may stand there', async () => {
		const answers = [cut, () => refusal(403, 'permission_denied')];
		const { failure, lines } = sending(
			weekly,
			{
				contacts: [holding(null)],
				contact: () => answer(holding('2026-03-20')),
				patch: () => (answers.shift() ?? (() => answer({ id: 'c' })))(),
			},
			{ options: { maxWaitSeconds: 30 } },
		);
		await failure();
		expect(lines().slice(-3)).toEqual([
			'PATCH /contacts/c',
			'GET /contacts/c',
			'PATCH /contacts/c',
		]);
	});

	test('a day is not taken back where another run may have sent', async () => {
		const taken = () => refusal(422, 'idempotency_key_reused');
		const { output, lines } = sending(weekly, { contacts: [holding(null)], send: taken });
		await output;
		expect(lines().slice(1)).toEqual(['PATCH /contacts/c', 'POST /conversations']);
	});

	test('a day that another run has written meanwhile is not overwritten', async () => {
		const { failure, lines } = sending(weekly, {
			contacts: [holding(null)],
			send: () => refusal(422, 'template_not_found'),
			contact: () => answer(holding('2026-03-19')),
		});
		await failure();
		expect(lines().slice(2)).toEqual(['POST /conversations', 'GET /contacts/c']);
	});

	test('an answer that the service may keep ends the run', async () => {
		const { jsons } = sending(
			weekly,
			{ contacts: [holding(null)], send: () => refusal(403, 'permission_denied') },
			{ phones: [PHONE, ANOTHER], continueOnFail: true },
		);
		const [first, second] = await jsons();
		expect(first).toMatchObject({ details: { code: 'permission_denied' } });
		expect(second).toMatchObject({ details: { code: 'run_ended' } });
	});
});

describe('Check Only', () => {
	const checkOnly = { options: { checkOnly: true } };

	test.each([
		[
			[PHONE],
			'whether a phone is really new (no contact that the access token can see has it)',
			'1 request',
		],
		[
			[PHONE, ANOTHER],
			'whether 2 phones are really new (no contact that the access token can see has them)',
			'2 requests',
		],
	])('%j: says what it costs, and what is not checked', async (phones, unchecked, cost) => {
		const { hints } = sending(
			{ notIfTagged: 'x', unknownContacts: 'send' },
			{},
			{ phones, ...checkOnly },
		);
		const all = (await hints()).join(' ');
		expect(all).toContain(unchecked);
		expect(all).toContain(
			`Who Gets It takes about ${cost} besides the messages; more if several contacts have a phone.`,
		);
	});

	test('says nothing of hidden contacts where each phone has a contact', async () => {
		const contacts = [{ id: 'c', phone: PHONE, tags: [], customFields: {} }];
		const whoGetsIt = {
			unknownContacts: 'send',
			daysBetween: { rule: { days: 7, rememberIn: 'last' } },
		};
		const all = (await sending(whoGetsIt, { contacts }, checkOnly).hints()).join(' ');
		expect(all).toContain('Not checked: ');
		expect(all).toContain(
			'whether the field of Remember In exists, and the access token may write it',
		);
		expect(all).not.toContain('really new');
		expect(all).toContain('Who Gets It takes about 2 requests');
	});

	test('counts what would not be sent by reason', async () => {
		const { hints } = sending({ notIfTagged: 'x' }, {}, { phones: [PHONE, ANOTHER], ...checkOnly });
		expect(await hints()).toContain(
			'Nothing would be sent now for 2 items whose phone belongs to no contact that the access token can see.',
		);
	});
});
