/** Input, field by field: what can be read in two ways, or means nothing, is not sent. */
import type { IDataObject } from 'n8n-workflow';
import { located, useService } from '../actionNode/service';
import { actionNode, startNode, line, runWorkflow } from '../harness';
import { told } from './setup';

const service = useService();
const update = { resource: 'contact', operation: 'update', contactId: located('c1') };
const body = async () => JSON.parse((await service.request()).rawBody) as IDataObject;

/** Refused before anything is sent, naming the field. */
async function refused(parameters: IDataObject, label: string, item: IDataObject = {}) {
	const text = told(await service.run(parameters, { inputData: [item] }));
	expect(text).toContain(label);
	expect(await service.requests()).toEqual([]);
}

test.each([
	'02/01/2026 09:00-03:00',
	'02/01/2026 09:00Z',
	'02-01-2026 09:00 -0300',
	'1/2/26 09:00 GMT',
])('%s has two readings, with an offset, too', async (updatedSince) => {
	const filters = { updatedSince: '={{ $json.since }}' };
	await refused({ resource: 'deal', operation: 'getAll', filters }, 'Updated Since', {
		since: updatedSince,
	});
});

describe('a custom field of type JSON', () => {
	const field = (value: unknown) => ({ slug: 'cargo', type: 'json', value }) as IDataObject;
	const fields = (...entries: IDataObject[]) =>
		({ customFields: { field: entries } }) as IDataObject;

	test.each([
		'={{ null }}',
		'={{ $json.missing }}',
		'={{ $json.empty }}',
		'={{ $json.missing ?? null }}',
	])('is not cleared by %s', async (value) => {
		await service.run(
			{ ...update, updateFields: { name: 'Ana', ...fields(field(value)) } },
			{ inputData: [{ empty: null }] },
		);
		expect(await body()).toEqual({ name: 'Ana' });
	});

	test('is cleared by null that is written in the panel', async () => {
		await service.run({ ...update, updateFields: fields(field('null')) });
		expect(await body()).toEqual({ customFields: { cargo: null } });
	});

	test('an update of which an expression leaves nothing is refused', async () => {
		await refused({ ...update, updateFields: fields(field('={{ null }}')) }, 'Update Fields');
	});
});

describe('blanks alone are no value', () => {
	test('a contact of blanks is refused', async () => {
		await refused({ resource: 'contact', operation: 'upsert', name: ' \t ' }, 'Name');
	});

	test.each([
		['contact.upsert', { name: '  ', phone: '(11) 91111-0001' }, 'name'],
		['contact.upsert', { name: 'Ana', email: '   ' }, 'email'],
		[
			'contact.update',
			{ contactId: 'c1', updateFields: { name: '  ', email: 'a@example.com' } },
			'name',
		],
		[
			'company.create',
			{ cnpj: '', additionalFields: { legalName: '  ', tradeName: 'Casa' } },
			'legalName',
		],
		[
			'company.update',
			{ companyId: 'c1', updateFields: { legalName: ' ', tradeName: 'Casa' } },
			'legalName',
		],
		['deal.update', { dealId: 'd1', updateFields: { title: '  ', valueCents: 100 } }, 'title'],
	])('%s %j sends no %s', async (operation, parameters, property) => {
		const [resource, name] = operation.split('.');
		await service.run({ resource, operation: name, ...parameters });
		expect(await body()).not.toHaveProperty(property);
	});
});

test.each(['={{ $json.missing }}', '={{ "" }}', '   '])(
	'a deal without a title (%j) is not posted',
	async (title) => {
		const pipelineId = located(service.fixtures.pipelines?.default);
		await refused({ resource: 'deal', operation: 'create', title, pipelineId }, 'Title');
	},
);

test('a deal’s title may come by Additional Body', async () => {
	const pipelineId = located(service.fixtures.pipelines?.default);
	const additionalFields = { additionalBody: '{ "title": "Venda" }' };
	const parameters = { resource: 'deal', operation: 'create', title: '={{ "" }}', pipelineId };
	await service.record({ ...parameters, additionalFields });
});

test.each([
	{},
	{ additionalFields: {} },
	{ additionalFields: { legalName: '', emails: '={{ [] }}' } },
])('a company without anything is not posted: %j', async (given) => {
	await refused(
		{ resource: 'company', operation: 'create', cnpj: '={{ $json.cnpj }}', ...given },
		'CNPJ',
	);
});

test('an id that is a number with more digits than numbers hold is refused, not rounded', async () => {
	const parameters = {
		resource: 'contact',
		operation: 'get',
		contactId: located('={{ $json.id }}'),
	};
	await refused(parameters, 'Contact', { id: JSON.parse('12345678901234567890') as number });
});

test('the same id as a text goes out as it is', async () => {
	const parameters = {
		resource: 'contact',
		operation: 'get',
		contactId: located('={{ $json.id }}'),
	};
	await service.run(parameters, { inputData: [{ id: '12345678901234567890' }] });
	expect((await service.request()).path).toContain('/contacts/12345678901234567890');
});

test('two nodes with one id: the error does not leave it at $now', async () => {
	const id = 'copied';
	const contact = (name: string) => ({ resource: 'contact', operation: 'upsert', name });
	const workflow = line([
		{ type: startNode, name: 'Start' },
		{ type: actionNode, name: 'First', id, parameters: contact('Ana') },
		{ type: actionNode, name: 'Second', id, parameters: contact('Bia') },
	]);
	const run = await runWorkflow(workflow, {
		...{ credentials: service.credentials(), inputData: [{}] },
	});
	const made = (await service.requests()).filter(({ status }) => status === 201);
	if (run.error) {
		expect(told(run)).toMatch(/\b(two|another|other) nodes?\b.*\bid\b|\bsame (node )?id\b/is);
	} else {
		expect(made).toHaveLength(2);
	}
});
