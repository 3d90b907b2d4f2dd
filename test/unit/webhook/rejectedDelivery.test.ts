import { event, Node, nodeWith, refusal, SECRET, TEST_SECRET, type Sent } from './triggerHarness';

afterEach(() => jest.restoreAllMocks());

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
		// The machine's clock, which is set back meanwhile.
		let seconds = 1_700_000_000;
		jest.spyOn(Date, 'now').mockImplementation(() => (seconds -= 1) * 1_000);
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

it('a delivery is believed as long as “Tolerance (Seconds)” says', async () => {
	const node = nodeWith({ toleranceSeconds: 900 });
	expect((await node.receive({ ageSeconds: 890 })).status).toBe(200);
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
			'Trigger, workflow “Welcome”: Delivery answered 503: “Credential” can’t be read. If this goes on, choose one in the node that exists. Then publish the workflow.',
		]);
		node.credential = { signingSecret: SECRET };
		expect((await node.receive()).started).toEqual(event);
	});

	it.each([
		['no secret for this URL', ' , ', ''],
		['one that can’t be the service’s', 'short', 'short'],
	])('holds %s believes nobody', async (_, signingSecret, secret) => {
		const node = new Node();
		node.credential = { signingSecret, testSigningSecret: TEST_SECRET };
		expect(await node.receive({ secret })).toEqual(refusal);
		expect(node.lines).toEqual([expect.stringMatching(/401: “Signing Secret” in the credential /)]);
	});
});
