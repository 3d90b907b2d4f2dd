import fc from 'fast-check';
import { operations } from '../../sandbox/resources';
import { useSandbox } from './harness/sandbox';

const under = useSandbox({ contacts: 5 });

const NAMES = [
	...['name', 'phone', 'email', 'tags', 'customFields', 'companyId', 'ownerId', 'cnpj', 'address'],
	...['emails', 'phones', 'legalName', 'title', 'pipelineId', 'stageId', 'valueCents', 'products'],
	...['lostReasonId', 'closedAt', 'template', 'channelId', 'assignToSelf', 'text', '__proto__'],
];
const QUERY = [
	'limit',
	'cursor',
	'updatedSince',
	'search',
	'includeInactive',
	'status',
	'contactId',
];

const text = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.constantFrom('2025-01-01T00:00:00.000+99:99', '11 98888-7777', '', 'x'.repeat(70)),
);
const value = fc.oneof(fc.jsonValue(), text, fc.dictionary(fc.constantFrom(...NAMES), text));
const id = fc.oneof(text, fc.constantFrom('contactId', 'dealId', 'conversationId'));

/** Whatever is sent, the answer is the operation's or a row of the table; the client checks the latter. */
test.each(operations.map(({ method, path }) => [method, path]))(
	'%s %s never fails',
	async (method, path) => {
		const { pipelines } = under.fixtures;
		const first = async (list: string) => (await under.api.get(`${list}?limit=1`)).body.data[0].id;
		const deal = { title: 'Venda', pipelineId: pipelines.default };
		const known: Record<string, string> = {
			contactId: await first('/contacts'),
			dealId: (await under.api.post('/deals', deal)).body.id,
			conversationId: await first('/conversations'),
		};
		const request = fc.record({
			readings: fc.constantFrom('chosen', 'other'),
			dialect: fc.nat(3),
			ids: fc.tuple(id, id),
			query: fc.dictionary(fc.constantFrom(...QUERY), text, { maxKeys: 2 }),
			body: fc.oneof(fc.dictionary(fc.constantFrom(...NAMES), value), fc.jsonValue()),
		});
		await fc.assert(
			fc.asyncProperty(request, async ({ readings, dialect, ids, query, body }) => {
				await under.api.control('PATCH', '/behaviour', { readings, dialect });
				let at = 0;
				const filled = path.replace(/:\w+/g, () => {
					const sent = ids[at++] ?? '';
					return encodeURIComponent(known[sent] ?? sent);
				});
				const search = new URLSearchParams(query).toString();
				const reply = await under.api.send(method, `${filled}${search && `?${search}`}`, {
					body: method === 'GET' ? undefined : body,
				});
				expect(reply.status).not.toBe(500);
			}),
			{ numRuns: 40 },
		);
	},
);
