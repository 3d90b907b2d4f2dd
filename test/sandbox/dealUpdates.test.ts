import type { Json } from './harness/client';
import { gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const post = (body: unknown, as?: string) => under.api.post('/deals', body, { as });
const patch = (id: string, body: unknown, as?: string) =>
	under.api.patch(`/deals/${id}`, body, { as });
const inDefault = (more: object = {}) => ({
	title: 'Venda',
	pipelineId: under.fixtures.pipelines.default,
	...more,
});

describe('GET, PATCH and DELETE /deals/{id}', () => {
	rule(['GET /deals/{id}', 'Visibility 3'], 'a seller reads own deals only', async () => {
		const { body: own } = await post(inDefault(), 'seller');
		expect((await under.api.get(`/deals/${own.id}`, 'seller')).body).toEqual(own);
		for (const as of ['otherSeller', 'otherAccountManager']) {
			await gives(under.api.get(`/deals/${own.id}`, as), '404 resource_not_found');
		}
	});

	rule(
		['PATCH /deals/{id}', 'Deals PATCH 1'],
		'only sent fields change; tags whole, custom fields one by one',
		async () => {
			const { dealText } = under.fixtures.customFields;
			const { body: deal } = await post(
				inDefault({
					tags: ['a'],
					valueCents: 100,
					customFields: { [dealText]: 'x', prioridade: 'alta' },
				}),
			);
			const { body } = await patch(deal.id, {
				title: 'Novo',
				tags: ['b'],
				customFields: { [dealText]: null },
			});
			expect(body).toEqual({
				...deal,
				title: 'Novo',
				tags: ['b'],
				customFields: { prioridade: 'alta' },
				updatedAt: expect.any(String),
			});
			expect((await patch(deal.id, { tags: [], contactId: null })).body).toMatchObject({
				tags: [],
				contactId: null,
				valueCents: 100,
			});
		},
	);

	rule(
		['PATCH /deals/{id}', 'Authentication 5'],
		'only a manager changes the owner, who is notified',
		async () => {
			const { seller, otherSeller } = under.fixtures.users;
			const { body: deal } = await post(inDefault(), 'seller');
			await gives(
				patch(deal.id, { ownerId: otherSeller }, 'seller'),
				'403 permission_denied ownerId',
			);
			await gives(patch(deal.id, { title: 'Meu', ownerId: seller }, 'seller'), '200');
			expect((await patch(deal.id, { ownerId: otherSeller })).body.ownerId).toBe(otherSeller);
			const told = (await under.api.control('GET', '/side-effects')).filter(
				({ kind }: Json) => kind === 'notification',
			);
			expect(told).toEqual([expect.objectContaining({ userId: otherSeller, dealId: deal.id })]);
			await gives(patch(deal.id, { title: 'x' }, 'seller'), '404 resource_not_found');
		},
	);

	rule(
		['Deals PATCH 2', 'State deal patched', 'Error stage_change_not_allowed'],
		'stage, pipeline, status and closing fields are refused',
		async () => {
			const { body: deal } = await post(inDefault());
			const { stages, pipelines, lostReasons } = under.fixtures;
			const closed = {
				stageId: stages.secondOpen,
				pipelineId: pipelines.default,
				status: 'won',
				lostReasonId: lostReasons.valid,
				lostNote: 'x',
				closedAt: null,
				closedById: null,
			};
			for (const [field, value] of Object.entries(closed)) {
				await gives(
					patch(deal.id, { title: 'Nunca', [field]: value }),
					`400 stage_change_not_allowed ${field}`,
				);
			}
			expect((await under.api.get(`/deals/${deal.id}`)).body).toEqual(deal);
		},
	);

	rule(
		['DELETE /deals/{id}', 'Deals DELETE', 'State deal deleted'],
		'gone for good; contact, company and conversations stay',
		async () => {
			const [linked] = (await under.api.control('GET', '/conversations')).filter(
				({ dealId }: Json) => dealId,
			);
			const deal = (await under.api.get(`/deals/${linked.dealId}`)).body;
			const deleted = await under.api.delete(`/deals/${deal.id}`, { key: 'once' });
			expect([deleted.status, deleted.body]).toEqual([200, { id: deal.id, deleted: true }]);
			await gives(under.api.get(`/deals/${deal.id}`), '404 resource_not_found');
			await gives(under.api.delete(`/deals/${deal.id}`), '404 resource_not_found');
			const again = await under.api.delete(`/deals/${deal.id}`, { key: 'once' });
			expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
				200,
				deleted.text,
				'true',
			]);
			await gives(under.api.get(`/contacts/${deal.contactId}`), '200');
			const conversations = await under.api.control('GET', '/conversations');
			expect(conversations.find(({ id }: Json) => id === linked.id).dealId).toBe(null);
		},
	);
});
