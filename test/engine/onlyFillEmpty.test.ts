/** Create or Update of records that the team has filled in: only what is empty there is written. */
import type { IDataObject } from 'n8n-workflow';
import { NODE, useService } from './actionNode/service';

const service = useService({ contacts: 0 });
const phone = '+5511987654321';
const form = { name: 'asdf', phone: '(11) 98765-4321', email: 'ana@example.com' };
const upsert = (options: object = {}) =>
	({
		...{ resource: 'contact', operation: 'upsert', ...form },
		additionalFields: { tags: 'site' },
		options: { onlyFillEmpty: true, ...options },
	}) as IDataObject;

test('a lead form replaces nothing of a contact, fills in its email and adds its tag', async () => {
	const made = { name: 'Ana Souza', phone, tags: ['vip'] };
	const { id } = await service.app<{ id: string }>('POST', '/contacts', made);
	expect(await service.record(upsert({ includeResponse: true }))).toMatchObject({
		...{ id, name: 'Ana Souza', phone, email: 'ana@example.com' },
		tags: expect.arrayContaining(['vip', 'site']),
		_response: { created: false, written: true },
	});
	// The second time there is nothing left to write.
	const again = await service.record(upsert({ includeResponse: true }));
	expect(again).toMatchObject({ id, _response: { written: false } });
});

test('of two items with one new phone the second writes over nothing', async () => {
	const parameters = { ...upsert({ parallelRequests: 5 }), name: '={{ $json.name }}' };
	const run = await service.run(parameters as never, {
		inputData: [{ name: 'Ana' }, { name: 'asdf' }],
	});
	expect(run.json(NODE).map(({ name }) => name)).toEqual(['Ana', 'Ana']);
	expect(run.hints(NODE).map(({ message }) => message)).toEqual([
		expect.stringContaining('the contact keeps what was written first'),
	]);
});

test('Check Only shows what would be filled in', async () => {
	await service.app('POST', '/contacts', { name: 'Ana Souza', phone });
	expect(await service.record(upsert({ checkOnly: true }))).toEqual({
		request: {
			...{ method: 'POST', path: '/contacts' },
			body: { email: 'ana@example.com', tags: ['site'], phone },
		},
		...{ phone: '(11) 98765-4321', checkOnly: true, warnings: [] },
	});
});
