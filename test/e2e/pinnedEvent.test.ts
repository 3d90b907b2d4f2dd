/** Not for the oldest n8n: asked by the address that these tests use, it waits for an event all the same. */
import { sampleEvent } from '../../playground/sampleEvents';
import { startRealN8n, type RealN8n } from './realN8n';

let n8n: RealN8n;

beforeAll(async () => {
	n8n = await startRealN8n();
});
afterAll(async () => {
	await n8n?.stop();
});

it('stands in for an event where none has come so far', async () => {
	await n8n.runByHand('messageFailed', 'When a message fails');
	const [execution] = await n8n.executionsOf('messageFailed', 1);
	expect(execution).toMatchObject({ mode: 'manual', status: 'success' });
	const { id: eventId, data } = sampleEvent('message.failed');
	const notice = await n8n.outputOf(execution?.id ?? '', 'Write the notice');
	expect(notice).toMatchObject([{ eventId, messageId: data.id, code: 'recipient_invalid' }]);
});
