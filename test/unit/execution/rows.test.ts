/** Output: Row gives out the input item and, behind its fields, what became of it. */
import { answer, cut, deal, execution, pending, refusal, start } from './execution';
import type { Told } from './nodeContext';

const PHONE = '11987654321';
const contact = (operation: string, more: object = {}) => ({
	...{ resource: 'contact', operation, ...more },
});
const message = (status: string, more: object = {}) => ({
	conversationId: 'k',
	message: { id: 'm', status, ...more },
});
const replayed = (body: object, statusCode = 200) => ({
	...answer(body, statusCode),
	headers: { 'request-id': 'req_1', 'idempotent-replayed': 'true' },
});

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));

interface Given extends Partial<Omit<Told, 'service'>> {
	options?: object;
	answers?: unknown[];
}

/** Runs items with Output: Row. The service gives the answers in turn, the last one again and again. */
async function rowsOf(items: object[], { options, answers = [], ...more }: Given = {}) {
	const given = [...answers];
	const { output, ...rest } = execution({
		items: items.map((item) => ({ ...item, options: { output: 'row', ...options } })),
		raw: { options: { output: 'row', ...options } },
		service: () => {
			const next = given.length > 1 ? given.shift() : given[0];
			return typeof next === 'function' ? (next as () => unknown)() : next;
		},
		...more,
	});
	// Waits and pauses between attempts.
	const waited = jest.advanceTimersByTimeAsync(5_000);
	return { ...rest, items: await output.finally(async () => await waited) };
}

/** What became of one item, without the time. */
async function resultOf(item: object, given: Given = {}) {
	const { items } = await rowsOf([item], given);
	const [only, another] = items;
	expect(another).toBeUndefined();
	const { result_status, result_id, result_conversation, result_reason, result_at } = only!.json;
	expect(result_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
	return [result_status, result_id, result_conversation, result_reason];
}

const accepted = answer(pending, 202);
const waits = { options: { waitForOutcome: 2 } };
const BEFORE = expect.stringContaining('has taken this very message before');

test.each<[string, object, Given, unknown[]]>([
	['a queued message', {}, { answers: [accepted] }, ['queued', 'm', 'k', '']],
	[
		'a message whose IDs are numbers',
		{},
		{ answers: [answer({ conversationId: 7, message: { id: 8, status: 'pending' } }, 202)] },
		['queued', '8', '7', ''],
	],
	[
		'a message that was seen sent',
		{},
		{ ...waits, answers: [accepted, answer({ id: 'm', status: 'sent' })] },
		['sent', 'm', 'k', ''],
	],
	[
		'a message that was seen read',
		{},
		{ ...waits, answers: [accepted, answer({ id: 'm', status: 'read' })] },
		['sent', 'm', 'k', ''],
	],
	[
		'a message that was seen delivered',
		{},
		{ ...waits, answers: [accepted, answer({ id: 'm', status: 'delivered' })] },
		['sent', 'm', 'k', ''],
	],
	[
		'a message that was seen failing, without a reason',
		{},
		{ ...waits, answers: [accepted, answer({ id: 'm', status: 'failed', error: {} })] },
		['failed', 'm', 'k', 'The message could not go out.'],
	],
	[
		'a message that was seen failing',
		{},
		{
			...waits,
			answers: [
				accepted,
				answer({ id: 'm', status: 'failed', error: { code: 'recipient_invalid' } }),
			],
		},
		['failed', 'm', 'k', 'The message could not go out: recipient_invalid.'],
	],
	[
		'a message whose outcome could not be read',
		{},
		{ ...waits, answers: [accepted, refusal(403, 'permission_denied')] },
		['queued', 'm', 'k', expect.stringContaining('its outcome could not be read')],
	],
	[
		'a message of which the service gives a stored answer',
		{},
		{ answers: [replayed(message('pending'), 202)] },
		['sent before', 'm', 'k', BEFORE],
	],
	[
		'a message whose first attempt broke, and whose answer was stored',
		{},
		{ answers: [cut, replayed(message('pending'), 202)] },
		['queued', 'm', 'k', ''],
	],
	[
		'a key that is taken',
		{ oncePerPhone: true },
		{ answers: [refusal(409, 'idempotency_key_reused')] },
		['unknown', '', '', expect.stringContaining('in the last 24 hours')],
	],
	[
		'a message that is refused',
		{},
		{ answers: [refusal(422, 'recipient_opted_out')], continueOnFail: true },
		['failed', '', '', expect.stringMatching(/^\S.*\. \S.*\.$/)],
	],
	[
		'a message of which nothing is known',
		{},
		{ answers: [refusal(500, 'internal_error')], continueOnFail: true },
		['unknown', '', '', expect.stringContaining('internal error')],
	],
	[
		'a phone that can’t be sent to',
		{ phone: '' },
		{ continueOnFail: true },
		['failed', '', '', expect.stringMatching(/^“Phone” is empty\. Give the customer’s phone\./)],
	],
])('%s', async (_, item, given, expected) => {
	expect(await resultOf(start(item), given)).toEqual(expected);
});

test.each<[string, object, Given, unknown[]]>([
	[
		'created',
		contact('upsert', { phone: PHONE }),
		{ answers: [answer({ id: '7' }, 201)] },
		['7', ''],
	],
	['updated', contact('upsert', { phone: PHONE }), { answers: [answer({ id: '7' })] }, ['7', '']],
	['done', deal('win', '5'), { answers: [answer({})] }, ['5', '']],
	['done', deal('delete', '5'), { answers: [answer({ deleted: true })] }, ['5', '']],
	[
		'nothing new',
		deal('win', '5'),
		{ answers: [replayed({ id: '5' })] },
		['5', expect.stringContaining('done before')],
	],
	[
		'updated',
		deal('update', '5', { updateFields: { title: 'T' } }),
		{ answers: [cut, replayed({ id: '5' })] },
		['5', ''],
	],
	[
		'nothing new',
		contact('update', { contactId: '7', updateFields: { addTags: 'vip' } }),
		{ answers: [answer({ id: '7', tags: ['vip'] })] },
		['7', ''],
	],
	[
		'failed',
		deal('win', '5'),
		{ answers: [refusal(404, 'resource_not_found')], continueOnFail: true },
		['', expect.stringContaining('not found')],
	],
	[
		'unknown',
		deal('win', '5'),
		{ answers: [refusal(500, 'internal_error')], continueOnFail: true },
		['5', expect.any(String)],
	],
])('a record: %s', async (status, item, given, [id, reason]) => {
	expect(await resultOf(item, given)).toEqual([status, id, undefined, reason]);
});

describe('with Check Only', () => {
	const checks = { options: { checkOnly: true } };
	test.each<[string, object, RegExp]>([
		['what is wrong with its input', { phone: '' }, /^Would not be sent: “Phone” is empty\./],
		[
			'the rule that would stop it',
			{ phone: PHONE, whoGetsIt: { onlyIfTagged: 'vip' } },
			/^Would not be sent: /,
		],
		[
			'the text, and its warnings on the next line',
			{ phone: '1171234567', templateText: 'Olá' },
			/^Olá\nWarning: The phone has eight digits .*\.$/,
		],
		['its warnings', { phone: '1171234567' }, /^Warning: The phone has eight digits .*\.$/],
		['the text', { templateText: 'Olá' }, /^Olá$/],
		['nothing', {}, /^$/],
	])('the reason is %s', async (_, item, reason) => {
		const raw = { ...item, options: { ...checks.options, output: 'row' } };
		const answers = [answer({ data: [], hasMore: false, nextCursor: null })];
		const given = { ...checks, raw, answers };
		const [status, id, conversation, text] = await resultOf(start(item), given);
		expect([status, id, conversation]).toEqual(['only checked', '', '']);
		expect(text).toMatch(reason);
	});
});

test('with Check Only an item whose phone an earlier one has would not be sent, unless a rule stops that one', async () => {
	const checks = (item: object) => start({ phone: PHONE, oncePerPhone: true, ...item });
	const answers = [answer({ data: [], hasMore: false, nextCursor: null })];
	const options = { checkOnly: true };
	const reasonsOf = async (first: object) => {
		const { items } = await rowsOf([checks(first), checks({})], { options, answers });
		return items.map(({ json }) => json.result_reason);
	};
	expect(await reasonsOf({})).toEqual([
		expect.not.stringContaining('Would not be sent'),
		expect.stringMatching(/^Would not be sent: This phone is also that of .*\[item 0\]/),
	]);
	expect(await reasonsOf({ whoGetsIt: { onlyIfTagged: 'vip' } })).toEqual([
		expect.stringMatching(/^Would not be sent: No contact/),
		expect.not.stringContaining('Would not be sent'),
	]);
});

test('an item whose phone an earlier one has is not sent', async () => {
	const items = [start({ oncePerPhone: true }), start({ oncePerPhone: true })];
	const { items: rows } = await rowsOf(items, { answers: [accepted] });
	expect(rows.map(({ json }) => [json.result_status, json.result_id, json.result_reason])).toEqual([
		['queued', 'm', ''],
		['not sent', '', expect.stringContaining('This phone is also that of')],
	]);
});

test('a failure after the message leaves it queued, so that no later run sends it again', async () => {
	const remembers = { daysBetween: { rule: { days: 7, rememberIn: 'last' } } };
	const whoGetsIt = { unknownContacts: 'send', ...remembers };
	const answers = [
		answer({ data: [], hasMore: false }),
		answer({ ...pending, contactId: '7', contactCreated: true }, 202),
		refusal(404, 'resource_not_found'),
	];
	const given = { answers, continueOnFail: true };
	const { items, context } = await rowsOf([start({ whoGetsIt })], given);
	expect(items[0]?.json).toMatchObject({
		...{ result_status: 'queued', result_id: 'm', result_conversation: 'k' },
		result_reason: expect.stringContaining('could not write the day'),
	});
	expect(context.hints[0]?.message).toBe(
		'The item has failed after the write, which was carried out. Its column “result_reason” says why and what to do.',
	);
});

test('created, if one of several writes created the record', async () => {
	const upsert = contact('upsert', { phone: PHONE, additionalFields: { tags: 'vip' } });
	const answers = [answer({ id: '7', tags: [] }, 201), answer({ id: '7', tags: ['vip'] })];
	expect((await resultOf(upsert, { answers })).slice(0, 2)).toEqual(['created', '7']);
});

test('results stand behind the fields and replace those of an earlier run; files and pairing stay', async () => {
	const binary = { file: { data: '', mimeType: 'text/plain' } };
	const earlier = { result_id: 'old', result_status: 'failed', result_other: 1 };
	const { output } = execution({
		items: [{ ...start(earlier), ciudad: 'x', options: { output: 'row' } }],
		raw: { options: { output: 'row' } },
		binary,
		service: () => accepted,
	});
	const [item] = await output;
	expect(item).toMatchObject({ binary, pairedItem: { item: 0 } });
	expect(Object.keys(item!.json).slice(-7)).toEqual([
		...['ciudad', 'options', 'result_status', 'result_id', 'result_conversation'],
		...['result_reason', 'result_at'],
	]);
	expect(item!.json).toMatchObject({ result_id: 'm', result_status: 'queued', result_other: 1 });
});

test('a row has no response details', async () => {
	const options = { includeResponse: true };
	const { items } = await rowsOf([deal('win', '5')], { options, answers: [answer({ id: '5' })] });
	expect(items[0]!.json).not.toHaveProperty('_response');
	expect(items[0]!.json).not.toHaveProperty('id');
});

test('a failed item has no error, so that n8n does not try again', async () => {
	const { items } = await rowsOf([start({ phone: '' }), start()], {
		...{ continueOnFail: true, answers: [accepted] },
	});
	expect(items.map(({ json }) => [json.error, json.result_status])).toEqual([
		...[
			[undefined, 'failed'],
			[undefined, 'queued'],
		],
	]);
});

test('a warning counts and names the failed rows', async () => {
	const { context } = await rowsOf([start({ phone: '' }), start(), start({ phone: '' })], {
		...{ continueOnFail: true, answers: [accepted] },
	});
	expect(context.hints[0]).toMatchObject({
		message:
			'2 of the 3 items have failed (items 0 and 2; the first item is 0). Their column “result_reason” says why and what to do.',
		type: 'warning',
	});
});

test('an item that was settled in an earlier try of the node keeps its row and its time', async () => {
	const flow = {};
	const items = [start(), start({ phone: '11987654322' })];
	const first = rowsOf(items, { flow, answers: [accepted, refusal(402, 'subscription_inactive')] });
	await expect(first).rejects.toThrow();
	const between = new Date().toISOString();
	await jest.advanceTimersByTimeAsync(5);
	const { items: rows } = await rowsOf(items, { flow, answers: [accepted] });
	expect(rows.map(({ json }) => json.result_status)).toEqual(['queued', 'queued']);
	expect(rows.map(({ json }) => String(json.result_at) <= between)).toEqual([true, false]);
});

test('an Output that is no choice sends nothing', async () => {
	const { failure, asked } = execution({
		items: [{ ...start(), options: { output: 'rows' } }],
		raw: { options: { output: '={{ "rows" }}' } },
	});
	expect((await failure()).message).toBe('“Output” is neither record nor row');
	expect(asked).toEqual([]);
});

test('a message that was sent before, and was seen failing, is failed', async () => {
	const failed = { id: 'm', status: 'failed', error: { code: 'recipient_invalid' } };
	const answers = [replayed(message('pending'), 202), answer(failed)];
	const [status, , , reason] = await resultOf(start({ oncePerPhone: true }), { ...waits, answers });
	expect([status, reason]).toEqual(['failed', expect.stringContaining('recipient_invalid')]);
});

test('the reason says once what could not be taken back', async () => {
	const contact = { id: 'c', phone: PHONE, tags: [], customFields: { last: '2020-01-01' } };
	const whoGetsIt = { daysBetween: { rule: { days: 7, rememberIn: 'last' } } };
	const { items } = await rowsOf([start({ phone: PHONE, whoGetsIt })], {
		continueOnFail: true,
		answers: [
			...[answer({ data: [contact], hasMore: false, nextCursor: null }), answer(contact)],
			...[refusal(422, 'template_not_found'), refusal(403, 'permission_denied')],
		],
	});
	const reason = String(items[0]!.json.result_reason);
	expect(reason.match(/may hold a day that this item wrote/g)).toHaveLength(1);
});

describe('an agent’s repeated call whose first message was kept back', () => {
	const found = (...data: object[]) => answer({ data, hasMore: false, nextCursor: null });
	const vip = { id: 'c', phone: PHONE, tags: ['vip'] };
	const item = start({ phone: PHONE, whoGetsIt: { onlyIfTagged: 'vip' } });
	/** Calls of one agent with one run index: the first is kept back. @returns what makes the second one */
	async function afterKeptBack() {
		const shared = { flow: {}, isTool: true, accessToken: 'of-one-agent' };
		const first = await rowsOf([item], { ...shared, answers: [found()] });
		expect(first.items[0]!.json.result_status).toBe('not sent');
		return async (given: Given) => await rowsOf([item], { ...shared, ...given });
	}

	test('is queued', async () => {
		const repeat = await afterKeptBack();
		const { lines, items } = await repeat({ answers: [found(vip), accepted] });
		expect(lines()).toContain('POST /conversations');
		expect(items[0]!.json.result_status).toBe('queued');
	});

	test.each([
		['is refused', refusal(422, 'template_not_found'), 'failed'],
		['breaks off', cut, 'unknown'],
	])('says so where it %s', async (_, second, status) => {
		const repeat = await afterKeptBack();
		const options = { maxWaitSeconds: 0 };
		const given = { options, answers: [found(vip), second], continueOnFail: true };
		const { items } = await repeat(given);
		expect(items[0]!.json.result_status).toBe(status);
	});

	test.each([
		['is refused', refusal(422, 'template_not_found'), 'notCarriedOut'],
		['breaks off', cut, 'unknown'],
	])('reports it as it is where it %s', async (_, second, outcome) => {
		const repeat = await afterKeptBack();
		const options = { maxWaitSeconds: 0 };
		const failure = repeat({ options, answers: [found(vip), second] });
		await expect(failure).rejects.toMatchObject({ context: { data: { [outcome]: [0] } } });
	});

	test('is no item that was carried out where it comes outside Send Hours', async () => {
		jest.setSystemTime(Date.parse('2026-11-23T12:00:00-03:00'));
		const hours = { from: '08:00', to: '20:00', days: ['monday'], timezone: 'America/Sao_Paulo' };
		const options = { sendHours: { hours } };
		const shared = { flow: {}, isTool: true, accessToken: 'of-one-agent', options };
		await rowsOf([item], { ...shared, answers: [found()] });
		jest.setSystemTime(Date.parse('2026-11-23T21:00:00-03:00'));
		const late = await rowsOf([item], { ...shared, continueOnFail: true });
		const { result_status, result_reason } = late.items[0]!.json;
		expect(result_status).toBe('failed');
		expect(result_reason).not.toContain('was carried out');
	});
});
