import { event, Node, nodeWith, TEST_SECRET } from './triggerHarness';

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
		['node without a URL of its own but its name', { webhookId: undefined, name: 'Another' }],
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
		const body = { event: 'x', id: '' };
		await node.receive({ body });
		expect((await node.receive({ body })).started).toEqual(body);
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
