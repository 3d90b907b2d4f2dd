/** The examples that start with the trigger bring an event to map, before the first real one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_DATA, sampleEvent } from '../../../playground/sampleEvents';

interface Example {
	nodes: Array<{ name: string; type: string; parameters: { events?: string[] } }>;
	pinData: Record<string, unknown>;
}

const folder = join(__dirname, '..', '..', '..', 'examples');
const examples = readdirSync(folder).map((file): [string, Example] => [
	file,
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example,
]);
const isTrigger = ({ type }: { type: string }) => type.endsWith('.customerRelationshipTrigger');

it.each(examples)(
	'%s pins the sample of each event that starts it, and nothing else',
	(_, { nodes, pinData }) => {
		const pinned = nodes
			.filter(isTrigger)
			.map(({ name, parameters }) => [
				name,
				parameters.events!.map((event) => ({ json: sampleEvent(event) })),
			]);
		expect(pinData).toEqual(Object.fromEntries(pinned));
	},
);

it('there is a sample of each event that the specification lists', () => {
	expect(Object.keys(SAMPLE_DATA)).toEqual([
		...['contact.created', 'deal.created'],
		...['message.failed', 'message.received', 'message.sent'],
	]);
});

describe('a sample', () => {
	it('of contact.created is an envelope as the specification has it', () => {
		const { data, ...rest } = sampleEvent('contact.created');
		expect(rest).toEqual({ event: 'contact.created', id: expect.stringMatching(/^\S+$/) });
		expect(Object.keys(data)).toEqual(['contactId', 'name', 'phoneNumber', 'email']);
	});

	it('of message.failed says why', () => {
		expect(SAMPLE_DATA['message.failed']?.error).toEqual({ code: expect.any(String) });
	});

	/** Specification: Resources, Message. */
	const fields =
		'id conversationId direction type text media status error internal authorId scheduledFor sentAt createdAt updatedAt';
	it.each([
		['message.sent', 'outbound', 'sent'],
		['message.failed', 'outbound', 'failed'],
		['message.received', 'inbound', 'delivered'],
	])('of %s holds a whole message', (event, direction, status) => {
		const { data } = sampleEvent(event);
		expect(Object.keys(data)).toEqual(fields.split(' '));
		expect(data).toMatchObject({ direction, status });
	});

	it('of a kind that the specification does not show has no data', () => {
		expect(sampleEvent('deal.won', 'evt_1')).toEqual({ event: 'deal.won', id: 'evt_1', data: {} });
	});
});
