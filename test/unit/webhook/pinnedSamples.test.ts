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

it('at least the contact, the deal and the failed message are pinned somewhere', () => {
	const events = examples.flatMap(([, { nodes }]) =>
		nodes.filter(isTrigger).flatMap((node) => node.parameters.events!),
	);
	const wanted = ['contact.created', 'deal.created', 'message.failed'];
	expect(events).toEqual(expect.arrayContaining(wanted));
});

describe('a sample', () => {
	it.each(Object.keys(SAMPLE_DATA))('of %s is an envelope as the specification has it', (event) => {
		const { data, ...rest } = sampleEvent(event);
		expect(rest).toEqual({ event, id: expect.stringMatching(/^\S+$/) });
		expect(Object.keys(data).length).toBeGreaterThan(0);
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
