/** Tags that are added and removed: what becomes of those there are, whoever else writes. */
import type { IDataObject } from 'n8n-workflow';
import { useService } from './actionNode/service';

const service = useService();
const update = (contactId: string, updateFields: object, more: object = {}) =>
	({ resource: 'contact', operation: 'update', contactId, updateFields, ...more }) as IDataObject;
const planted = async (tags: string[]) =>
	String((await service.app('POST', '/contacts', { name: 'Ana', tags })).id);
const tagsOf = async (id: string) =>
	(await service.app<{ tags: string[] }>('GET', `/contacts/${id}`)).tags;
const numbered = (count: number, prefix = 't') =>
	Array.from({ length: count }, (_, n) => ({ tag: `${prefix}${n}` }));
const lines = async () =>
	(await service.requests()).map(({ method, path, rawBody }) =>
		[method, path.replace('/api/v1', ''), rawBody].filter(Boolean).join(' '),
	);

test('of 100 that go to one contact at the same time none is lost', async () => {
	const id = await planted(['vip']);
	const inputData = numbered(100);
	const options = { parallelRequests: 20 };
	await service.records(update(id, { addTags: '={{ $json.tag }}' }, { options }), { inputData });
	expect(await tagsOf(id)).toEqual(['vip', ...inputData.map(({ tag }) => tag)]);
});

test('two executions in one n8n lose none of each other’s', async () => {
	const id = await planted(['vip']);
	const run = async (prefix: string) =>
		await service.records(
			update(id, { addTags: '={{ $json.tag }}' }, { options: { parallelRequests: 5 } }),
			{ inputData: numbered(20, prefix) },
		);
	await Promise.all([run('a'), run('b')]);
	const all = ['vip', ...[...numbered(20, 'a'), ...numbered(20, 'b')].map(({ tag }) => tag)];
	expect((await tagsOf(id)).sort()).toEqual(all.sort());
});

test('who waits for another execution gives up when its patience is over, and writes nothing', async () => {
	const id = await planted(['vip']);
	await service.fault({ kind: 'slow', ms: 3_000, method: 'GET', path: `/contacts/${id}` });
	const slow = service.records(update(id, { addTags: 'slow' }));
	while ((await service.requests()).length === 0) await new Promise(setImmediate);
	const refusal = await service.refusal(
		update(id, { addTags: 'hasty' }, { options: { maxWaitSeconds: 1 } }),
	);
	expect(refusal).toMatchObject({
		error: 'Another execution is still at work on this record, so nothing was sent this time',
		details: { code: 'record_in_use' },
	});
	await slow;
	expect(await tagsOf(id)).toEqual(['vip', 'slow']);
});

test('deals likewise; what is there already is not written again, and the record comes out', async () => {
	const pipelineId = service.fixtures.pipelines?.default;
	const deal = await service.app('POST', '/deals', { title: 'D', pipelineId, tags: ['a'] });
	const dealId = String(deal.id);
	const change = { resource: 'deal', operation: 'update', dealId };
	const options = { includeResponse: true };
	expect(
		await service.record({ ...change, updateFields: { addTags: 'a', removeTags: 'x' }, options }),
	).toMatchObject({ id: dealId, title: 'D', tags: ['a'], _response: { statusCode: 200 } });
	expect(await service.record({ ...change, updateFields: { addTags: 'b' } })).toMatchObject({
		tags: ['a', 'b'],
	});
	expect(await lines()).toEqual([
		`GET /deals/${dealId}`,
		`GET /deals/${dealId}`,
		`PATCH /deals/${dealId} {"tags":["a","b"]}`,
	]);
});

test('cut off between reading and writing and run again, it ends in the same state', async () => {
	const id = await planted(['vip']);
	const options = { maxWaitSeconds: 0 };
	const add = update(id, { addTags: 'gold' }, { options });
	await service.fault({ kind: 'dropBefore', method: 'PATCH', path: `/contacts/${id}` });
	expect(await service.refusal(add)).toMatchObject({ details: { code: 'connection_failed' } });
	await service.fault({ kind: 'dropAfter', method: 'PATCH', path: `/contacts/${id}` });
	expect(await service.refusal(add)).toMatchObject({ details: { code: 'connection_failed' } });
	await service.record(add);
	expect(await tagsOf(id)).toEqual(['vip', 'gold']);
});

test('with other fields, too: n8n’s Retry On Fail after a lost answer', async () => {
	const id = await planted(['vip']);
	const add = update(id, { addTags: 'gold', name: 'Bia' }, { options: { maxWaitSeconds: 0 } });
	await service.fault({ kind: 'dropAfter', method: 'PATCH', path: `/contacts/${id}` });
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
	expect(await service.record(add, { node })).toMatchObject({ name: 'Bia', tags: ['vip', 'gold'] });
});

test('with other fields, too: an event that comes again, with its ID as key', async () => {
	const id = await planted(['vip']);
	const options = { idempotencyKey: 'evt_1' };
	const add = update(id, { addTags: 'gold', name: 'Bia' }, { options });
	const expected = { name: 'Bia', tags: ['vip', 'gold'] };
	for (let run = 0; run < 3; run += 1) expect(await service.record(add)).toMatchObject(expected);
	const keys = (await service.requests()).map(({ headers }) => headers['idempotency-key']);
	expect(keys.filter(Boolean)).toEqual(['evt_1', 'evt_1:fields', 'evt_1:fields']);
});

test('a second try that can’t even read says that the first may have written', async () => {
	const id = await planted(['vip']);
	await service.fault({ kind: 'dropAfter', method: 'PATCH', path: `/contacts/${id}` });
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1_000 };
	const add = update(id, { addTags: 'gold' }, { options: { maxWaitSeconds: 0 } });
	const running = service.run(add, { node });
	while ((await service.requests()).length < 2) await new Promise(setImmediate);
	await service.fault({ kind: 'status', status: 503, code: 'api_tokens_disabled', method: 'GET' });
	const { error } = await running;
	expect(error?.message).toMatch(
		/suspended access .*; the change may have been made all the same$/,
	);
	expect(error?.description).toMatch(/^Look in the service before you run this again\./);
});

test('one item with bad input, and nothing is asked for any', async () => {
	const id = await planted(['vip']);
	const node = update(id, { addTags: '={{ $json.tag }}', removeTags: 'x' });
	const run = await service.run(node, { inputData: [{ tag: 'a' }, { tag: 'x' }] });
	expect(run.error?.message).toContain('“Add Tags” and “Remove Tags” both hold “x”');
	expect(await service.requests()).toEqual([]);
});

test('one key for two items that mean different tags is found before anything is asked', async () => {
	const id = await planted(['vip']);
	const options = { idempotencyKey: 'one' };
	const node = update(id, { addTags: '={{ $json.tag }}' }, { options });
	const run = await service.run(node, { inputData: [{ tag: 'a' }, { tag: 'b' }] });
	expect(run.error?.message).toContain('is the same as that of item 0');
	expect(await service.requests()).toEqual([]);
});
