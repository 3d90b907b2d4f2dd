/** Examples that start with the trigger pin a sample event, to map before the first real one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { mergeIntoItem } from '../../../nodes/CustomerRelationship/webhook/collection';
import { SAMPLE_DATA, sampleEvent } from '../../../playground/sampleEvents';

interface Parameters {
	events?: string[];
	options?: { collectSeconds?: number };
}
interface Example {
	nodes: Array<{ name: string; type: string; parameters: Parameters }>;
	pinData: Record<string, Array<{ json: IDataObject }>>;
}

const folder = join(__dirname, '..', '..', '..', 'examples');
const examples = readdirSync(folder).map((file): [string, Example] => [
	file,
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example,
]);
const isTrigger = ({ type }: { type: string }) => type.endsWith('.customerRelationshipTrigger');

const collects = ({ parameters }: Example['nodes'][number]) =>
	Boolean(parameters.options?.collectSeconds);

it.each(examples)(
	'%s pins the samples of exactly the events that start it',
	(_, { nodes, pinData }) => {
		const triggers = nodes.filter(isTrigger);
		expect(Object.keys(pinData)).toEqual(triggers.map(({ name }) => name));
		for (const trigger of triggers.filter((one) => !collects(one))) {
			const samples = trigger.parameters.events!.map((event) => ({ json: sampleEvent(event) }));
			expect(pinData[trigger.name]!.map(withSampleText)).toEqual(samples);
		}
	},
);

/** What the customer writes is what the example is about. */
function withSampleText({ json }: { json: IDataObject }) {
	if (json.event !== 'message.received') return { json };
	const { text } = (sampleEvent('message.received') as { data: IDataObject }).data;
	return { json: { ...json, data: { ...(json.data as IDataObject), text } } };
}

it.each(
	examples.flatMap(([file, { nodes, pinData }]) =>
		nodes
			.filter(collects)
			.map(({ name }): [string, Example['pinData'][string]] => [file, pinData[name]!]),
	),
)('%s pins messages as they are collected', (_, items) => {
	for (const { json } of items) {
		const { events } = json.collected as { events: IDataObject[] };
		const messages = events.map((envelope) => ({ envelope, headers: undefined }));
		expect(json).toEqual(mergeIntoItem(messages));
		const { data } = sampleEvent('message.received');
		for (const event of events) {
			expect(event).toMatchObject({ event: 'message.received', id: expect.any(String) });
			expect(Object.keys(event.data as object)).toEqual(Object.keys(data));
		}
	}
});

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
