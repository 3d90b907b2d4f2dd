import { event, TriggerNode, triggerWith, TEST_SECRET } from './triggerHarness';

describe('a resent event', () => {
	const accepted = { status: 200, message: 'Accepted before: nothing started' };

	it('is answered 200 and starts no run', async () => {
		const node = new TriggerNode();
		await node.receive();
		expect(await node.receive()).toEqual({ ...accepted, started: undefined });
	});

	it('starts a run in another trigger, and in the same trigger of another workflow', async () => {
		const node = new TriggerNode();
		await node.receive();
		expect((await new TriggerNode().receive()).started).toEqual(event);
		node.workflow = { id: 'w2' };
		expect((await node.receive()).started).toEqual(event);
	});

	it.each<[string, Partial<TriggerNode>]>([
		['another URL with the same node ID', { webhookId: 'another' }],
		['another name without a URL of its own', { webhookId: undefined, name: 'Another' }],
	])(
		'starts a run at %s, which older versions of n8n allow within a workflow',
		async (_, changes) => {
			const node = new TriggerNode();
			await node.receive();
			expect((await Object.assign(node, changes).receive()).started).toEqual(event);
			expect((await node.receive()).started).toBeUndefined();
		},
	);

	it('is recognized after the node was renamed', async () => {
		const node = new TriggerNode();
		await node.receive();
		node.name = 'Renamed';
		expect((await node.receive()).started).toBeUndefined();
	});

	it('starts a run if “Skip Duplicates” is off', async () => {
		const node = triggerWith({ skipDuplicates: false });
		await node.receive();
		expect((await node.receive()).started).toEqual(event);
	});

	it('starts a run at the test URL, where nothing is remembered', async () => {
		const node = new TriggerNode();
		const sent = { isTest: true, secret: TEST_SECRET };
		await node.receive(sent);
		expect((await node.receive(sent)).started).toEqual(event);
		expect((await node.receive()).started).toEqual(event);
	});

	it('starts a run if it has no ID', async () => {
		const node = new TriggerNode();
		const body = { event: 'x', id: '' };
		await node.receive({ body });
		expect((await node.receive({ body })).started).toEqual(body);
	});

	it('is answered 503 while the first delivery is in progress', async () => {
		const node = new TriggerNode();
		const [one, other] = await Promise.all([node.receive(), node.receive()]);
		expect(one.started).toEqual(event);
		expect(other).toEqual({
			status: 503,
			message: 'Still running: send it again later',
			started: undefined,
		});
	});
});
