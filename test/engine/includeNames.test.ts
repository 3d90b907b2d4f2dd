/** Names beside IDs: each record that is named is asked for at most once an execution. */
import { useService } from './actionNode/service';
import { actionNode, line, runWorkflow, startNode } from '../support/engine';

const service = useService();
const options = { includeNames: true };
const PHONE = '+5511987654321';

/** Two deals of one contact and one company, as the service's app would make them. */
async function twoDeals(): Promise<string[]> {
	const company = await service.app('POST', '/companies', { tradeName: 'Casa Clara' });
	const contact = await service.app('POST', '/contacts', {
		name: 'Ana',
		phone: PHONE,
		companyId: company.id,
	});
	const links = { contactId: contact.id, companyId: company.id };
	const stageId = service.fixtures.stages?.secondOpen;
	const make = async (title: string) =>
		String(
			(await service.app('POST', '/deals', { title, stageId, valueCents: 199_990, ...links })).id,
		);
	return [await make('A'), await make('B')];
}

test('reads records once that two items point to', async () => {
	const ids = await twoDeals();
	const records = await service.records(
		{ resource: 'deal', operation: 'get', dealId: '={{ $json.id }}', options },
		{ inputData: ids.map((id) => ({ id })) },
	);
	for (const record of records) {
		expect(record._names).toEqual({
			...{ pipeline: 'Vendas', stage: 'Qualificação' },
			...{ company: 'Casa Clara', contact: 'Ana', contactPhone: PHONE, contactEmail: null },
		});
		expect(record._value).toBe(1999.9);
	}
	expect(await service.requests()).toHaveLength(2 + 4);
});

test('adds the name of a contact’s company beside the response details', async () => {
	await twoDeals();
	const [contact] = await service.records({
		...{ resource: 'contact', operation: 'getAll', limit: 1 },
		options: { ...options, includeResponse: true },
	});
	expect(contact).toMatchObject({
		...{ name: 'Ana', _names: { company: 'Casa Clara' } },
		_response: { statusCode: 200 },
	});
});

test('names records that the execution has created since the list was read', async () => {
	const stageId = service.fixtures.stages?.secondOpen;
	for (let n = 0; n < 12; n += 1) {
		const { id } = await service.app('POST', '/companies', { tradeName: `Casa ${n}` });
		await service.app('POST', '/deals', { title: `Deal ${n}`, stageId, companyId: id });
	}
	const node = (name: string, parameters: object) => ({
		...{ type: actionNode, name, executeOnce: true, parameters: parameters as never },
	});
	const list = { resource: 'deal', operation: 'getAll', returnAll: true, options };
	const additionalFields = { companyId: '={{ $json.id }}' };
	const run = await runWorkflow(
		line([
			{ type: startNode, name: 'Start' },
			node('Before', list),
			node('Company', {
				...{ resource: 'company', operation: 'create', cnpj: '' },
				additionalFields: { tradeName: 'Casa Nova' },
			}),
			node('Deal', {
				...{ resource: 'deal', operation: 'create', title: 'New', stageId, additionalFields },
			}),
			node('After', list),
		]),
		{ credentials: service.credentials(), inputData: [{}] },
	);
	if (run.error) throw run.error;
	const made = run.json('After').find(({ title }) => title === 'New');
	expect(made?._names).toMatchObject({ company: 'Casa Nova' });
});
