import { SAMPLE_DATA, sampleEvent } from '../../playground/sampleEvents.ts';
import { blocks, WRITTEN } from './markdown';

const remarks: Record<string, string> = {
	'contact.created': 'Any of `name`, `phoneNumber` and `email` may be empty.',
	'deal.created': 'What `data` holds is not specified; this is the deal as the API returns it.',
	'message.failed':
		'Other codes under `error.code`: `template_rejected`, `queue_unavailable`; new ones may appear.',
};

/** The page with an event of each kind to map fields with before the first real one. */
export function sampleEventsPage(): string {
	return `${blocks(
		WRITTEN.replace('the node’s own descriptions', '`playground/sampleEvents.ts`').replace(
			' those',
			' that',
		),
		'# Sample events',
		'An event of each kind that the service’s specification shows, as the trigger gives it out. IDs are made up. Three ways to have one in the editor before the first real event:',
		[
			'1. **Paste it.** Open the trigger, choose **set mock data** in its output panel, put one of the texts below in place of what is there, and save. n8n pins it: the next nodes show its fields for mapping, and the steps can be executed. Runs at the production URL never use it. Unpin it to listen for a real event.',
			'2. **Send it.** Choose **Execute step** on the trigger, then, in a clone of the repository, run the command below with the test URL and its signing secret. The event arrives signed, as from the service, and shows in the output panel.',
			'3. **Import an example.** The [examples](../examples) that start with a trigger hold a pinned event.',
		].join('\n'),
		'```sh\nnpm run send-event -- --url http://localhost:5678/webhook-test/… --secret … --event message.failed\n```',
		...Object.keys(SAMPLE_DATA).flatMap((kind) => [
			`## ${kind}`,
			`\`\`\`json\n${JSON.stringify([sampleEvent(kind)], null, 2)}\n\`\`\``,
			remarks[kind],
		]),
	)}\n`;
}
