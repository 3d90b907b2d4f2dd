/** Examples that start with the trigger pin a sample event, to map before the first real one. */
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
	'%s pins the samples of exactly the events that start it',
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

it('has a sample of each event type in the specification', () => {
	expect(Object.keys(SAMPLE_DATA)).toEqual([
		...['contact.created', 'deal.created'],
		...['message.failed', 'message.received', 'message.sent'],
	]);
});

describe('sampleEvent', () => {
	it('contact.created is an envelope as in the specification', () => {
		const { data, ...rest } = sampleEvent('contact.created');
		expect(rest).toEqual({ event: 'contact.created', id: expect.stringMatching(/^\S+$/) });
		expect(Object.keys(data)).toEqual(['contactId', 'name', 'phoneNumber', 'email']);
	});

	it('message.failed has an error code', () => {
		expect(SAMPLE_DATA['message.failed']?.error).toEqual({ code: expect.any(String) });
	});

	/** Specification: Resources, Message. */
	const fields =
		'id conversationId direction type text media status error internal authorId scheduledFor sentAt createdAt updatedAt';
	it.each([
		['message.sent', 'outbound', 'sent'],
		['message.failed', 'outbound', 'failed'],
		['message.received', 'inbound', 'delivered'],
	])('%s contains all fields of a message', (event, direction, status) => {
		const { data } = sampleEvent(event);
		expect(Object.keys(data)).toEqual(fields.split(' '));
		expect(data).toMatchObject({ direction, status });
	});

	it('a type that the specification does not show has no data', () => {
		expect(sampleEvent('deal.won', 'evt_1')).toEqual({ event: 'deal.won', id: 'evt_1', data: {} });
	});
});
