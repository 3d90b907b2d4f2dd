import { located, refusals, useService } from './actionNode/service';

const service = useService();
const company = (operation: string, more: object) => ({ resource: 'company', operation, ...more });
const planted = async (fields: object = {}) =>
	String((await service.app('POST', '/companies', { legalName: 'Casa Ltda.', ...fields })).id);
const CNPJ = '11.222.333/0001-81';

const everything = {
	legalName: 'Casa Clara Ltda.',
	tradeName: 'Casa Clara',
	address: '{ "city": "Curitiba", "street": "" }',
	emails: 'a@example.com, b@example.com',
	phones: '={{ ["+551133334444"] }}',
	customFields: { field: [{ slug: 'porte', type: 'string', value: 'M' }] },
};
const stored = {
	legalName: 'Casa Clara Ltda.',
	tradeName: 'Casa Clara',
	emails: ['a@example.com', 'b@example.com'],
	phones: ['+551133334444'],
	customFields: { porte: 'M' },
};

describe('Create', () => {
	test('creates with every field', async () => {
		const additionalFields = { ...everything, ownerId: service.fixtures.users?.seller };
		const created = await service.record(
			company('create', { cnpj: CNPJ, additionalFields, options: { includeResponse: true } }),
		);
		expect(created).toMatchObject({
			...stored,
			cnpj: '11222333000181',
			address: { city: 'Curitiba' },
			ownerId: service.fixtures.users?.seller,
			isActive: true,
			_response: { statusCode: 201, created: true },
		});
		expect((await service.request()).rawBody).toContain(`{"cnpj":"${CNPJ}","legalName"`);
	});

	test('a seller becomes the owner', async () => {
		const created = company('create', { additionalFields: { legalName: 'Casa' } });
		expect(await service.record(created, { token: 'seller' })).toMatchObject({
			ownerId: service.fixtures.users?.seller,
			cnpj: null,
		});
	});

	refusals(service, [
		[
			'a CNPJ in use, also by a deactivated company',
			async () => {
				await service.app('DELETE', `/companies/${await planted({ cnpj: CNPJ })}`);
				return company('create', { cnpj: '11222333000181', additionalFields: { legalName: 'B' } });
			},
			{
				status: 409,
				code: 'cnpj_already_in_use',
				param: 'cnpj',
				error: 'belongs to another company of the account',
			},
		],
		[
			'wrong check digits',
			() => company('create', { cnpj: '11222333000180', additionalFields: { legalName: 'B' } }),
			{ status: 400, code: 'invalid_parameter', param: 'cnpj', error: '“CNPJ”' },
		],
		[
			'a seller for another owner',
			({ fixtures }) =>
				company('create', {
					additionalFields: { legalName: 'B', ownerId: fixtures.users?.manager },
				}),
			{ status: 403, code: 'permission_denied', param: 'ownerId', error: 'role' },
			'seller',
		],
		[
			'an unknown custom field',
			() => company('create', { additionalFields: { legalName: 'B', customFieldsJson: { x: 1 } } }),
			{
				status: 400,
				code: 'unknown_custom_field',
				param: 'customFields.x',
				error: 'Custom Fields: x',
			},
		],
		[
			'an unknown owner',
			() => company('create', { additionalFields: { legalName: 'B', ownerId: 'none' } }),
			{ status: 400, code: 'owner_not_found', param: 'ownerId', error: 'owner' },
		],
	]);
});

describe('Get, Get Many, Deactivate', () => {
	test('deactivating twice gives the same company, which stays readable', async () => {
		const companyId = located(await planted({ tradeName: 'Única' }));
		const once = await service.record(company('deactivate', { companyId }));
		expect(once).toMatchObject({ id: companyId.value, isActive: false });
		expect(await service.record(company('deactivate', { companyId }))).toMatchObject({
			isActive: false,
		});
		expect(await service.record(company('get', { companyId }))).toMatchObject({ isActive: false });
		const search = { search: 'única' };
		expect(await service.records(company('getAll', { filters: search }))).toEqual([]);
		const all = company('getAll', { filters: { ...search, includeInactive: true } });
		expect(await service.records(all)).toMatchObject([{ id: companyId.value }]);
	});

	test('searches by CNPJ and reads a date in the workflow’s time zone', async () => {
		const id = await planted({ cnpj: CNPJ });
		const found = await service.records(
			company('getAll', { filters: { search: '11.222.333', updatedSince: '2025-01-01T00:00:00' } }),
		);
		expect(found).toMatchObject([{ id }]);
	});

	refusals(service, [
		[
			'an unknown ID',
			() => company('get', { companyId: 'none' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
		[
			'another seller’s company',
			async () => company('get', { companyId: await planted() }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
			'seller',
		],
		[
			'deactivating as a seller',
			async () =>
				company('deactivate', {
					companyId: await planted({ ownerId: service.fixtures.users?.seller }),
				}),
			{ status: 403, code: 'permission_denied', error: 'role' },
			'seller',
		],
		[
			'deactivating an unknown company',
			() => company('deactivate', { companyId: 'none' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
		[
			'a token for the inbox',
			() => company('getAll', {}),
			{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope crm:read' },
			'inboxOnly',
		],
	]);
});

describe('Update', () => {
	const full = async () =>
		await planted({
			cnpj: CNPJ,
			tradeName: 'Casa',
			address: { city: 'Curitiba', street: 'Rua A' },
			emails: ['x@example.com'],
			phones: ['+551133334444'],
			ownerId: service.fixtures.users?.seller,
			customFields: { porte: 'P' },
		});

	test('changes every field; lists are replaced, address parts one by one', async () => {
		const updateFields = {
			...everything,
			cnpj: '11.444.777/0001-61',
			address: { city: 'Londrina', street: null },
			ownerId: service.fixtures.users?.manager,
		};
		const updated = await service.record(
			company('update', { companyId: await full(), updateFields }),
		);
		expect(updated).toMatchObject({
			...stored,
			cnpj: '11444777000161',
			address: { city: 'Londrina', street: 'Rua A' },
			ownerId: service.fixtures.users?.manager,
		});
	});

	test('clears only what it is told to clear', async () => {
		const companyId = await full();
		const nothing = '={{ $json.missing }}';
		const updateFields = {
			legalName: nothing,
			tradeName: '={{ "" }}',
			cnpj: '={{ null }}',
			address: '={{ { city: $json.missing, street: "" } }}',
			emails: nothing,
			phones: '={{ [] }}',
			ownerId: nothing,
			clearFields: ['emails'],
		};
		expect(await service.record(company('update', { companyId, updateFields }))).toMatchObject({
			cnpj: '11222333000181',
			tradeName: 'Casa',
			address: { city: 'Curitiba', street: 'Rua A' },
			emails: [],
			phones: ['+551133334444'],
		});
		const clearing = { clearFields: ['cnpj', 'ownerId', 'phones'] };
		expect(
			await service.record(company('update', { companyId, updateFields: clearing })),
		).toMatchObject({
			cnpj: null,
			ownerId: null,
			phones: [],
		});
	});

	refusals(service, [
		[
			'a CNPJ in use',
			async () => {
				await planted({ cnpj: CNPJ });
				return company('update', { companyId: await planted(), updateFields: { cnpj: CNPJ } });
			},
			{
				status: 409,
				code: 'cnpj_already_in_use',
				param: 'cnpj',
				error: 'belongs to another company',
			},
		],
		[
			'an owner by a seller',
			async ({ fixtures }) =>
				company('update', {
					companyId: await full(),
					updateFields: { ownerId: fixtures.users?.manager },
				}),
			{ status: 403, code: 'permission_denied', param: 'ownerId', error: 'role' },
			'seller',
		],
		[
			'another seller’s company',
			async () => company('update', { companyId: await full(), updateFields: { tradeName: 'B' } }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
			'otherSeller',
		],
	]);
});
