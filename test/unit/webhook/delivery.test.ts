/** What the trigger answers, starts, remembers and logs; how n8n itself behaves around it is seen in test/e2e. */
import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { receive } from '../../../nodes/CustomerRelationship/webhook/delivery';

const SECRET = 'p'.repeat(64);
const TEST_SECRET = 't'.repeat(64);
const event = { event: 'contact.created', id: 'evt_1', data: { contactId: 'cnt_1' } };

class Answer extends EventEmitter {
	statusCode = 200;
	writableEnded = false;
	body: unknown;

	status(statusCode: number): this {
		this.statusCode = statusCode;
		return this;
	}

	json(body: unknown): void {
		this.body = body;
		this.writableEnded = true;
		this.emit('close');
	}
}

interface Sent {
	body?: unknown;
	secret?: string;
	ageSeconds?: number;
	headers?: Record<string, string>;
	request?: object;
	isTest?: boolean;
}

/** A node of its own: nothing that another test's has accepted is remembered. */
class Node {
	private static count = 0;
	readonly id: string = `node ${Node.count++}`;
	webhookId: string | undefined = this.id;
	name = 'Trigger';
	readonly lines: string[] = [];
	readonly read: string[] = [];
	credential: IDataObject | undefined = { signingSecret: SECRET, testSigningSecret: TEST_SECRET };
	workflow: { id: string; name?: string } = { id: 'w', name: 'Welcome' };

	constructor(private readonly parameters: Record<string, unknown> = { events: ['*'] }) {}

	/** One delivery; `started` is the item that it gives out. */
	async receive({
		body = event,
		secret = SECRET,
		ageSeconds = 0,
		headers = {},
		request,
		isTest = false,
	}: Sent = {}) {
		const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
		const t = Math.floor(Date.now() / 1000) - ageSeconds;
		const v1 = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
		const answer = new Answer();
		const result = await receive({
			getNodeParameter: (name: string, fallback: unknown) => this.parameters[name] ?? fallback,
			getRequestObject: () => request ?? { rawBody },
			getResponseObject: () => answer,
			getHeaderData: () => ({ 'svc-signature': `t=${t},v1=${v1}`, ...headers }),
			getCredentials: async (type: string) => {
				expect(type).toBe('customerRelationshipApi');
				this.read.push('credential');
				if (!this.credential) throw new Error('no such credential');
				return this.credential;
			},
			getMode: () => (isTest ? 'manual' : 'webhook'),
			getNode: () => ({
				...{ id: this.id, name: this.name, webhookId: this.webhookId },
				credentials: {},
			}),
			getWorkflow: () => this.workflow,
			getWorkflowStaticData: () => {
				throw new Error('Static data are the author’s');
			},
			logger: {
				warn: (line: string) => {
					expect(answer.writableEnded || line.includes('ignored')).toBe(true);
					this.lines.push(line);
				},
			},
		} as unknown as IWebhookFunctions);
		const { workflowData, webhookResponse, noWebhookResponse } = result;
		// As n8n does: it answers unless it is told that it was done.
		if (!noWebhookResponse) answer.json(webhookResponse);
		expect(answer.writableEnded).toBe(true);
		const started = workflowData?.[0]?.[0]?.json;
		return { status: answer.statusCode, message: messageOf(answer.body), started };
	}
}

const messageOf = (body: unknown) => (body as { message?: string } | undefined)?.message;
const refusal = { status: 401, message: 'Signature not accepted', started: undefined };
const nodeWith = (options: object) => new Node({ events: ['*'], options });

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

describe('a delivery that is not believed', () => {
	it.each<[string, Sent, RegExp]>([
		['of another secret', { secret: 'x'.repeat(64) }, /does not hold/],
		['without a header', { headers: { 'svc-signature': undefined as never } }, /carries no/],
		['with an unreadable header', { headers: { 'svc-signature': 'hello' } }, /does not read t=/],
		['that is old', { ageSeconds: 305 }, /30[56] s behind/],
		['from the future', { ageSeconds: -305 }, /30[45] s ahead of/],
		['without bytes', { request: {} }, /could not hand over its body/],
		['whose bytes are no bytes', { request: { rawBody: 'text' } }, /could not hand over/],
		[
			'that was cut off',
			{ request: { readRawBody: async () => await Promise.reject(new Error('cut off')) } },
			/could not hand over/,
		],
	])('%s is answered 401; the log says why, after the answer', async (_, sent, words) => {
		const node = new Node();
		expect(await node.receive(sent)).toEqual(refusal);
		expect(node.lines).toEqual([expect.stringMatching(words)]);
		expect(node.lines[0]).toMatch(/^Trigger, workflow “Welcome”: Delivery refused with 401: /);
	});

	it.each<[string, Sent]>([
		['without a header', { headers: { 'svc-signature': undefined as never } }],
		['that is old', { ageSeconds: 1000 }],
	])('%s is not worth reading anything for', async (_, sent) => {
		const node = new Node();
		const readRawBody = jest.fn();
		await node.receive({ ...sent, request: { readRawBody } });
		expect(node.read).toEqual([]);
		expect(readRawBody).not.toHaveBeenCalled();
	});

	it('is logged once a second, with a count, for each node and reason', async () => {
		const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
		const [node, other] = [new Node(), new Node()];
		const stranger = { headers: { 'svc-signature': 'hello' } };
		for (let count = 0; count < 3; count++) await node.receive(stranger);
		await node.receive({ ageSeconds: 1000 });
		await other.receive(stranger);
		expect(node.lines).toHaveLength(2);
		expect(other.lines).toHaveLength(1);

		clock.mockReturnValue(1_000_999);
		await node.receive(stranger);
		expect(node.lines).toHaveLength(2);
		clock.mockReturnValue(1_001_000);
		await node.receive(stranger);
		expect(node.lines).toHaveLength(3);
		expect(node.lines[0]).not.toMatch(/more like it/);
		expect(node.lines[2]).toMatch(/ \(and 3 more like it since the last line\)$/);

		clock.mockReturnValue(1_002_000);
		await node.receive(stranger);
		expect(node.lines[3]).not.toMatch(/more like it/);
	});

	it('is logged once a second whatever else is logged', async () => {
		jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
		const parameters: Record<string, unknown> = { events: ['deal.created'] };
		const node = new Node(parameters);
		await node.receive({ body: 'no json' });
		for (const ageSeconds of [1000, -1000]) await node.receive({ ageSeconds });
		Object.defineProperty(parameters, 'options', {
			get: () => {
				throw new Error('expression');
			},
		});
		await node.receive();
		expect(node.lines).toHaveLength(4);
	});

	it('is logged on one line, whatever workflow and node are called', async () => {
		const node = new Node();
		node.name = 'Trigger\r\nof\u001b[31m two lines';
		node.workflow = { id: 'w', name: 'Welcome\nDelivery refused\u2028' };
		await node.receive({ secret: 'wrong' });
		expect(node.lines[0]).toMatch(
			/^Trigger of \[31m two lines, workflow “Welcome Delivery refused ”: Delivery refused with 401/,
		);
	});

	it('is logged with the workflow’s id where it has no name', async () => {
		const node = new Node();
		node.workflow = { id: 'w7' };
		await node.receive({ secret: 'wrong' });
		expect(node.lines[0]).toMatch(/^Trigger, workflow “w7”: /);
	});
});

describe('the tolerance', () => {
	it.each([undefined, null, '', ' ', 300, '300'])('%j is 300 seconds', async (toleranceSeconds) => {
		const node = nodeWith({ toleranceSeconds });
		expect((await node.receive({ ageSeconds: 299 })).status).toBe(200);
		expect((await node.receive({ ageSeconds: 302 })).status).toBe(401);
	});

	it.each([
		[0, 3, 401],
		[900, 890, 200],
		['x', 0, 401],
		[-1, 0, 401],
	])('%j, with a delivery %i seconds old: %i', async (toleranceSeconds, ageSeconds, status) => {
		expect((await nodeWith({ toleranceSeconds }).receive({ ageSeconds })).status).toBe(status);
	});
});

describe('a credential that', () => {
	it('can’t be read has the service come back', async () => {
		const node = new Node();
		node.credential = undefined;
		expect(await node.receive()).toEqual({
			status: 503,
			message: 'Not possible at the moment: send it again later',
			started: undefined,
		});
		expect(node.lines).toEqual([
			'Trigger, workflow “Welcome”: Delivery answered 503: the credential can’t be read. If this goes on, choose one in the node that exists, and publish the workflow.',
		]);
		node.credential = { signingSecret: SECRET };
		expect((await node.receive()).started).toEqual(event);
	});

	it('was changed counts a second later', async () => {
		const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
		const node = new Node();
		await node.receive();
		node.credential = { signingSecret: 'another' };
		clock.mockReturnValue(1_001_000);
		expect(await node.receive()).toEqual(refusal);
		expect((await node.receive({ secret: 'another' })).status).toBe(200);
		expect(node.read).toHaveLength(2);
	});

	it('holds no secret for this URL believes nobody', async () => {
		const node = new Node();
		node.credential = { signingSecret: ' , ', testSigningSecret: SECRET };
		expect(await node.receive()).toEqual(refusal);
		expect(await node.receive({ secret: '' })).toEqual(refusal);
		expect(node.lines).toEqual([expect.stringMatching(/“Signing Secret” is empty/)]);
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

describe('an event that comes again', () => {
	const accepted = { status: 200, message: 'Accepted before: nothing started' };

	it('is answered 200 and starts nothing', async () => {
		const node = new Node();
		await node.receive();
		expect(await node.receive()).toEqual({ ...accepted, started: undefined });
	});

	it('runs for another node, and for the same node of another workflow', async () => {
		const node = new Node();
		await node.receive();
		expect((await new Node().receive()).started).toEqual(event);
		node.workflow = { id: 'w2' };
		expect((await node.receive()).started).toEqual(event);
	});

	it.each<[string, Partial<Node>]>([
		['URL of another node with the same id', { webhookId: 'another' }],
		[
			'node without a URL of its own but its name',
			{ webhookId: undefined, name: 'Another', workflow: { id: 'w', name: 'Welcome' } },
		],
	])('runs at the %s, as older versions of n8n let two of a workflow be', async (_, changes) => {
		const node = new Node();
		await node.receive();
		expect((await Object.assign(node, changes).receive()).started).toEqual(event);
		expect((await node.receive()).started).toBeUndefined();
	});

	it('is known when the node was renamed meanwhile', async () => {
		const node = new Node();
		await node.receive();
		node.name = 'Renamed';
		expect((await node.receive()).started).toBeUndefined();
	});

	it('runs when duplicates are wanted', async () => {
		const node = nodeWith({ skipDuplicates: false });
		await node.receive();
		expect((await node.receive()).started).toEqual(event);
	});

	it('runs on the test URL, which remembers nothing', async () => {
		const node = new Node();
		const sent = { isTest: true, secret: TEST_SECRET };
		await node.receive(sent);
		expect((await node.receive(sent)).started).toEqual(event);
		expect((await node.receive()).started).toEqual(event);
	});

	it('runs when it has no id', async () => {
		const node = new Node();
		for (const body of [{ event: 'x' }, { event: 'x', id: '' }, { event: 'x', id: null }]) {
			expect((await node.receive({ body })).started).toEqual(body);
			expect((await node.receive({ body })).started).toEqual(body);
		}
	});

	it('while the first is under way is to come back', async () => {
		const node = new Node();
		const [one, other] = await Promise.all([node.receive(), node.receive()]);
		expect(one.started).toEqual(event);
		expect(other).toEqual({
			status: 503,
			message: 'Still running: send it again later',
			started: undefined,
		});
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
