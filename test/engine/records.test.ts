/** What only n8n and the service make of fields and expressions: undefined, its own time zone, records with more than is known. */
import { located, useService } from './actionNode/service';

const service = useService();
const contact = (operation: string, more: object) => ({ resource: 'contact', operation, ...more });

test('finds a contact by its phone, and adds tags to those it has', async () => {
	const made = { name: 'Ana', phone: '+5511911110001', tags: ['a'] };
	const { id } = await service.app('POST', '/contacts', made);
	const additionalFields = { tags: ['new'], additionalBody: '{ "not_known_to_the_node": 1 }' };
	const options = { includeResponse: true };
	const upsert = contact('upsert', { phone: '5511911110001', additionalFields, options });
	expect(await service.record(upsert)).toMatchObject({
		...{ id, name: 'Ana', tags: ['a', 'new'] },
		_response: { statusCode: 200, created: false },
	});
});

test('puts out exactly the service’s record without response details', async () => {
	await service.fault({ kind: 'unknownProperties', properties: { fresh: { a: [1] } } });
	const record = await service.record(contact('upsert', { name: 'Bia' }));
	expect(record).toMatchObject({ name: 'Bia', fresh: { a: [1] } });
	expect(record).not.toHaveProperty('_response');
});

const nothing = '={{ $json.missing }}';
test('does not send what an expression does not yield', async () => {
	const additionalFields = { tags: '={{ [] }}', companyId: located(nothing), ownerId: nothing };
	const phone = '(11) 91111-0001';
	await service.record(contact('upsert', { phone, name: nothing, additionalFields }));
	expect((await service.request()).rawBody).toBe(JSON.stringify({ phone }));
});

test.each([
	['Contact', contact('get', { contactId: located('={{ $json.id }}') })],
	['Search', contact('getAll', { filters: { search: '={{ $json.id }}' } })],
	[
		'Company',
		{ resource: 'deal', operation: 'getAll', filters: { companyId: located('={{ $json.id }}') } },
	],
])(
	'an empty “%s” in one of several items stops all before any request',
	async (label, parameters) => {
		const run = await service.run(parameters as never, { inputData: [{ id: 'Ana' }, {}] });
		expect(run.error?.message).toContain(`“${label}” is empty`);
		expect(await service.requests()).toEqual([]);
	},
);

test.each([
	['America/Sao_Paulo', '2026-01-31T09:00:00', '2026-01-31T12:00:00.000Z'],
	['Asia/Kolkata', '2026-01-31T09:00:00', '2026-01-31T03:30:00.000Z'],
	['Asia/Kolkata', '={{ DateTime.fromISO("2026-01-31T09:00:00") }}', '2026-01-31T03:30:00.000Z'],
	[
		'Asia/Kolkata',
		'={{ DateTime.fromISO("2026-01-31T09:00:00").toISO() }}',
		'2026-01-31T03:30:00.000Z',
	],
	['UTC', '={{ new Date(1769860800000) }}', '2026-01-31T12:00:00.000Z'],
	['UTC', '={{ "2026-01-31T09:00:00-03:00" }}', '2026-01-31T12:00:00.000Z'],
])('sends, in %s, %s as %s', async (timezone, updatedSince, utc) => {
	await service.records(contact('getAll', { filters: { updatedSince } }), { timezone });
	const { path } = await service.request();
	expect(new URLSearchParams(path.split('?')[1]).get('updatedSince')).toBe(utc);
});

test('an update clears only what Clear Fields names', async () => {
	const kept = { name: 'Ana', phone: '+5511911110001', ownerId: service.fixtures.users?.seller };
	const customFields = { origem: 'Feira', pontuacao: 3 };
	const before = { ...kept, email: 'ana@example.com', tags: ['a', 'b'], customFields };
	const { id } = await service.app('POST', '/contacts', before);
	const updateFields = {
		...{ name: nothing, phone: '={{ null }}', ownerId: '={{ "" }}' },
		...{ customFieldsJson: '={{ { origem: null } }}', clearFields: ['email', 'tags'] },
	};
	expect(await service.record(contact('update', { contactId: id, updateFields }))).toMatchObject({
		...{ ...kept, email: null, tags: [], customFields },
	});
});

test('does not find a deal after it was deleted', async () => {
	const board = { title: 'Mesa', pipelineId: service.fixtures.pipelines?.default };
	const { id: dealId } = await service.app('POST', '/deals', board);
	const deletion = { resource: 'deal', operation: 'delete', dealId };
	expect(await service.record(deletion)).toMatchObject({ id: dealId, deleted: true });
	expect((await service.refusal(deletion)).details).toMatchObject({ code: 'resource_not_found' });
});
