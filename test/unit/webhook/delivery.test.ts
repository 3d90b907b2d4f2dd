/** How the trigger responds, what it starts and what it logs. How n8n behaves around it is tested in test/e2e. */
import { event, TriggerNode, triggerWith, rejection, SECRET, TEST_SECRET } from './triggerHarness';

describe('a verified delivery', () => {
	it('starts the workflow with the envelope as received', async () => {
		const node = new TriggerNode();
		expect(await node.receive()).toEqual({ status: 200, message: undefined, started: event });
		expect(node.lines).toEqual([]);
	});

	it('includes the headers if the option says so, without sensitive ones', async () => {
		const headers = { authorization: 'Basic abc', 'x-api-key': '1', 'x-trace': '7' };
		const { started } = await triggerWith({ includeHeaders: true }).receive({ headers });
		expect(started).toEqual({ ...event, headers: { 'x-trace': '7' } });
	});

	it('keeps the signed `headers` of an envelope instead of the request’s', async () => {
		const body = { ...event, headers: { 'x-trace': 'signed' } };
		const headers = { 'x-trace': 'from anywhere' };
		const { started } = await triggerWith({ includeHeaders: true }).receive({ body, headers });
		expect(started).toEqual(body);
	});

	it('has its body read if n8n has not read it', async () => {
		const request: { rawBody?: Buffer; readRawBody(): Promise<void> } = {
			readRawBody: async () => void (request.rawBody = Buffer.from(JSON.stringify(event))),
		};
		expect((await new TriggerNode().receive({ request })).started).toEqual(event);
	});

	it('does not have its body read twice', async () => {
		const readRawBody = jest.fn();
		const rawBody = Buffer.from(JSON.stringify(event));
		const { started } = await new TriggerNode().receive({ request: { rawBody, readRawBody } });
		expect(started).toEqual(event);
		expect(readRawBody).not.toHaveBeenCalled();
	});
});

it.each<[boolean, string, number, RegExp[]]>([
	[false, SECRET, 200, []],
	[false, TEST_SECRET, 401, [/Paste the secret of this URL into “Signing Secret 2”/]],
	[true, TEST_SECRET, 200, []],
	[true, SECRET, 401, [/Paste the secret of this URL into “Signing Secret \(Test URL\)”/]],
])(
	'verifies a delivery with the secret of its URL only: test URL %s, secret %s: %d',
	async (isTest, secret, status, lines) => {
		const node = new TriggerNode();
		expect((await node.receive({ isTest, secret })).status).toBe(status);
		expect(node.lines).toEqual(lines.map((words) => expect.stringMatching(words) as string));
	},
);

it('verifies a delivery to the production URL with a secret of any of its fields', async () => {
	const node = new TriggerNode();
	node.credential = { signingSecret: '', signingSecret2: TEST_SECRET, signingSecret5: SECRET };
	expect((await node.receive()).status).toBe(200);
	expect((await node.receive({ isTest: true })).status).toBe(401);
});

it.each<[unknown, string[], boolean]>([
	['contact.created', ['contact.created'], true],
	['contact', ['contact.created'], false],
	['CONTACT.CREATED', ['contact.created'], false],
	[['contact.created'], ['contact.created'], false],
	[undefined, ['contact.created'], false],
	['brand.new', ['*'], true],
	[undefined, ['*'], true],
])('an event of type %j starts a workflow for %j: %s', async (type, events, starts) => {
	const body = { ...event, event: type };
	const { started } = await new TriggerNode({ events }).receive({ body });
	expect(started !== undefined).toBe(starts);
});

describe('a verified delivery that starts nothing', () => {
	const ignored = /Delivery ignored: .* its body is not a JSON object\.$/;
	it.each<[string, unknown, string, RegExp[]]>([
		['of a type that is not selected', event, 'Ignored: this kind of event is not selected', []],
		['without a type', { id: 'evt_1' }, 'Ignored: this kind of event is not selected', []],
		['that is an array', [event], 'Ignored: the body is not a JSON object', [ignored]],
		['that is not JSON', 'no json', 'Ignored: the body is not a JSON object', [ignored]],
	])('%s is answered 200', async (_, body, message, lines) => {
		const node = new TriggerNode({ events: ['deal.created'] });
		expect(await node.receive({ body })).toEqual({ status: 200, message, started: undefined });
		expect(node.lines).toEqual(lines.map((words) => expect.stringMatching(words) as string));
	});

	it('does not count as accepted', async () => {
		const parameters = { events: ['deal.created'] };
		const node = new TriggerNode(parameters);
		await node.receive();
		parameters.events.push('contact.created');
		expect((await node.receive()).started).toEqual(event);
	});
});

describe('if parameters can’t be read', () => {
	/** A trigger whose parameter of that name is a failing expression. */
	const failingAt = (name: string) =>
		new TriggerNode(
			Object.defineProperty({ events: ['*'] }, name, {
				get: () => {
					throw new Error('expression');
				},
			}),
		);

	it.each([
		['options', 'Options'],
		['events', 'Events'],
	])('a delivery is answered 503, so that the service resends: %s', async (name, label) => {
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

	it('an unverified delivery is rejected before “Events” is read', async () => {
		expect(await failingAt('events').receive({ secret: 'x'.repeat(64) })).toEqual(rejection);
	});
});
