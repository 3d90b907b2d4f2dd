/** Events of the size that the service typically sends, and larger ones. */
import { randomUUID } from 'node:crypto';
import { SAMPLE_DATA } from '../../playground/sampleEvents';

/**
 * A `message.received` with an id of its own, its text filled up so that the body has `bytes` bytes.
 */
export function anEvent(bytes: number): string {
	const event = { event: 'message.received', id: `evt_${randomUUID()}` };
	const data = SAMPLE_DATA['message.received']!;
	const body = (text: string) => JSON.stringify({ ...event, data: { ...data, text } });
	return body('x'.repeat(bytes - Buffer.byteLength(body(''))));
}
