import { SAMPLE_DATA, sampleEvent } from '../../playground/sampleEvents.ts';
import { blocks, filled, WRITTEN } from './markdown';

const remarks: Record<string, string> = {
	'contact.created': 'Any of `name`, `phoneNumber` and `email` may be empty.',
	'deal.created': 'What `data` holds is not specified; this is the deal as the API returns it.',
	'message.failed':
		'Other codes under `error.code`: `template_rejected`, `queue_unavailable`; new ones may appear.',
};

const SOURCE = WRITTEN.replace(
	'the node’s own descriptions',
	'`playground/sampleEvents.ts`',
).replace(' those', ' that');

/** The page with a sample event of each kind, to map fields with before the first real event. */
export function sampleEventsPage(): string {
	const events = Object.keys(SAMPLE_DATA).flatMap((kind) => [
		`## ${kind}`,
		`\`\`\`json\n${JSON.stringify([sampleEvent(kind)], null, 2)}\n\`\`\``,
		remarks[kind],
	]);
	return filled('sample-events', { events: blocks(...events) }, SOURCE);
}
