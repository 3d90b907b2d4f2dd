/** Not for the oldest n8n: asked by the address that these tests use, it waits for an event all the same. */
import { exampleWorkflows } from '../../playground/exampleWorkflows';
import { sampleEvent } from '../../playground/sampleEvents';
import { sharedN8n } from './sharedN8n';

const n8n = sharedN8n();

it('stands in for an event where none has come so far', async () => {
	const example = (await exampleWorkflows()).find(({ id }) => id === 'messageFailed');
	const { id } = await n8n.rest.createWorkflow({ ...example, id: 'messageFailedPinned' });
	await n8n.runByHand(id, 'When a message fails');
	const [execution] = await n8n.executionsOf(id, 1);
	expect(execution).toMatchObject({ mode: 'manual', status: 'success' });
	const { id: eventId, data } = sampleEvent('message.failed');
	const notice = await n8n.outputOf(execution?.id ?? '', 'Write the notice');
	expect(notice).toMatchObject([{ eventId, messageId: data.id, code: 'recipient_invalid' }]);
});
