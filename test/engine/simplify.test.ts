/** Simplify: records as rows of one table. */
import type { IDataObject } from 'n8n-workflow';
import { NODE, useService } from './actionNode/service';

const service = useService({ contacts: 0 });
const getAll = (resource: string, more: object = {}) =>
	({ resource, operation: 'getAll', returnAll: true, simplify: true, ...more }) as IDataObject;
const add = async (path: string, body: object) =>
	String((await service.app('POST', path, body)).id);
const columnsOf = (rows: IDataObject[]) => new Set(rows.map((row) => Object.keys(row).join()));

test('deals have names, phone and reais, in the same columns over all pages and items', async () => {
	const { pipelines, stages } = service.fixtures;
	const companyId = await add('/companies', { tradeName: 'Casa Clara' });
	const phone = '+5511987654321';
	const contactId = await add('/contacts', { name: 'Ana', phone, email: 'ana@example.com' });
	const stageId = stages!.secondOpen;
	await add('/deals', {
		...{ title: 'Cozinha', stageId, contactId, companyId, valueCents: 123_450, tags: ['a', 'b'] },
		customFields: { concorrente: 'X' },
	});
	await add('/deals', { title: 'Sala', pipelineId: pipelines!.default });
	const options = { includeNames: true, pageSize: 1, includeResponse: true };
	const rows = await service.records(getAll('deal', { options }), { inputData: [{}, {}] });
	expect(rows.map(({ title }) => title)).toEqual(['Sala', 'Cozinha', 'Sala', 'Cozinha']);
	expect(columnsOf(rows).size).toBe(1);
	for (const row of rows) {
		for (const value of Object.values(row)) {
			expect(value === null || typeof value !== 'object').toBe(true);
		}
	}
	expect(rows[1]).toMatchObject({
		...{ title: 'Cozinha', stageId, contactId, companyId, value: 1234.5, tags: 'a, b' },
		...{ pipeline: 'Vendas', stage: 'Qualificação', company: 'Casa Clara', contact: 'Ana' },
		...{ contact_phone: phone, contact_email: 'ana@example.com', concorrente: 'X' },
		_response_statusCode: 200,
	});
	expect(rows[0]).toMatchObject({ value: 0, tags: '', contact: null, concorrente: null });
	expect(Object.keys(rows[0]!)).not.toEqual(
		expect.arrayContaining([expect.stringMatching(/^(_names|_value|valueCents)$/)]),
	);
});

test('single records have the columns, too; a missing one goes to the error output', async () => {
	const companyId = await add('/companies', {
		...{ tradeName: 'Casa', emails: ['a@example.com'], address: { city: 'Curitiba' } },
	});
	const other = await add('/companies', { tradeName: 'Outra', customFields: { porte: 'M' } });
	const get = { resource: 'company', operation: 'get', companyId: '={{ $json.id }}' };
	const run = await service.run(
		{ ...get, simplify: '={{ "true" }}' },
		{
			inputData: [{ id: companyId }, { id: 'none' }, { id: other }],
			node: { onError: 'continueRegularOutput' },
		},
	);
	const [first, failed, last] = run.json(NODE);
	expect(first).toMatchObject({ emails: 'a@example.com', address_city: 'Curitiba', porte: null });
	expect(Object.keys(failed!)).toEqual(['error', 'details']);
	expect(last).toMatchObject({ address_city: null, porte: 'M' });
	expect(Object.keys(first!)).toEqual(Object.keys(last!));
});

test('an item without Simplify gets the service’s own record', async () => {
	const id = await add('/contacts', { name: 'Ana', tags: ['a', 'b'] });
	const records = await service.records(
		{
			...{ resource: 'contact', operation: 'get', contactId: id },
			simplify: '={{ $json.simplify }}',
		},
		{ inputData: [{ simplify: true }, { simplify: false }] },
	);
	expect(records.map(({ tags }) => tags)).toEqual(['a, b', ['a', 'b']]);
});

describe('Map Columns takes the output of Simplify as it is, and changes nothing', () => {
	const LISTS = { contact: '/contacts', company: '/companies', deal: '/deals' };
	type Kind = keyof typeof LISTS;
	const SLUGS: Record<Kind, string[]> = {
		contact: [
			...['origem', 'pontuacao', 'aceita_novidades', 'aniversario', 'interesses'],
			'data_de_nascimento',
		],
		company: ['porte'],
		deal: ['concorrente', 'prioridade'],
	};
	const plant = async () => {
		const { stages, users, pipelines } = service.fixtures;
		const ownerId = users!.seller;
		const companyId = await add('/companies', {
			...{ legalName: 'Casa, Clara Ltda', tradeName: 'Casa', cnpj: '11222333000181', ownerId },
			...{
				emails: ['a@example.com', 'B@Example.com'],
				phones: ['+551133334444', '+5511988887777'],
			},
			...{ address: { city: 'Curitiba', number: '12' }, customFields: { porte: '00012' } },
		});
		const cnpj = '11444777000161';
		await add('/companies', { tradeName: '1.234', cnpj, customFields: { porte: '[1, 2]' } });
		const contactId = await add('/contacts', {
			...{ name: 'Ana "A" Lima; x', phone: '+5511987654321', email: 'Ana@Example.com' },
			...{ companyId, ownerId, tags: ['vip', 'a, b', 'c;d', '2024'] },
			customFields: {
				...{ origem: '0123', pontuacao: 1.5, aceita_novidades: false },
				...{ aniversario: '1990-05-17', interesses: ['sala', 'escritório'] },
			},
		});
		const customFields = { origem: '[1, 2]', pontuacao: 0, interesses: ['sala'] };
		await add('/contacts', { name: '1e3', phone: '+12025550123', tags: ['[1]'], customFields });
		await add('/contacts', { email: 'only@example.com', customFields: { origem: ' true ' } });
		await add('/deals', {
			...{ title: ' Cozinha ', stageId: stages!.secondOpen, contactId, companyId, ownerId },
			...{ valueCents: 123_456_789, tags: ['a', 'b'] },
			customFields: { concorrente: '1,5', prioridade: 'média' },
		});
		await add('/deals', { title: '123', pipelineId: pipelines!.default, valueCents: 10 });
	};
	const all = async (kind: Kind) => {
		const { data } = await service.app('GET', `${LISTS[kind]}?limit=100`);
		return (data as IDataObject[]).map((record) => ({ ...record, updatedAt: null }));
	};
	const ways: Array<[kind: Kind, operation: string, beside: IDataObject]> = [
		['contact', 'upsert', {}],
		['contact', 'update', { contactId: '={{ $json.id }}' }],
		['company', 'upsert', { cnpj: '={{ $json.cnpj }}' }],
		['company', 'update', { companyId: '={{ $json.id }}' }],
		['deal', 'update', { dealId: '={{ $json.id }}' }],
		['deal', 'create', {}],
	];
	const asText = (row: IDataObject) =>
		Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell ?? '')]));

	test.each(
		ways.flatMap((way) => [['as they are', ...way] as const, ['by a CSV', ...way] as const]),
	)('%s: %s, %s', async (by, resource, operation, beside) => {
		await plant();
		const before = await all(resource);
		const named = resource === 'company' ? {} : { includeNames: true };
		const read = getAll(resource, { options: { includeResponse: true, ...named } });
		const rows = (await service.records(read)).map(by === 'by a CSV' ? asText : (row) => row);
		const schema = SLUGS[resource].map((slug) => ({ id: `customFields.${slug}` }));
		const columns = { mappingMode: 'autoMapInputData', value: null, schema };
		const run = await service.run(
			{ resource, operation, ...beside, dataMode: 'columns', columns },
			{ inputData: rows },
		);
		expect(run.error?.message).toBeUndefined();
		const after = await all(resource);
		if (operation !== 'create') {
			expect(after).toEqual(before);
			return;
		}
		const own = (record: IDataObject) => ({ ...record, id: null, createdAt: null });
		const made = after.slice(0, before.length).reverse();
		expect(made.map(own)).toEqual(before.map(own));
	});
});
