/** Counts As: nodes and workflows that give the same word share one message a phone. */
import { answer, cut, execution, refusal, start } from './execution';
import type { Told } from './nodeContext';

const PHONE = '11987654321';
const OTHER = '11987654322';
const counted = (phone: string, word: unknown = 'Reminder', more: object = {}) =>
	start({
		...{ phone, oncePerPhone: true, templateName: 't' },
		...{ options: { maxWaitSeconds: 0, countsAs: word }, ...more },
	});
const queued = () => answer({ conversationId: 'k', message: { id: 'm' } }, 202);
const reused = () => refusal(409, 'idempotency_key_reused');
const keysOf = ({ asked }: ReturnType<typeof execution>) =>
	asked.map(({ headers }) => String(headers?.['idempotency-key'] ?? headers?.['Idempotency-Key']));

/** The keys of the messages that are sent. */
async function keysFor(items: Told['items'], given: Partial<Told> = {}): Promise<string[]> {
	const run = execution({ items, service: queued, ...given });
	await run.output;
	return keysOf(run);
}

describe('the key', () => {
	test('is made of the word and the phone, and of nothing else', async () => {
		const [key] = await keysFor([counted(PHONE)]);
		expect(key).toMatch(/^n8n-[\da-f]{64}$/);
		const elsewhere = { installation: 'I', workflow: 'W', execution: 'E', node: 'N', run: 3 };
		expect(await keysFor([counted(PHONE)], elsewhere)).toEqual([key]);
		for (const same of [
			counted(PHONE, ' reminder '),
			counted('+55 (11) 8765-4321'),
			counted(PHONE, 'Reminder', { templateName: 'another' }),
		]) {
			expect(await keysFor([same])).toEqual([key]);
		}
	});

	test('is another one for another word, another phone, and without the word', async () => {
		const keys = [
			...(await keysFor([counted(PHONE)])),
			...(await keysFor([counted(PHONE, 'other')])),
			...(await keysFor([counted(OTHER)])),
			...(await keysFor([counted(PHONE, 't')])),
			...(await keysFor([start({ phone: PHONE, oncePerPhone: true })])),
		];
		expect(new Set(keys).size).toBe(keys.length);
	});
});

test('two templates of a run are one message under one word, and two under two', async () => {
	const both = (...words: string[]) =>
		words.map((word, n) => counted(PHONE, word, { templateName: `t${n}` }));
	const sentNow = async (items: Told['items']) =>
		(await execution({ items, service: queued }).output).map(({ json }) => json.sentNow);
	expect(await sentNow(both('a', 'A '))).toEqual([true, false]);
	expect(await sentNow(both('a', 'b'))).toEqual([true, true]);
});

test('a key that is taken says that something was sent or refused under the word', async () => {
	const { output, context } = execution({ items: [counted(PHONE)], service: reused });
	expect((await output)[0]?.json).toEqual({
		...{ sentNow: false, reason: 'already_tried', phone: PHONE },
		reasonText:
			'Something was sent to this phone under this word of Counts As in the last 24 hours, by this node or another, or was refused in a way that the service keeps. The conversation shows whether it arrived.',
	});
	expect(context.hints).toEqual([
		{
			message:
				'Nothing was sent for 11987654321 [item 0] (the first item is 0): something was sent to them under the same word of Counts As in the last 24 hours, by this node or another, or was tried. The service may have refused it then, as without a subscription or a permission, and keeps that. The conversation in the service shows whether it arrived. If not, run these items and nobody else, one for each phone, with another word.',
			...{ type: 'warning', location: 'outputPane' },
		},
	]);
});

test('items under a word and without one are told apart in the warnings', async () => {
	const items = [counted(PHONE), start({ phone: OTHER, oncePerPhone: true })];
	const { output, context } = execution({ items, service: reused });
	await output;
	expect(context.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(
			/^Nothing was sent for 11987654322 \[item 1\] \(the first item is 0\): this node has sent this template/,
		),
		expect.stringMatching(
			/^Nothing was sent for 11987654321 \[item 0\] \(the first item is 0\): something was sent to them under/,
		),
	]);
});

test('a try with another text whose end is not known is told of with the word', async () => {
	const flow = {};
	const attempt = (word: string, service: () => unknown) => {
		const templateParams = { param: [{ value: word }] };
		const items = [counted(PHONE, 'w', { templateParams })];
		return execution({ items, flow, service, accessToken: 'token-of-word-tries' });
	};
	await attempt('a', cut).failure();
	const { message, description } = await attempt('b', reused).failure();
	expect(message).toContain('something was sent to this phone under this word');
	expect(description).toContain('with another word under Counts As');
});

describe.each([402, 403])('a refusal with %d', (status) => {
	const service: Told['service'] = ({ body }) =>
		String(body).includes(OTHER) ? refusal(status, 'permission_denied') : queued();
	const items = [PHONE, OTHER, '11987654323', '11987654324'].map((phone) => counted(phone));

	test('ends the run, and says what to run again', async () => {
		const { failure, asked } = execution({ items, service });
		const { description, context } = await failure();
		expect(description).toContain(
			'Run what was refused with another word under Counts As, or 24 hours after the refusal.',
		);
		expect(context.data).toMatchObject({ carriedOut: [0], notCarriedOut: [1, 2, 3] });
		expect(asked).toHaveLength(2);
	});

	test('ends it under Continue, too', async () => {
		const { output, asked } = execution({ items, service, continueOnFail: true });
		expect((await output).map(({ json }) => json)).toMatchObject([
			{ sentNow: true },
			{ details: { status, whatToDo: expect.stringContaining('another word') } },
			...Array(2).fill({ details: { code: 'run_ended', outcome: 'notCarriedOut' } }),
		]);
		expect(asked).toHaveLength(2);
	});

	test('does not where it is about an item without a word', async () => {
		const plain = items.map((item) => ({ ...item, options: { maxWaitSeconds: 0 } }));
		const { output, asked } = execution({ items: plain, service, continueOnFail: true });
		await output;
		expect(asked).toHaveLength(4);
	});
});

test('another refusal ends nothing', async () => {
	const service: Told['service'] = ({ body }) =>
		String(body).includes(PHONE) ? refusal(422, 'recipient_opted_out') : queued();
	const items = [counted(PHONE), counted(OTHER)];
	const { output } = execution({ items, service, continueOnFail: true });
	expect((await output)[1]?.json).toMatchObject({ sentNow: true });
});

test.each<[string, object, string]>([
	[
		'without Once per Phone',
		{ oncePerPhone: false },
		'“Counts As” is given while Once per Phone is off',
	],
	['that is empty', { options: { countsAs: '' } }, '“Counts As” is empty'],
	['that an expression leaves empty', { options: { countsAs: undefined } }, '“Counts As” is empty'],
	[
		'beside a key',
		{ options: { countsAs: 'w', idempotencyKey: 'k' } },
		'“Idempotency Key” is given while Once per Phone is on',
	],
	[
		'with more digits than a number holds',
		{ options: { countsAs: 2 ** 53 } },
		'“Counts As” holds a number with too many digits to be exact',
	],
	['that is no number', { options: { countsAs: NaN } }, '“Counts As” holds NaN'],
])('a word %s sends nothing', async (_, more, message) => {
	const { failure, asked } = execution({
		items: [counted(PHONE, 'w', more)],
		service: queued,
	});
	expect((await failure()).message).toContain(message);
	expect(asked).toEqual([]);
});

test('a word without Once per Phone says that this does not go with Days Between', async () => {
	const items = [counted(PHONE, 'w', { oncePerPhone: false })];
	const { failure } = execution({ items, service: queued });
	expect((await failure()).description).toContain(
		'Turn Once per Phone on: without it Counts As does nothing. With Days Between, take Counts As out instead.',
	);
});

test.each([
	['undefined', undefined],
	['null', null],
	['NaN', NaN],
	['an object', { a: 1 }],
	['a text that is an object', '[object Object]'],
])('a gap in it sends nothing: %s', async (_, value) => {
	const raw = { options: { countsAs: '=reminder-{{ $json.day }}' } };
	const { failure, asked } = execution({
		...{ items: [counted(PHONE, `reminder-${String(value ?? '')}`)], raw, service: queued },
		evaluate: (text) => (text.includes('$json.day') ? value : text),
	});
	expect((await failure()).message).toContain('“Counts As” holds ');
	expect(asked).toEqual([]);
});

test('Max Messages and Check Only count a phone under a word once', async () => {
	const both = (options: object) =>
		['t', 'u'].map((templateName) =>
			counted(PHONE, 'w', { templateName, options: { countsAs: 'w', ...options } }),
		);
	const run = execution({ items: both({ maxMessages: 1 }), service: queued });
	expect(await run.output).toHaveLength(2);
	const checked = execution({ items: both({ checkOnly: true }) });
	await checked.output;
	expect(checked.context.hints.map(({ message }) => message).join()).toContain(
		'Only checked: 1 message to send, ',
	);
});
