import { located, refusals, useService } from './actionNode/service';

const service = useService();
const contact = (operation: string, more: object) => ({ resource: 'contact', operation, ...more });
const planted = async (fields: object = { name: 'Ana', phone: '+5511911110001' }) =>
	String((await service.app('POST', '/contacts', fields)).id);
const company = async () =>
	String((await service.app('POST', '/companies', { legalName: 'Casa' })).id);

describe('Create or Update', () => {
	test('creates with every field, then finds the contact by its phone and adds tags', async () => {
		const companyId = await company();
		const created = await service.record(
			contact('upsert', {
				name: 'Ana Lima',
				phone: '(11) 91111-0001',
				email: 'Ana@Example.com',
				additionalFields: {
					companyId: located(companyId),
					ownerId: service.fixtures.users?.seller,
					tags: 'vip, gold',
					customFields: {
						field: [
							{
								slug: located(service.fixtures.customFields?.contactText),
								type: 'string',
								value: 'Feira',
							},
							{ slug: service.fixtures.customFields?.contactNumber, type: 'number', value: '7.5' },
						],
					},
					customFieldsJson: '{ "aceita_novidades": true }',
					additionalBody: '{ "not_known_to_the_node": 1 }',
				},
				options: { includeResponse: true },
			}),
		);
		expect(created).toMatchObject({
			name: 'Ana Lima',
			phone: '+5511911110001',
			companyId,
			ownerId: service.fixtures.users?.seller,
			tags: ['vip', 'gold'],
			customFields: { origem: 'Feira', pontuacao: 7.5, aceita_novidades: true },
			_response: { statusCode: 201, created: true, replayed: false, requestId: expect.any(String) },
		});
		const found = await service.record(
			contact('upsert', {
				phone: '5511911110001',
				additionalFields: { tags: ['new'] },
				options: { includeResponse: true },
			}),
		);
		expect(found).toMatchObject({
			id: created.id,
			name: 'Ana Lima',
			tags: ['vip', 'gold', 'new'],
			_response: { statusCode: 200, created: false },
		});
	});

	test('without response details the record is exactly the service’s', async () => {
		await service.fault({ kind: 'unknownProperties', properties: { fresh: { a: [1] } } });
		const record = await service.record(contact('upsert', { name: 'Bia' }));
		expect(record).toMatchObject({ name: 'Bia', fresh: { a: [1] } });
		expect(record).not.toHaveProperty('_response');
	});

	test('what an expression does not give is not sent', async () => {
		const id = await planted({ name: 'Ana', phone: '+5511911110001', tags: ['a'] });
		const record = await service.record(
			contact('upsert', {
				name: '={{ $json.missing }}',
				phone: '11911110001',
				email: '={{ "" }}',
				additionalFields: { tags: '={{ [] }}', companyId: located('={{ $json.missing }}') },
			}),
		);
		expect(record).toMatchObject({ id, name: 'Ana', tags: ['a'] });
		expect((await service.request()).rawBody).toBe('{"phone":"11911110001"}');
	});

	refusals(service, [
		[
			'no seller',
			() => contact('upsert', { name: 'Ana' }),
			{ status: 403, code: 'permission_denied', error: 'role' },
			'seller',
		],
		[
			'a token that may only read',
			() => contact('upsert', { name: 'Ana' }),
			{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope crm:write' },
			'readOnly',
		],
		[
			'an unknown company',
			() => contact('upsert', { name: 'Ana', additionalFields: { companyId: 'none' } }),
			{
				status: 400,
				code: 'company_not_found',
				param: 'companyId',
				error: 'not an active company of the account (field “Company”)',
			},
		],
		[
			'an inactive owner',
			({ fixtures }) =>
				contact('upsert', { name: 'Ana', additionalFields: { ownerId: fixtures.users?.inactive } }),
			{ status: 400, code: 'owner_not_found', param: 'ownerId', error: 'not an active user' },
		],
		[
			'an unknown custom field',
			() => contact('upsert', { name: 'Ana', additionalFields: { customFieldsJson: { nope: 1 } } }),
			{
				status: 400,
				code: 'unknown_custom_field',
				param: 'customFields.nope',
				error: 'Custom Fields: nope',
			},
		],
		[
			'a custom field of another type',
			({ fixtures }) =>
				contact('upsert', {
					name: 'Ana',
					additionalFields: {
						customFields: {
							field: [{ slug: fixtures.customFields?.contactNumber, type: 'string', value: 'x' }],
						},
					},
				}),
			{
				status: 400,
				code: 'invalid_custom_field_value',
				param: 'customFields.pontuacao',
				error: 'Custom Fields: pontuacao',
			},
		],
		[
			'a phone that the service can’t read',
			() => contact('upsert', { phone: '12345678' }),
			{ status: 400, code: 'invalid_parameter', param: 'phone', error: '“Phone”' },
		],
	]);
});

describe('Get', () => {
	test('gives the contact as it is', async () => {
		const id = await planted();
		expect(await service.record(contact('get', { contactId: located(id) }))).toMatchObject({
			id,
			name: 'Ana',
		});
		expect((await service.request()).path).toBe(`/api/v1/contacts/${id}`);
	});

	refusals(service, [
		[
			'an unknown ID',
			() => contact('get', { contactId: 'a/b' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
		[
			'another seller’s contact',
			async () => contact('get', { contactId: await planted() }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
			'seller',
		],
		[
			'a token for the inbox',
			() => contact('get', { contactId: 'x' }),
			{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope crm:read' },
			'inboxOnly',
		],
	]);

	test('an empty ID fails before anything is sent', async () => {
		const item = await service.refusal(contact('get', { contactId: located('={{ $json.id }}') }));
		expect(item).toMatchObject({
			error: '“Contact” is empty',
			details: { code: 'invalid_input', status: null },
		});
		expect(await service.requests()).toEqual([]);
	});
});

describe('Get Many', () => {
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
	])('in %s, %s is sent as %s', async (timezone, updatedSince, utc) => {
		await service.records(contact('getAll', { filters: { updatedSince } }), { timezone });
		const { path } = await service.request();
		expect(new URLSearchParams(path.split('?')[1]).get('updatedSince')).toBe(utc);
	});

	test('searches, and takes a date of an expression', async () => {
		const id = await planted();
		await service.app('PATCH', `/contacts/${id}`, { name: 'Ana Única' });
		const found = await service.records(
			contact('getAll', {
				filters: { search: 'Ana Única', updatedSince: '={{ $now.minus({ hours: 1 }) }}' },
			}),
		);
		expect(found.map((record) => record.id)).toEqual([id]);
		const later = contact('getAll', { filters: { updatedSince: '={{ $now.plus({ days: 1 }) }}' } });
		expect(await service.records(later)).toEqual([]);
		const [, { path } = { path: '' }] = await service.requests();
		expect(path).toMatch(/updatedSince=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d\.\d{3}Z/);
	});

	refusals(service, [
		[
			'a parameter that the list does not take',
			() => contact('getAll', { options: { additionalQuery: '{"status":"open"}' } }),
			{ status: 400, code: 'unknown_parameter', param: 'status', error: '“status”' },
		],
		[
			'a cursor of another list',
			() => contact('getAll', { options: { additionalQuery: '{"cursor":"x"}' } }),
			{ status: 400, code: 'invalid_cursor', param: 'cursor', error: 'bookmark' },
		],
		[
			'a token for the inbox',
			() => contact('getAll', {}),
			{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope crm:read' },
			'inboxOnly',
		],
	]);
});

describe('Update', () => {
	const full = async () =>
		await planted({
			name: 'Ana',
			phone: '+5511911110001',
			email: 'ana@example.com',
			tags: ['a', 'b'],
			companyId: await company(),
			ownerId: service.fixtures.users?.seller,
			customFields: { origem: 'Feira', pontuacao: 3 },
		});

	test('changes every field', async () => {
		const contactId = await full();
		const companyId = await company();
		const updateFields = {
			name: 'Bia',
			phone: '(11) 92222-0002',
			email: 'bia@example.com',
			tags: 'c',
			companyId,
			ownerId: service.fixtures.users?.manager,
		};
		const custom = {
			customFields: { field: [{ slug: 'origem', type: 'json', value: '={{ null }}' }] },
			customFieldsJson: '{ "pontuacao": 4 }',
		};
		const updated = contact('update', { contactId, updateFields: { ...updateFields, ...custom } });
		expect(await service.record(updated)).toMatchObject({
			...updateFields,
			id: contactId,
			phone: '+5511922220002',
			tags: ['c'],
			customFields: { pontuacao: 4 },
		});
	});

	test('clears only what it is told to clear', async () => {
		const contactId = await full();
		const nothing = '={{ $json.missing }}';
		const untouched = {
			name: '={{ "" }}',
			phone: nothing,
			email: '={{ null }}',
			tags: '',
			companyId: located(nothing),
			ownerId: nothing,
			customFieldsJson: '={{ { origem: null } }}',
			additionalBody: '',
		};
		const cleared = await service.record(
			contact('update', {
				contactId,
				updateFields: { ...untouched, clearFields: ['email', 'tags'] },
			}),
		);
		expect(cleared).toMatchObject({
			name: 'Ana',
			phone: '+5511911110001',
			email: null,
			tags: [],
			ownerId: service.fixtures.users?.seller,
			customFields: { origem: 'Feira', pontuacao: 3 },
		});
		expect(cleared.companyId).not.toBeNull();
		const rest = ['name', 'phone', 'companyId', 'ownerId'];
		expect(
			await service.record(contact('update', { contactId, updateFields: { clearFields: rest } })),
		).toMatchObject({
			name: '',
			phone: null,
			companyId: null,
			ownerId: null,
		});
	});

	refusals(service, [
		[
			'the phone of another',
			async () => {
				await planted();
				return contact('update', {
					contactId: await planted({ name: 'Bia' }),
					updateFields: { phone: '11911110001' },
				});
			},
			{
				status: 409,
				code: 'phone_already_in_use',
				param: 'phone',
				error: 'belongs to another contact',
			},
		],
		[
			'no seller',
			async () => contact('update', { contactId: await planted(), updateFields: { name: 'B' } }),
			{ status: 403, code: 'permission_denied', error: 'role' },
			'seller',
		],
		[
			'an unknown contact',
			() => contact('update', { contactId: 'none', updateFields: { name: 'B' } }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
	]);
});
