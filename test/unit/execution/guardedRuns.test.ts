import { answer, cut, execution, held, refusal, settled, start } from './execution';
import type { Told } from './nodeContext';

const HOURS = {
	hours: { from: '08:00', to: '20:00', days: ['monday'], timezone: 'America/Sao_Paulo' },
};
/** A Monday in São Paulo. */
const at = (time: string) => Date.parse(`2026-11-23T${time}-03:00`);
let now: number;
beforeEach(() => {
	now = at('12:00:00');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const phone = (n: number) => `119876543${String(n).padStart(2, '0')}`;
const messages = (count: number, options: object) =>
	// In several channels, so that none's limit is reached.
	Array.from({ length: count }, (_, n) =>
		start({ phone: phone(n), options, additionalFields: { channelId: `c${n % 3}` } }),
	);
const sent = () => answer({ conversationId: 'k', message: { id: 'm' } }, 202);
const replayed = () => ({
	...sent(),
	headers: { 'request-id': 'req_1', 'idempotent-replayed': 'true' },
});
const run = (given: Partial<Told>) => execution({ service: sent, ...given });
const codes = (output: Awaited<ReturnType<typeof execution>['output']>) =>
	output.map(({ json }) => (json.details as { code: string } | undefined)?.code);

describe('Max Messages', () => {
	test('50 go out unless the user says otherwise, and of 51 none', async () => {
		expect(await run({ items: messages(50, {}) }).output).toHaveLength(50);
		const { failure, asked } = run({ items: messages(51, {}) });
		const { message, context } = await failure();
		expect(message).toBe('“Max Messages” is 50, but 51 are to be sent');
		expect(context.data).toMatchObject({ carriedOut: [], unknown: [] });
		expect(asked).toEqual([]);
		expect(await run({ items: messages(51, { maxMessages: 51 }) }).output).toHaveLength(51);
	});

	test('counts for messages alone', async () => {
		const items = Array.from({ length: 60 }, (_, n) => ({
			...{ resource: 'deal', operation: 'win', dealId: `${n}`, options: { maxMessages: 1 } },
		}));
		expect(await execution({ items }).output).toHaveLength(60);
	});

	test('under Continue each item fails, and none that has other faults counts', async () => {
		const bad = start({ phone: '' });
		const tooMany = run({ items: [...messages(3, { maxMessages: 2 }), bad], continueOnFail: true });
		const many = 'too_many_messages';
		expect(codes(await tooMany.output)).toEqual([many, many, many, 'invalid_input']);
		expect(tooMany.asked).toEqual([]);
		const enough = run({ items: [...messages(2, { maxMessages: 2 }), bad], continueOnFail: true });
		expect(codes(await enough.output)).toEqual([undefined, undefined, 'invalid_input']);
	});

	test('a loop of ten rounds does not get round it, nor does another node count', async () => {
		const flow = {};
		const items = messages(10, { maxMessages: 50 });
		const round = (index: number, name = 'Loop') => run({ items, flow, run: index, name });
		for (let index = 0; index < 5; index += 1) expect(await round(index).output).toHaveLength(10);
		expect(await round(0, 'Another').output).toHaveLength(10);
		for (let index = 5; index < 10; index += 1) {
			const { failure, asked } = round(index);
			const { message } = await failure();
			expect(message).toBe(
				'“Max Messages” is 50, but 10 are to be sent, and this execution already has 50',
			);
			expect(asked).toEqual([]);
		}
	});

	test('with n8n’s Retry On Fail what was carried out counts once, and what was refused not at all', async () => {
		const flow = {};
		const items = messages(3, { maxMessages: 3 });
		const refusing = run({
			...{ items, flow, accessToken: 'again' },
			service: ({ body }) =>
				String(body).includes(phone(1)) ? refusal(422, 'recipient_opted_out') : sent(),
		});
		expect((await refusing.failure()).context.data).toMatchObject({
			...{ carriedOut: [0], unknown: [], notCarriedOut: [1, 2] },
		});
		const again = run({ items, flow, accessToken: 'again' });
		expect(await again.output).toHaveLength(3);
		expect(again.asked).toHaveLength(2);
		// In the next round only what was sent counts.
		const next = run({ items: items.slice(0, 1), flow, run: 1 });
		expect((await next.failure()).message).toContain('and this execution already has 3');
	});

	test('a Wait that n8n spends with the execution put aside does not get round it', async () => {
		const flow = {};
		const items = messages(2, { maxMessages: 3 });
		const given = { items, run: 0, accessToken: 'waits' };
		expect(await run({ ...given, flow }).output).toHaveLength(2);
		// What n8n keeps of an execution is text.
		const resumed = () => JSON.parse(JSON.stringify(flow)) as Record<string, unknown>;
		const again = run({ ...given, flow: resumed(), run: 1 });
		expect((await again.failure()).message).toContain(
			'2 are to be sent, and this execution already has 2',
		);
		expect(again.asked).toEqual([]);
		// n8n's own Retry of a failed execution has its data, and is another one.
		const other = run({ ...given, flow: resumed(), execution: '8' });
		expect(await other.output).toHaveLength(2);
	});

	test.each([undefined, ''])('an execution with the id %j counts as well', async (id) => {
		const flow = {};
		const given = { items: messages(1, { maxMessages: 1 }), flow, execution: id };
		expect(await run(given).output).toHaveLength(1);
		expect((await run({ ...given, run: 1 }).failure()).message).toContain('already has 1');
	});

	test('nor do calls of a tool beside each other; the same call again is the same message', async () => {
		const flow = {};
		const { service, give } = held();
		const call = (index: number, n: number, more: Partial<Told> = {}) => {
			const items = messages(n + 1, { maxMessages: 1, maxWaitSeconds: 0 }).slice(-1);
			return run({ items, flow, run: index, isTool: true, accessToken: 'tool', ...more });
		};
		await call(0, 0, { service: cut }).failure();
		const again = call(1, 0, { service });
		const another = call(2, 1);
		expect((await another.failure()).message).toContain('and this execution already has 1');
		await settled();
		give(0, { conversationId: 'k', message: { id: 'm' } });
		expect(await again.output).toHaveLength(1);

		const fresh = { flow: {}, accessToken: 'tools' };
		const first = call(0, 0, { ...fresh, service });
		const beside = call(1, 1, fresh);
		expect((await beside.failure()).message).toContain('and this execution already has 1');
		await settled();
		give(1, { conversationId: 'k', message: { id: 'm' } });
		expect(await first.output).toHaveLength(1);
		expect([...beside.asked, ...another.asked]).toEqual([]);
	});

	test.each([
		['is answered again', () => replayed()],
		['breaks off', cut],
	])('counts a message whose call is repeated under its run index and %s', async (_, again) => {
		const given = { flow: {}, isTool: true, accessToken: 'repeats' };
		const options = { maxMessages: 1, maxWaitSeconds: 0 };
		const items = messages(1, options).map((item) => ({ ...item, oncePerPhone: true }));
		expect(await run({ ...given, items }).output).toHaveLength(1);
		await run({ ...given, items, service: again, continueOnFail: true }).output;
		const next = run({ ...given, items: messages(2, options).slice(1), run: 1 });
		expect((await next.failure()).message).toContain('and this execution already has 1');
	});

	test('counts what an earlier round may have sent', async () => {
		const flow = {};
		const items = messages(1, { maxMessages: 1, maxWaitSeconds: 0 });
		const broken = run({ items, flow, continueOnFail: true, service: cut });
		expect(await broken.output).toMatchObject([{ json: { details: { outcome: 'unknown' } } }]);
		const next = run({ items, flow, run: 1 });
		expect((await next.failure()).message).toContain('and this execution already has 1');
		expect(next.asked).toEqual([]);
	});

	test.each([undefined, null, ''])(
		'that an expression leaves %j sends nothing',
		async (nothing) => {
			const { failure, asked } = run({ items: messages(2, { maxMessages: nothing }) });
			expect((await failure()).description).toContain('“Max Messages” is empty');
			expect(asked).toEqual([]);
		},
	);
});

describe('Send Hours', () => {
	test.each([
		['07:59:59.999', 0],
		['08:00:00.000', 2],
		['19:59:59.999', 2],
		['20:00:00.000', 0],
	])('at %s %i of 2 messages go out', async (time, count) => {
		now = at(time);
		const { output, asked, failure } = run({ items: messages(2, { sendHours: HOURS }) });
		if (count > 0) expect(await output).toHaveLength(count);
		else {
			const { message, context } = await failure();
			expect(message).toMatch(/^“Send Hours” are Monday, 08:00 to 20:00, and now it is /);
			expect(context.data).toMatchObject({ carriedOut: [], unknown: [], notCarriedOut: [0, 1] });
		}
		expect(asked).toHaveLength(count);
	});

	test('a batch that runs into the evening stops there; what is on its way is awaited', async () => {
		now = at('19:59:59');
		const { service, give } = held();
		const items = messages(12, { sendHours: HOURS, parallelRequests: 5 });
		const { asked, failure } = run({ items, service });
		await settled();
		expect(asked).toHaveLength(5);
		now = at('20:00:00');
		const body = { conversationId: 'k', message: { id: 'm' } };
		give(3, body);
		await settled();
		for (const index of [0, 1, 2, 4]) give(index, body);
		const { message, context } = await failure();
		expect(message).toContain('and now it is Monday, 20:00');
		expect(context.data).toMatchObject({
			...{ carriedOut: [0, 1, 2, 3, 4], unknown: [], notCarriedOut: [5, 6, 7, 8, 9, 10, 11] },
			output: Array(5).fill(body),
		});
		expect(asked).toHaveLength(5);
	});

	test('under Continue each item that comes too late fails for itself', async () => {
		now = at('19:59:59');
		const items = messages(3, { sendHours: HOURS });
		const service = () => {
			now = at('20:00:00');
			return sent();
		};
		const { output, asked } = run({ items, service, continueOnFail: true });
		const late = 'outside_send_hours';
		expect(codes(await output)).toEqual([undefined, late, late]);
		expect(asked).toHaveLength(1);
	});

	test('in another try after them what may have been sent is asked again, and what never left stays', async () => {
		now = at('19:59:59');
		const flow = {};
		const options = { sendHours: HOURS, maxWaitSeconds: 0 };
		const given = { items: messages(2, options), flow, accessToken: 'evening' };
		const broken = run({ ...given, service: cut });
		expect((await broken.failure()).context.data).toMatchObject({ unknown: [0] });
		now = at('20:00:00');
		const again = run(given);
		expect((await again.failure()).context.data).toMatchObject({
			...{ carriedOut: [0], unknown: [], notCarriedOut: [1] },
		});
		expect(again.asked).toHaveLength(1);
	});

	test('in another try after them what was certainly not sent stays', async () => {
		now = at('19:59:59');
		const flow = {};
		const options = { sendHours: HOURS, maxWaitSeconds: 0 };
		const given = { items: messages(1, options), flow, accessToken: 'evening' };
		const suspended = run({ ...given, service: () => refusal(503, 'api_tokens_disabled') });
		expect((await suspended.failure()).context.data).toMatchObject({ notCarriedOut: [0] });
		now = at('20:00:00');
		const again = run(given);
		expect((await again.failure()).message).toContain('and now it is Monday, 20:00');
		expect(again.asked).toEqual([]);
	});

	test('that an expression leaves empty send nothing', async () => {
		const { failure, asked } = run({ items: messages(1, { sendHours: {} }) });
		expect((await failure()).message).toBe('“Send Hours” is empty');
		expect(asked).toEqual([]);
	});
});

describe('Check Only', () => {
	const check = { checkOnly: true };
	const hintsOf = async (given: Partial<Told>) => {
		const { output, context, asked } = run(given);
		await output;
		expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
		return context.hints.map(({ message }) => message);
	};

	test('shows what each item would write and what is probably wrong, and writes nothing', async () => {
		const phones = ['11987654321', '1187654321'];
		const TEXT = 'Olá {{1}}, {{2}}!';
		const { output, asked, context } = run({
			raw: { templateText: TEXT },
			items: phones.map((to) =>
				start({
					...{ phone: to, options: check },
					templateText: TEXT,
					templateVariables: { value: { 1: 'Ana', 2: '$1' } },
				}),
			),
		});
		const request = { method: 'POST', path: '/conversations' };
		const preview = 'Olá Ana, $1!';
		const lacks = expect.stringContaining('eight digits');
		expect(await output).toMatchObject([
			{
				json: { request: { ...request, body: { phone: phones[0] } }, preview, warnings: [] },
				pairedItem: { item: 0 },
			},
			{
				json: { request: { ...request, body: { phone: phones[1] } }, preview, warnings: [lacks] },
				pairedItem: { item: 1 },
			},
		]);
		expect(asked).toEqual([]);
		expect(context.hints.map(({ message }) => message)).toEqual([
			lacks,
			expect.stringMatching(/^Only checked: 2 messages to send, .* to R\$\u00a00,64 /),
			expect.stringMatching(/^Not checked: .*who opted out there\)\.$/),
		]);
	});

	test('a guard that would stop it is no error, and the hint says why', async () => {
		const tooMany = { ...check, maxMessages: 1 };
		const { output, context } = run({ items: messages(2, tooMany) });
		await output;
		// At the top, as a warning of its own.
		expect(context.hints.map(({ type, message }) => [type, message])).toEqual([
			['warning', 'Nothing would be sent now: “Max Messages” is 1, but 2 are to be sent.'],
			['info', expect.stringMatching(/^Only checked: 2 messages/)],
			['info', expect.stringMatching(/^Not checked: /)],
		]);
		now = at('20:00:00');
		const late = { ...check, sendHours: HOURS };
		const hint =
			'“Send Hours” are Monday, 08:00 to 20:00, and now it is Monday, 20:00 (America/Sao_Paulo).';
		expect((await hintsOf({ items: messages(2, late) }))[0]).toContain(
			`Nothing would be sent now: ${hint}`,
		);
		const mixed = [...messages(1, check), ...messages(3, late).slice(1)];
		expect((await hintsOf({ items: mixed }))[0]).toContain(
			`Nothing would be sent now for 11987654301 [item 1] and 11987654302 [item 2]: ${hint}`,
		);
	});

	test('of a loop the hint tells in which round the messages would be too many', async () => {
		const flow = {};
		// What has other faults counts in none.
		const bad = [start({ phone: '', options: check })];
		await run({ items: bad, flow, run: 9, continueOnFail: true }).output;
		const round = async (index: number) =>
			(await hintsOf({ items: messages(2, { ...check, maxMessages: 4 }), flow, run: index }))[0];
		expect(await round(0)).not.toContain('Nothing');
		expect(await round(1)).not.toContain('Nothing');
		expect(await round(2)).toContain('but 2 are to be sent, and this execution already has 4');
	});

	test('may be chosen item by item: only the others are sent, and count', async () => {
		const items = [
			...messages(2, { ...check, maxMessages: 1 }),
			start({ options: { maxMessages: 1 } }),
		];
		const { output, asked, context } = run({ items });
		expect((await output).map(({ json }) => json.checkOnly)).toEqual([true, true, undefined]);
		expect(asked).toHaveLength(1);
		expect(context.hints.map(({ message }) => message).join()).toContain(
			'Nothing would be sent now for 11987654300 [item 0] and 11987654301 [item 1]: “Max Messages” is 1, but 2 are to be sent, and this execution already has 1.',
		);
	});

	test('is not taken for carried out by another try', async () => {
		const flow = {};
		const checked = run({ items: messages(1, check), flow });
		await checked.output;
		const earnest = run({ items: messages(1, {}), flow });
		expect(await earnest.output).toMatchObject([{ json: { conversationId: 'k' } }]);
		expect(earnest.asked).toHaveLength(1);
	});

	test.each([undefined, null, '', 'true', 0])('that is %j writes nothing', async (given) => {
		const { failure, asked } = run({ items: messages(1, { checkOnly: given }) });
		expect((await failure()).message).toMatch(/^“Check Only” is /);
		expect(asked).toEqual([]);
	});

	test('tells of items that name one record, and where nothing would be written', async () => {
		const update = (dealId: string, tag: string) => ({
			...{ resource: 'deal', operation: 'update', dealId, options: check },
			updateFields: { addTags: tag },
		});
		const { output, context, lines } = execution({
			items: [update('1', 'a'), update('1', 'b'), update('2', 'c')],
			service: ({ url }) => answer({ id: url.split('/').at(-1), tags: ['a'] }),
		});
		const patch = (id: string, tags: string[]) => ({
			...{ method: 'PATCH', path: `/deals/${id}`, body: { tags } },
		});
		expect((await output).map(({ json }) => json.request)).toEqual([
			...[null, patch('1', ['a', 'b']), patch('2', ['a', 'c'])],
		]);
		expect(lines()).toEqual(['GET /deals/1', 'GET /deals/1', 'GET /deals/2']);
		expect(context.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Items 0–1 \(the first item is 0\) are about one record\. Where/),
			'Only checked: 2 requests to make. Nodes behind this one run for real.',
		]);
	});
});

test('items that are checked and send no message do not count towards Max Messages', async () => {
	const flow = {};
	const checkOnly = { options: { checkOnly: true } };
	const deals = [1, 2].map((id) => ({
		...{ resource: 'deal', operation: 'win', dealId: `${id}`, ...checkOnly },
	}));
	await run({ items: deals, flow }).output;
	const items = messages(2, { checkOnly: true, maxMessages: 2 });
	const { output, context } = run({ items, flow, run: 1 });
	await output;
	expect(context.hints.map(({ type }) => type)).not.toContain('warning');
});

test('an item that fails for its key does not count towards Max Messages', async () => {
	const items = messages(2, { maxMessages: 1, idempotencyKey: 'same' });
	const { output, asked } = run({ items, continueOnFail: true });
	expect(codes(await output)).toEqual([undefined, 'invalid_input']);
	expect(asked).toHaveLength(1);
});
