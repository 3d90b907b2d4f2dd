/** A page size that the service refuses gives way to the service’s own. */
import { useService } from './actionNode/service';

const service = useService({ contacts: 70, maxPageSize: 60 });

test('reads the whole list without a page size where the service refuses it', async () => {
	const records = await service.records({
		...{ resource: 'contact', operation: 'getAll', returnAll: true },
	});
	expect(records.length).toBeGreaterThan(70);
	expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
	const limits = (await service.requests()).map(({ path, status }) => [
		new URLSearchParams(path.split('?')[1]).get('limit'),
		status,
	]);
	expect(limits).toEqual([
		['100', 400],
		[null, 200],
		[null, 200],
	]);
});

test('is refused once for reads that items share, not once for each item', async () => {
	const customFields = { field: [{ slug: 'pontuacao', value: '7' }] };
	await service.records(
		{ resource: 'contact', operation: 'upsert', name: 'Ana', additionalFields: { customFields } },
		{ inputData: [{}, {}, {}] },
	);
	const reads = (await service.requests()).filter(({ method }) => method === 'GET');
	expect(reads.map(({ status }) => status)).toEqual([400, 200]);
});
