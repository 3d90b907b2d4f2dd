/** One open deal for a contact in a pipeline, however many leads come at once. */
import type { IDataObject } from 'n8n-workflow';
import { located, useService } from './actionNode/service';
import { breakConnection, fakeService } from '../support/engine';

const service = useService();
let contactId: string;
beforeEach(async () => {
	contactId = String((await service.app('POST', '/contacts', { name: 'Ana' })).id);
});

const pipelineId = () => service.fixtures.pipelines?.default;
const upsert = (additionalFields: object = {}, more: object = {}) =>
	({
		...{ resource: 'deal', operation: 'upsert', title: 'Sofá' },
		...{ contactId: located(contactId), pipelineId: located(pipelineId(), 'list') },
		...{ additionalFields, ...more },
	}) as IDataObject;
const planted = async (title: string, more: object = {}) =>
	String(
		(await service.app('POST', '/deals', { title, contactId, pipelineId: pipelineId(), ...more }))
			.id,
	);
const deals = async () =>
	(await service.app<{ data: IDataObject[] }>('GET', `/deals?contactId=${contactId}`)).data;
const writes = async () => (await service.requests()).filter(({ method }) => method !== 'GET');
const leads = (count: number) => Array.from({ length: count }, (_, n) => ({ tag: `t${n}` }));

test('creates the deal, then updates it with another key, but neither title nor stage', async () => {
	const options = { includeResponse: true, idempotencyKey: 'lead-1' };
	const stageId = located(service.fixtures.stages?.secondOpen);
	const made = await service.record(upsert({ tags: 'site', value: 10 }, { stageId, options }));
	expect(made).toMatchObject({
		...{ title: 'Sofá', stageId: stageId.value, contactId, tags: ['site'], valueCents: 1000 },
		_response: { created: true, written: true },
	});
	await service.app('PATCH', `/deals/${String(made.id)}`, { title: 'Sofá azul' });
	const again = upsert({ tags: 'feira', value: 20 }, { title: 'Mesa', options });
	expect(await service.record(again)).toMatchObject({
		...{ id: made.id, title: 'Sofá azul', stageId: stageId.value },
		...{ tags: ['site', 'feira'], valueCents: 2000, _response: { created: false, written: true } },
	});
	// Asked once more it finds nothing to change.
	expect(await service.record(again)).toMatchObject({
		...{ id: made.id, _response: { created: false, written: false } },
	});
	expect((await writes()).map(({ headers }) => headers['idempotency-key'])).toEqual([
		...['lead-1:create', 'lead-1:update'],
	]);
});

test('creates a new deal beside one that is won or in another pipeline', async () => {
	const won = await planted('Won');
	await service.app('POST', `/deals/${won}/win`, {});
	await planted('Elsewhere', { pipelineId: service.fixtures.pipelines?.second });
	const made = await service.record(upsert({ tags: 'a' }));
	expect(made).toMatchObject({ title: 'Sofá', status: 'open' });
	const tags = Object.fromEntries((await deals()).map((deal) => [deal.title, deal.tags]));
	expect(tags).toEqual({ Sofá: ['a'], Elsewhere: [], Won: [] });
});

test('twenty leads at once for one contact in one execution make one deal with all tags', async () => {
	const node = upsert({ tags: '={{ $json.tag }}' }, { options: { parallelRequests: 20 } });
	const records = await service.records(node, { inputData: leads(20) });
	expect(new Set(records.map(({ id }) => id)).size).toBe(1);
	expect(await deals()).toMatchObject([{ tags: leads(20).map(({ tag }) => tag) }]);
	expect((await writes()).map(({ method }) => method)).toEqual([
		'POST',
		...Array(19).fill('PATCH'),
	]);
});

test('twenty leads at once for one contact in separate executions make one deal', async () => {
	const node = upsert({ tags: '={{ $json.tag }}' });
	const runs = leads(20).map(async (lead) => await service.record(node, { inputData: [lead] }));
	const records = await Promise.all(runs);
	expect(new Set(records.map(({ id }) => id)).size).toBe(1);
	const tags = leads(20).map(({ tag }) => tag);
	expect(await deals()).toMatchObject([{ tags: expect.arrayContaining(tags) }]);
});

test('one lead in two processes at once, with its own key, makes one deal', async () => {
	const node = upsert({ tags: 'site' }, { options: { idempotencyKey: 'lead-1' } });
	const { baseUrl } = service.sandbox;
	// Another address for the same service: nothing in this process holds one back for the other.
	const records = ['127.0.0.1', 'localhost'].map(async (host) => {
		const { customerRelationshipApi } = service.credentials();
		const other = { ...customerRelationshipApi, baseUrl: baseUrl.replace('127.0.0.1', host) };
		return await service.record(node, { credentials: { customerRelationshipApi: other } });
	});
	const [first, second] = await Promise.all(records);
	expect(first?.id).toBe(second?.id);
	expect(await deals()).toHaveLength(1);
});

test('sends a deal with the same key when it is not listed yet', async () => {
	let posts = 0;
	const late = await fakeService(({ method }) => {
		if (method === 'GET') return { json: { data: [], hasMore: false } };
		return (posts += 1) === 1 ? breakConnection : { status: 201, json: { id: 'd1' } };
	});
	try {
		const credentials = {
			customerRelationshipApi: { baseUrl: `${late.url}/api/v1`, accessToken: 'token-of-the-late' },
		};
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
		const options = { maxWaitSeconds: 0 };
		const made = await service.record(upsert({}, { options }), { credentials, node });
		expect(made).toMatchObject({ id: 'd1' });
		expect(late.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST']);
		const sent = late.requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
		expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
	} finally {
		await late.close();
	}
});

test('explains a deal that disappears between read and write', async () => {
	const path = `/deals/${await planted('Mesa')}`;
	await service.fault({ kind: 'status', status: 404, code: 'resource_not_found', path });
	expect(await service.refusal(upsert({ tags: 'a' }))).toMatchObject({
		error: 'The deal that was found is gone, or out of the access token’s sight by now',
		details: {
			whatToDo:
				'Run it again: the contact’s newest open deal is looked for anew, and where there is none one is created. The service says: “Asked for by a fault”.',
			outcome: 'notCarriedOut',
		},
	});
});
