import { NODE, useService } from './actionNode/service';

const service = useService({ contacts: 70, maxPageSize: 60 });
const list = (more: object) => ({ resource: 'contact', operation: 'getAll', ...more });
const limits = async () =>
	(await service.requests()).map(({ path, status }) => [
		new URLSearchParams(path.split('?')[1]).get('limit'),
		status,
	]);

test('a page size that the service refuses gives way to the service’s own', async () => {
	const records = await service.records(list({ returnAll: true }));
	expect(records.length).toBeGreaterThan(70);
	expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
	expect(await limits()).toEqual([
		['100', 400],
		[null, 200],
		[null, 200],
	]);
});

test('one that it accepts is kept', async () => {
	await service.records(list({ returnAll: true, options: { pageSize: 60 } }));
	expect(await limits()).toEqual([
		['60', 200],
		['60', 200],
	]);
});

test.each(['company', 'deal'])('%s lists ask likewise', async (resource) => {
	const run = await service.run({ resource, operation: 'getAll', returnAll: true });
	expect(run.status).toBe('success');
	expect((await limits())[0]).toEqual(['100', 400]);
	expect(run.error ?? run.nodeError(NODE)).toBeUndefined();
});

test('a limit that the user insists on is refused as any other value', async () => {
	const options = { additionalQuery: '{ "limit": 0 }' };
	const records = await service.run(list({ options }), {
		node: { onError: 'continueErrorOutput' },
	});
	expect((await limits())[0]).toEqual(['0', 400]);
	expect(records.status).toBe('success');
});

test('what is read for all items is refused once, not once for each', async () => {
	const field = [{ slug: 'pontuacao', value: '7' }];
	await service.records(
		{
			...{ resource: 'contact', operation: 'upsert', name: 'Ana' },
			additionalFields: { customFields: { field } } as never,
		},
		{ inputData: [{}, {}, {}] },
	);
	const reads = (await service.requests()).filter(({ method }) => method === 'GET');
	expect(reads.map(({ status }) => status)).toEqual([400, 200]);
});

test('a company is looked for without one', async () => {
	const cnpj = '11.222.333/0001-81';
	await service.records({ resource: 'company', operation: 'upsert', cnpj });
	expect((await service.requests()).map(({ method }) => method)).toEqual(['GET', 'POST']);
});
