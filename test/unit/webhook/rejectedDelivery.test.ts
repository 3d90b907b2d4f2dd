import {
	event,
	TriggerNode,
	triggerWith,
	rejection,
	SECRET,
	TEST_SECRET,
	type Delivery,
} from './triggerHarness';

afterEach(() => jest.restoreAllMocks());

describe('an unverified delivery', () => {
	it.each<[string, Delivery, RegExp]>([
		['signed with another secret', { secret: 'x'.repeat(64) }, /does not hold/],
		['without a header', { headers: { 'svc-signature': undefined as never } }, /carries no/],
		['with an unreadable header', { headers: { 'svc-signature': 'hello' } }, /does not read t=/],
		['that is too old', { ageSeconds: 305 }, /30[56] s behind/],
		['from the future', { ageSeconds: -305 }, /30[45] s ahead of/],
		['without a body', { request: {} }, /could not hand over its body/],
		['whose body is not bytes', { request: { rawBody: 'text' } }, /could not hand over/],
		[
			'whose body was cut off',
			{ request: { readRawBody: async () => await Promise.reject(new Error('cut off')) } },
			/could not hand over/,
		],
	])('%s is answered 401; the reason is logged after responding', async (_, delivery, words) => {
		const node = new TriggerNode();
		expect(await node.receive(delivery)).toEqual(rejection);
		expect(node.lines).toEqual([expect.stringMatching(words)]);
		expect(node.lines[0]).toMatch(/^Trigger, workflow “Welcome”: Delivery rejected with 401: /);
	});

	it.each<[string, Delivery]>([
		['without a header', { headers: { 'svc-signature': undefined as never } }],
		['that is too old', { ageSeconds: 1000 }],
	])('%s costs no body read and no credential lookup', async (_, delivery) => {
		const node = new TriggerNode();
		const readRawBody = jest.fn();
		await node.receive({ ...delivery, request: { readRawBody } });
		expect(node.credentialReads).toBe(0);
		expect(readRawBody).not.toHaveBeenCalled();
	});

	it('is logged at most once a second per node and reason, with a count of the rest', async () => {
		const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
		// The system clock runs backwards.
		let seconds = 1_700_000_000;
		jest.spyOn(Date, 'now').mockImplementation(() => (seconds -= 1) * 1_000);
		const [node, other] = [new TriggerNode(), new TriggerNode()];
		const malformed = { headers: { 'svc-signature': 'hello' } };
		for (let count = 0; count < 3; count++) await node.receive(malformed);
		await node.receive({ ageSeconds: 1000 });
		await other.receive(malformed);
		expect(node.lines).toHaveLength(2);
		expect(other.lines).toHaveLength(1);

		clock.mockReturnValue(1_000_999);
		await node.receive(malformed);
		expect(node.lines).toHaveLength(2);
		clock.mockReturnValue(1_001_000);
		await node.receive(malformed);
		expect(node.lines).toHaveLength(3);
		expect(node.lines[0]).not.toMatch(/more like it/);
		expect(node.lines[2]).toMatch(/ \(and 3 more like it since the last line\)$/);

		clock.mockReturnValue(1_002_000);
		await node.receive(malformed);
		expect(node.lines[3]).not.toMatch(/more like it/);
	});

	it('is throttled separately for each reason', async () => {
		jest.spyOn(performance, 'now').mockReturnValue(1_000_000);
		const parameters: Record<string, unknown> = { events: ['deal.created'] };
		const node = new TriggerNode(parameters);
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

	it('is logged on one line, even if names contain control characters', async () => {
		const node = new TriggerNode();
		node.name = 'Trigger\r\nof\u001b[31m two lines';
		node.workflow = { id: 'w', name: 'Welcome\nDelivery rejected\u2028' };
		await node.receive({ secret: 'wrong' });
		expect(node.lines[0]).toMatch(
			/^Trigger of \[31m two lines, workflow “Welcome Delivery rejected ”: Delivery rejected with 401/,
		);
	});

	it('is logged with the workflow’s ID if the workflow has no name', async () => {
		const node = new TriggerNode();
		node.workflow = { id: 'w7' };
		await node.receive({ secret: 'wrong' });
		expect(node.lines[0]).toMatch(/^Trigger, workflow “w7”: /);
	});
});

it('a delivery is accepted within “Tolerance (Seconds)”', async () => {
	const node = triggerWith({ toleranceSeconds: 900 });
	expect((await node.receive({ ageSeconds: 890 })).status).toBe(200);
});

it('while “Tolerance (Seconds)” is no such number, a delivery is answered 503', async () => {
	const node = triggerWith({ toleranceSeconds: 'abc' });
	expect((await node.receive()).status).toBe(503);
	expect(node.lines).toEqual([
		expect.stringContaining('503: “Tolerance (Seconds)” is not a number of seconds, 0 or more.'),
	]);
});

describe('a credential', () => {
	it('that can’t be read leads to 503, until it can', async () => {
		const node = new TriggerNode();
		node.credential = undefined;
		expect(await node.receive()).toEqual({
			status: 503,
			message: 'Not possible at the moment: send it again later',
			started: undefined,
		});
		expect(node.lines).toEqual([
			'Trigger, workflow “Welcome”: Delivery answered 503: “Credential” can’t be read. If this goes on, choose a credential that exists in the node. Then publish the workflow.',
		]);
		node.credential = { signingSecret: SECRET };
		expect((await node.receive()).started).toEqual(event);
	});

	it.each([
		['without a secret for this URL', ' , ', ''],
		['with a malformed secret', 'short', 'short'],
	])('%s verifies no delivery', async (_, signingSecret, secret) => {
		const node = new TriggerNode();
		node.credential = { signingSecret, testSigningSecret: TEST_SECRET };
		expect(await node.receive({ secret })).toEqual(rejection);
		expect(node.lines).toEqual([expect.stringMatching(/401: “Signing Secret” in the credential /)]);
	});
});
