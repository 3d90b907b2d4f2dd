/** Custom fields whose type is left to the records that there are. */
import type { IDataObject } from 'n8n-workflow';
import { useService } from './actionNode/service';

const service = useService();
const upsert = (field: object[]) =>
	({
		...{ resource: 'contact', operation: 'upsert', name: '={{ $json.name }}' },
		additionalFields: { customFields: { field } },
	}) as IDataObject;
const seed = async () =>
	await service.app('POST', '/contacts', {
		...{ name: 'Seed', customFields: { pontuacao: 7, aceita_novidades: true, origem: 'Feira' } },
	});

test('converts texts of a sheet to the types of the fields, reading recent records once', async () => {
	await seed();
	const records = await service.records(
		upsert([
			{ slug: 'pontuacao', value: '={{ $json.score }}' },
			{ slug: 'aceita_novidades', type: 'automatic', value: 'true' },
			{ slug: 'origem', value: '={{ 2026 }}' },
		]),
		{
			inputData: [
				{ name: 'Ana', score: '12' },
				{ name: 'Bia', score: '13.5' },
			],
		},
	);
	expect(records.map(({ customFields }) => customFields)).toEqual([
		{ pontuacao: 12, aceita_novidades: true, origem: '2026' },
		{ pontuacao: 13.5, aceita_novidades: true, origem: '2026' },
	]);
	expect((await service.requests()).map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
});

test('names dates whose day and month are ambiguous, and writes nothing', async () => {
	const customFields = { data_de_nascimento: '1990-05-17' };
	await service.app('POST', '/contacts', { name: 'Seed', customFields });
	const schema = [{ id: 'customFields.data_de_nascimento' }];
	const columns = { mappingMode: 'autoMapInputData', value: null, schema };
	const parameters = { resource: 'contact', operation: 'upsert', dataMode: 'columns', columns };
	const born = ['12/03/1985', '1985-03-12', 31118];
	const inputData = born.map((day) => ({ Nome: 'Ana', 'Data de Nascimento': day }));
	const run = await service.run(parameters as unknown as IDataObject, { inputData });
	for (const [item, day] of [
		[0, '12/03/1985'],
		[2, '31118'],
	]) {
		expect(run.error?.description).toContain(
			`Ana [item ${item}]: “Custom Fields: data_de_nascimento” takes a date such as 1985-03-12 (“${day}”).`,
		);
	}
	expect((await service.requests()).map(({ method }) => method)).toEqual(['GET']);
});

test('finds a field by its label, and suggests the nearest slug for an unknown one', async () => {
	await seed();
	const fields = (slug: string) => upsert([{ slug, value: '12' }]);
	const item = { inputData: [{ name: 'Ana' }] };
	expect(await service.record(fields('Pontuação'), item)).toMatchObject({
		customFields: { pontuacao: 12 },
	});
	for (const [slug, advice] of [
		['pontuaçoes', 'Did you mean “pontuacao”?'],
		['nope', undefined],
	] as const) {
		const run = await service.run(fields(slug), item);
		expect(run.error?.message).toContain(`There is no custom field “Custom Fields: ${slug}”`);
		expect(/Did you mean .*?\?/.exec(run.error?.description ?? '')?.[0]).toBe(advice);
	}
});
