/** Tags that are added: what becomes of those there are, whoever else writes. */
import type { IDataObject } from 'n8n-workflow';
import { useService } from './actionNode/service';

const service = useService();
let contactId: string;
beforeEach(async () => {
	contactId = String((await service.app('POST', '/contacts', { name: 'Ana', tags: ['vip'] })).id);
});
const add = (updateFields: object, options: IDataObject): IDataObject => ({
	...{ resource: 'contact', operation: 'update', contactId, updateFields, options },
});

test('two executions with five items at once lose none of each other’s tags', async () => {
	const tags = (prefix: string) => Array.from({ length: 20 }, (_, n) => `${prefix}${n}`);
	const node = add({ addTags: '={{ $json.tag }}' }, { parallelRequests: 5 });
	const run = async (prefix: string) =>
		await service.records(node, { inputData: tags(prefix).map((tag) => ({ tag })) });
	await Promise.all([run('a'), run('b')]);
	const contact = await service.app('GET', `/contacts/${contactId}`);
	expect((contact.tags as string[]).sort()).toEqual([...tags('a'), ...tags('b'), 'vip'].sort());
});

test('of two executions that remove a tag at once, one reports a write', async () => {
	const node = add({ addTags: 'asked', removeTags: 'vip' }, { includeResponse: true });
	const both = await Promise.all([service.record(node), service.record(node)]);
	const written = both.map(({ _response }) => (_response as IDataObject).written);
	expect(written.sort()).toEqual([false, true]);
	expect(both).toMatchObject([{ tags: ['asked'] }, { tags: ['asked'] }]);
});

test('a repeated event with its ID as key sends the same write, with the same fields', async () => {
	const node = add({ addTags: 'gold', name: 'Bia' }, { idempotencyKey: 'evt_1' });
	for (let run = 0; run < 3; run += 1) {
		expect(await service.record(node)).toMatchObject({ name: 'Bia', tags: ['vip', 'gold'] });
	}
	const keys = (await service.requests()).map(({ headers }) => headers['idempotency-key']);
	expect(keys.filter(Boolean)).toEqual(['evt_1', 'evt_1:fields', 'evt_1:fields']);
});
