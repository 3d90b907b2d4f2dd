/** What the trigger answers, starts, remembers and logs; how n8n itself behaves around it is seen in test/e2e. */
import { EventEmitter } from 'node:events';
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

describe('each URL believes its own secret alone', () => {
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
			[expect.stringMatching(/“Signing Secret” alone counts/)],
			[expect.stringMatching(/“Signing Secret \(Test URL\)” alone counts/)],
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

	it('needs no parameter for kinds typed in', async () => {
		expect((await new Node({}).receive()).message).toMatch(/not selected/);
	});
});

describe('a body that is cut off', () => {
	it('ends the call, although n8n’s reading of a compressed one never does', async () => {
		const request = Object.assign(new EventEmitter(), {
			destroyed: false,
			complete: false,
			readRawBody: () => new Promise<void>(() => {}),
		});
		const ended = new Node().receive({ request });
		request.emit('close');
		expect(await ended).toEqual(refusal);
		expect(await new Node().receive({ request: { ...request, destroyed: true } })).toEqual(refusal);
	});

	it('is told from one that has arrived whole, whose end also closes the request', async () => {
		let arrive = () => {};
		const rawBody = Buffer.from(JSON.stringify(event));
		const request = Object.assign(new EventEmitter(), {
			complete: true,
			rawBody: undefined as Buffer | undefined,
			readRawBody: () => new Promise<void>((resolve) => (arrive = resolve)),
		});
		const ended = new Node().receive({ request });
		request.emit('close');
		await new Promise(setImmediate);
		request.rawBody = rawBody;
		arrive();
		expect((await ended).status).toBe(200);
	});
});

it('answers 503 where an expression in Options fails, and starts nothing', async () => {
	const node = new Node(
		Object.defineProperty({ events: ['*'] }, 'options', {
			get: () => {
				throw new Error('expression');
			},
		}),
	);
	expect(await node.receive()).toMatchObject({ status: 503, started: undefined });
	expect(node.lines).toEqual([
		expect.stringMatching(/an expression in Options fails\. Correct it and publish/),
	]);
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
