/** Long texts in deliveries never stop n8n, and no line of its log quotes them. */
import { BOUND_MS, KINDS, LENGTHS, longQuotation } from '../../support/longTexts';
import { event, triggerWith, TriggerNode, type Delivery } from './triggerHarness';

const LONGEST = LENGTHS.at(-1)!;

/** Where a delivery can hold a text. */
const PLACES: Record<string, (text: string) => Delivery> = {
	'kind of event': (text) => ({ body: { ...event, event: text } }),
	'event id': (text) => ({ body: { ...event, id: text } }),
	conversation: (text) => ({ body: { ...event, data: { conversationId: text, createdAt: text } } }),
	message: (text) => ({ body: { ...event, event: 'message.received', data: { text } } }),
	property: (text) => ({ body: { ...event, [text]: 1, data: { [text]: text } } }),
	'body that is no JSON': (text) => ({ body: text }),
	list: (text) => ({ body: [text] }),
	'unsigned body': (text) => ({ body: { ...event, data: { text } }, secret: 'x' }),
	signature: (text) => ({ headers: { 'svc-signature': text } }),
	timestamp: (text) => ({ headers: { 'svc-signature': `t=${text},v1=${text}` } }),
	'signature of many elements': (text) => ({
		headers: { 'svc-signature': `t=1,${'v1=a,'.repeat(40_000)}${text}` },
	}),
};

test.each(Object.entries(PLACES))('%s', async (_place, deliveryOf) => {
	const faults: string[] = [];
	for (const { name, text } of KINDS) {
		const long = text(LONGEST);
		const node = triggerWith({ includeHeaders: true });
		const before = process.cpuUsage();
		const { status, message = '' } = await node.receive(deliveryOf(long));
		const { user, system } = process.cpuUsage(before);
		const tookMs = (user + system) / 1000;
		if (tookMs > BOUND_MS) faults.push(`${name}: took ${tookMs} ms`);
		if (status !== 200 && status !== 401) faults.push(`${name}: answered ${status}`);
		const quoting = [message, ...node.lines].filter((line) => longQuotation(line, long));
		faults.push(...quoting.map((line) => `${name}: said ${line.slice(0, 200)}`));
	}
	expect(faults).toEqual([]);
});

test('a delivery that is nested deep', async () => {
	for (const depth of [5_000, 100_000]) {
		const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
		const node = new TriggerNode();
		const { status } = await node.receive({ body: `{"event":"x","id":"e","data":${nested}}` });
		expect(status).toBe(200);
	}
});
