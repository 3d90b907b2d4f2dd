/** What the trigger answers, starts, remembers and logs; how n8n itself behaves around it is seen in test/e2e. */
import { event, Node, nodeWith, refusal, SECRET, TEST_SECRET } from './triggerHarness';

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

	it('is read by us where n8n has not read it', async () => {
		const request: { rawBody?: Buffer; readRawBody(): Promise<void> } = {
			readRawBody: async () => void (request.rawBody = Buffer.from(JSON.stringify(event))),
		};
		expect((await new Node().receive({ request })).started).toEqual(event);
	});

	it('is not read a second time where n8n has read it', async () => {
		const readRawBody = jest.fn();
		const rawBody = Buffer.from(JSON.stringify(event));
		const { started } = await new Node().receive({ request: { rawBody, readRawBody } });
		expect(started).toEqual(event);
		expect(readRawBody).not.toHaveBeenCalled();
	});
});

it.each<[boolean, string, number, RegExp[]]>([
	[false, SECRET, 200, []],
	[false, TEST_SECRET, 401, [/Paste the secret of this URL into “Signing Secret”/]],
	[true, TEST_SECRET, 200, []],
	[true, SECRET, 401, [/Paste the secret of this URL into “Signing Secret \(Test URL\)”/]],
])(
	'an event is checked against the secret of its URL, and no other: test URL %s, secret %s: %d',
	async (isTest, secret, status, lines) => {
		const node = new Node();
		expect((await node.receive({ isTest, secret })).status).toBe(status);
		expect(node.lines).toEqual(lines.map((words) => expect.stringMatching(words) as string));
	},
);

it.each<[unknown, string[], boolean]>([
	['contact.created', ['contact.created'], true],
	['contact', ['contact.created'], false],
	['CONTACT.CREATED', ['contact.created'], false],
	[['contact.created'], ['contact.created'], false],
	[undefined, ['contact.created'], false],
	['brand.new', ['*'], true],
	[undefined, ['*'], true],
])(
	'an event of the kind %j starts a workflow that waits for %j: %s',
	async (kind, events, starts) => {
		const body = { ...event, event: kind };
		const { started } = await new Node({ events }).receive({ body });
		expect(started !== undefined).toBe(starts);
	},
);

describe('a verified delivery that starts nothing', () => {
	const ignored = /Delivery ignored: .* its body is not a JSON object\.$/;
	it.each<[string, unknown, string, RegExp[]]>([
		['of a kind not selected', event, 'Ignored: this kind of event is not selected', []],
		['without a kind', { id: 'evt_1' }, 'Ignored: this kind of event is not selected', []],
		['that is an array', [event], 'Ignored: the body is not a JSON object', [ignored]],
		['that is no JSON', 'no json', 'Ignored: the body is not a JSON object', [ignored]],
	])('%s is answered 200', async (_, body, message, lines) => {
		const node = new Node({ events: ['deal.created'] });
		expect(await node.receive({ body })).toEqual({ status: 200, message, started: undefined });
		expect(node.lines).toEqual(lines.map((words) => expect.stringMatching(words) as string));
	});

	it('is not remembered', async () => {
		const parameters = { events: ['deal.created'] };
		const node = new Node(parameters);
		await node.receive();
		parameters.events.push('contact.created');
		expect((await node.receive()).started).toEqual(event);
	});
});

describe('where the parameters can’t be read', () => {
	/** A node whose parameter of that name is an expression that fails. */
	const failingAt = (name: string) =>
		new Node(
			Object.defineProperty({ events: ['*'] }, name, {
				get: () => {
					throw new Error('expression');
				},
			}),
		);

	it.each([
		['options', 'Options'],
		['events', 'Events'],
	])('an event is to come again: %s', async (name, label) => {
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

	it('is no matter of a stranger’s, as to the kinds', async () => {
		expect(await failingAt('events').receive({ secret: 'x'.repeat(64) })).toEqual(refusal);
	});
});
