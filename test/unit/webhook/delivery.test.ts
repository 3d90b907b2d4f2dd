/** What the trigger answers, starts, remembers and logs; how n8n itself behaves around it is seen in test/e2e. */
import { event, Node, nodeWith, refusal, SECRET, TEST_SECRET } from './receivingNode';

afterEach(() => jest.restoreAllMocks());

describe('a verified event', () => {
	it('starts the workflow with the envelope as received', async () => {
		const node = new Node();
		expect(await node.receive()).toEqual({ status: 200, message: undefined, started: event });
		expect(node.lines).toEqual([]);
	});

	it('brings the headers on request, without those that let somebody in', async () => {
		const headers = { authorization: 'Basic abc', 'x-api-key': '1', 'x-trace': '7' };
		const { started } = await nodeWith({ includeHeaders: true }).receive({ headers });
		expect(started).toEqual({ ...event, headers: { 'x-trace': '7' } });
	});

	it('keeps headers of its own, which were signed, unlike the request’s', async () => {
		const body = { ...event, headers: { 'x-trace': 'signed' } };
		const headers = { 'x-trace': 'from anywhere' };
		const { started } = await nodeWith({ includeHeaders: true }).receive({ body, headers });
		expect(started).toEqual(body);
	});

	it('brings no headers otherwise', async () => {
		expect((await nodeWith({ includeHeaders: false }).receive()).started).toEqual(event);
	});

	it('starts the workflow when its kind was typed in', async () => {
		const node = new Node({ events: [], otherEvents: 'a, contact.created' });
		expect((await node.receive()).started).toEqual(event);
	});

	it('is read by us where n8n has not read it', async () => {
		const request: { rawBody?: Buffer; readRawBody(): Promise<void> } = {
			readRawBody: async () => void (request.rawBody = Buffer.from(JSON.stringify(event))),
		};
		expect((await new Node().receive({ request })).started).toEqual(event);
	});

	it('is not read a second time where n8n has read it', async () => {
		const readRawBody = jest.fn();
		const rawBody = Buffer.from(JSON.stringify(event));
		expect((await new Node().receive({ request: { rawBody, readRawBody } })).started).toEqual(
			event,
		);
		expect(readRawBody).not.toHaveBeenCalled();
	});
});

describe('an event is checked against the secret of its URL, and no other', () => {
	it.each([
		[false, SECRET, true],
		[false, TEST_SECRET, false],
		[true, TEST_SECRET, true],
		[true, SECRET, false],
	])('test URL: %s, secret %s: %s', async (isTest, secret, isBelieved) => {
		const { status } = await new Node().receive({ isTest, secret });
		expect(status).toBe(isBelieved ? 200 : 401);
	});

	it('and the log names the field to fill in', async () => {
		const [production, test] = [new Node(), new Node()];
		await production.receive({ secret: TEST_SECRET });
		await test.receive({ isTest: true, secret: SECRET });
		expect([production.lines, test.lines]).toEqual([
			[expect.stringMatching(/Paste the secret of this URL into “Signing Secret”/)],
			[expect.stringMatching(/Paste the secret of this URL into “Signing Secret \(Test URL\)”/)],
		]);
	});
});

describe('a verified delivery that starts nothing', () => {
	it.each([
		['of a kind not selected', event, 'Ignored: this kind of event is not selected'],
		['without a kind', { id: 'evt_1' }, 'Ignored: this kind of event is not selected'],
		['that is an array', [event], 'Ignored: the body is not a JSON object'],
		['that is no JSON', 'no json', 'Ignored: the body is not a JSON object'],
	])('%s is answered 200', async (_, body, message) => {
		const node = new Node({ events: ['deal.created'] });
		expect(await node.receive({ body })).toEqual({ status: 200, message, started: undefined });
	});

	it('is not remembered', async () => {
		const parameters = { events: ['deal.created'] };
		const node = new Node(parameters);
		await node.receive();
		parameters.events.push('contact.created');
		expect((await node.receive()).started).toEqual(event);
	});

	it('is told in the log when its body is no JSON object, and only then', async () => {
		const node = new Node({ events: ['deal.created'] });
		await node.receive();
		expect(node.lines).toEqual([]);
		await node.receive({ body: 'no json' });
		expect(node.lines).toEqual([
			expect.stringMatching(/Delivery ignored: .* its body is not a JSON object\.$/),
		]);
	});
});

/** A node whose parameter of that name is an expression that fails. */
const failingAt = (name: string, others: object = {}) =>
	new Node(
		Object.defineProperty({ events: ['*'], ...others }, name, {
			get: () => {
				throw new Error('expression');
			},
		}),
	);

describe('what an expression makes of the parameters', () => {
	it.each([
		['contact.created'],
		[' deal.created , contact.created,'],
		['*'],
		[['deal.created', ' contact.created ']],
	])('a text is read like a list: %j', async (events) => {
		const node = new Node({ events, otherEvents: 'deal.moved' });
		expect((await node.receive()).started).toEqual(event);
	});

	it.each<[string, unknown]>([
		...[undefined, null, 7, true, {}, [null], [['contact.created']], [{}]].map(
			(value): [string, unknown] => ['events', value],
		),
		['otherEvents', null],
		['otherEvents', { kind: 'deal.moved' }],
	])('of %s, %j is no list of kinds: the event is to come again', async (name, value) => {
		const kinds: Record<string, unknown> = { events: ['deal.created'], otherEvents: 'deal.moved' };
		const node = new Node({ ...kinds, [name]: value });
		expect(await node.receive()).toMatchObject({ status: 503, started: undefined });
		expect(node.lines).toEqual([
			expect.stringMatching(
				name === 'events'
					? /Delivery answered 503: “Events” is not a list of kinds of event\. .*publish the workflow\.$/
					: /Delivery answered 503: “Other Events” is not a list of kinds of event\. /,
			),
		]);
	});

	it.each(['', ' , ', []])(
		'nothing at all is chosen by %j: it is to come again',
		async (events) => {
			const node = new Node({ events });
			expect(await node.receive()).toMatchObject({ status: 503, started: undefined });
			expect(node.lines).toEqual([
				expect.stringMatching(/503: “Events” names no kind of event\. /),
			]);
		},
	);

	it.each([
		['options', 'Options'],
		['events', 'Events'],
		['otherEvents', 'Other Events'],
	])('nothing, since that of %s fails: it is to come again', async (name, label) => {
		const node = failingAt(name);
		expect(await node.receive()).toEqual({
			status: 503,
			message: 'Not possible at the moment: send it again later',
			started: undefined,
		});
		expect(node.lines).toEqual([
			`Trigger, workflow “Welcome”: Delivery answered 503: “${label}” holds an expression that fails. Correct it. Then publish the workflow.`,
		]);
	});

	it('a failing one of the kinds is no matter of a stranger’s', async () => {
		expect(await failingAt('events').receive({ secret: 'x'.repeat(64) })).toEqual(refusal);
	});

	it.each([null, 'text', 7])('no options are made of %j', async (options) => {
		expect((await new Node({ events: ['*'], options }).receive()).started).toEqual(event);
	});
});

describe('an event starts the workflow', () => {
	const events = ['contact.created'];
	it.each<[unknown, object, boolean]>([
		['contact.created', { events, otherEvents: ' deal.won , deal.lost,' }, true],
		['deal.won', { events, otherEvents: ' deal.won , deal.lost,' }, true],
		['deal.lost', { events, otherEvents: ' deal.won , deal.lost,' }, true],
		['deal.lost', { otherEvents: ['deal.won', ' deal.lost '] }, true],
		['deal.created', { events, otherEvents: 'deal.won' }, false],
		['contact', { events }, false],
		['CONTACT.CREATED', { events }, false],
		['', { events, otherEvents: ',' }, false],
		[undefined, { events }, false],
		[events, { events }, false],
		['brand.new', { events: ['*'] }, true],
		['brand.new', { otherEvents: '*' }, true],
		[undefined, { events: ['*'] }, true],
	])('when its kind %j is chosen or typed in: %j %s', async (kind, parameters, starts) => {
		const body = { ...event, event: kind };
		const { started } = await new Node({ ...parameters }).receive({ body });
		expect(started !== undefined).toBe(starts);
	});
});

describe('a secret that can’t be the service’s is never believed', () => {
	const accessToken = 'k'.repeat(64);
	it.each([
		'short',
		'null',
		SECRET.slice(1),
		`${SECRET}p`,
		`${SECRET.slice(2)} p`,
		accessToken,
		`__n8n_BLANK_VALUE_${'p'.repeat(46)}`,
	])('%s', async (secret) => {
		const node = new Node();
		node.credential = { accessToken, signingSecret: secret };
		expect(await node.receive({ secret })).toEqual(refusal);
		expect(node.lines).toEqual([expect.stringMatching(/401: “Signing Secret” in the credential /)]);
		expect(node.lines[0]).not.toContain(secret);

		const besideAnother = new Node();
		besideAnother.credential = { accessToken, signingSecret: `${SECRET}, ${secret}` };
		expect((await besideAnother.receive()).status).toBe(200);
		expect(await besideAnother.receive({ secret })).toEqual(refusal);
	});
});

it('goes on logging when the machine’s clock is set back', async () => {
	const node = new Node();
	const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
	await node.receive({ secret: 'x'.repeat(64) });
	clock.mockReturnValue(1_001_000);
	jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
	await node.receive({ secret: 'x'.repeat(64) });
	expect(node.lines).toHaveLength(2);
});

it.each([Infinity, '1e999'])(
	'believes nothing old with a tolerance of %p',
	async (toleranceSeconds) => {
		const { status } = await nodeWith({ toleranceSeconds }).receive({ ageSeconds: 1_000 });
		expect(status).toBe(401);
	},
);
