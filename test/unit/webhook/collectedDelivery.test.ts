/** “Wait for More Messages (Seconds)”, from the delivery to the item. `messageCollector.test.ts` has the rules. */
import { event, messageOf, TEST_SECRET, TriggerNode, type Delivery } from './triggerHarness';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

const message = (id: string, data: object = {}) => ({
	...{ event: 'message.received', id },
	data: { conversationId: 'cnv_1', text: `text of ${id}`, ...data },
});
const collecting = (options: object = {}) =>
	new TriggerNode({ events: ['*'], options: { collectSeconds: 8, ...options } });

/** Calls the node as n8n does; `started` is the item that starts the workflow, once it has started. */
function call(node: TriggerNode, body: object, more: Delivery = {}) {
	const { response, result } = node.call({ body, ...more });
	const delivery = {
		response,
		started: undefined as unknown,
		hasReturned: false,
		answer: () =>
			response.writableEnded ? [response.statusCode, messageOf(response.body)] : undefined,
	};
	void result.then(({ workflowData, webhookResponse, noWebhookResponse }) => {
		delivery.hasReturned = true;
		delivery.started = workflowData?.[0]?.[0]?.json;
		if (!noWebhookResponse && !workflowData) response.json(webhookResponse);
	});
	return delivery;
}
const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);

it('starts the workflow once for messages that follow each other, and answers all deliveries with it', async () => {
	const node = collecting();
	const first = call(node, message('evt_1'));
	await pass(5);
	const second = call(node, message('evt_2'));
	const resend = call(node, message('evt_1'));
	await pass(7);
	// n8n's call returns at once: each that waits holds an expression engine.
	expect(second).toMatchObject({ hasReturned: true, started: undefined });
	expect(resend.answer()).toEqual([503, 'Still running: send it again later']);
	expect(first.hasReturned).toBe(false);
	await pass(1.1);
	const events = [message('evt_1'), message('evt_2')];
	const collected = { count: 2, text: 'text of evt_1\ntext of evt_2', events };
	expect(first.started).toEqual({ ...message('evt_2'), collected });
	expect([first.answer(), second.answer()]).toEqual([undefined, undefined]);

	first.response.send(200);
	expect(second.answer()).toEqual([200, 'Accepted with the messages around it']);
	const late = call(node, message('evt_2'));
	await pass(0);
	expect(late.answer()).toEqual([200, 'Accepted before: nothing started']);
	expect(node.lines).toEqual([]);
});

it('asks for all messages again if the run fails, and the first resend starts it again at once', async () => {
	const node = collecting();
	const first = call(node, message('evt_1'));
	const second = call(node, message('evt_2'));
	await pass(8.1);
	first.response.send(500);
	expect(second.answer()).toEqual([503, 'Not accepted yet: send it again later']);
	const resend = call(node, message('evt_1'));
	await pass(0);
	expect(resend.started).toEqual(first.started);
});

it.each<[string, object, Delivery | undefined]>([
	['an event of another kind', event, undefined],
	['a message without a conversation', message('evt_1', { conversationId: null }), undefined],
	['a message at the test URL', message('evt_1'), { isTest: true, secret: TEST_SECRET }],
])('starts the workflow at once for %s', async (_, body, more) => {
	const node = collecting();
	const first = call(node, body, more);
	const second = call(node, { ...body, id: 'evt_2' }, more);
	await pass(0);
	expect([first, second].map(({ started }) => started)).toMatchObject([body, { id: 'evt_2' }]);
});

it.each<[string, object, Delivery | undefined, number | undefined]>([
	['an event of another kind has no', event, undefined, undefined],
	['a message without a conversation has', message('evt_1', { conversationId: '' }), undefined, 1],
	// Its resend could not be told from another message.
	['a message without an ID has', { ...message('evt_1'), id: '' }, undefined, 1],
	['a message at the test URL has', message('e'), { isTest: true, secret: TEST_SECRET }, 1],
])('%s `collected`', async (_, body, more, count) => {
	const { started } = await collecting().receive({ body, ...more });
	expect((started?.collected as { count?: number } | undefined)?.count).toBe(count);
});

it.each([0, '', '0', undefined, null])('is off at %j', async (collectSeconds) => {
	const { started } = await collecting({ collectSeconds }).receive({ body: message('evt_1') });
	expect(started).toEqual(message('evt_1'));
});

it('takes an event once, even if “Skip Duplicates” is off', async () => {
	const node = collecting({ skipDuplicates: false });
	const first = call(node, message('evt_1'));
	call(node, message('evt_1'));
	await pass(8.1);
	expect(first.started).toMatchObject({ collected: { count: 1 } });
});

it('collects for each trigger and each conversation by itself', async () => {
	const node = collecting();
	const deliveries = [
		call(node, message('evt_1')),
		call(node, message('evt_2', { conversationId: 2 })),
		call(collecting(), message('evt_1')),
	];
	await pass(8.1);
	const counts = deliveries.map(({ started }) => started);
	expect(counts).toMatchObject([1, 1, 1].map((count) => ({ collected: { count } })));
});

it('gives out the headers of the newest event', async () => {
	const node = collecting({ includeHeaders: true });
	const first = call(node, message('evt_1'), { headers: { 'x-number': '1' } });
	call(node, message('evt_2'), { headers: { 'x-number': '2' } });
	await pass(8.1);
	expect(first.started).toMatchObject({ headers: { 'x-number': '2' } });
});
