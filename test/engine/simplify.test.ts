/** Simplify: records as rows of one table. */
import type { IDataObject } from 'n8n-workflow';
import { NODE, useService } from './actionNode/service';

const service = useService({ contacts: 0 });
const getAll = (resource: string, more: object = {}) =>
	({ resource, operation: 'getAll', returnAll: true, simplify: true, ...more }) as IDataObject;
const add = async (path: string, body: object) =>
	String((await service.app('POST', path, body)).id);
const columnsOf = (rows: IDataObject[]) => new Set(rows.map((row) => Object.keys(row).join()));

test('deals with names, phone and reais: the same columns over all pages of all items', async () => {
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

test('one record has them, too; who is not found keeps to n8n’s error output', async () => {
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

test('an item that does not want it gets the service’s own record', async () => {
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
