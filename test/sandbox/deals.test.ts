import type { Json } from './harness/client';
import { Receiver } from './harness/receiver';
import { errorOf, gives, useSandbox } from './harness/sandbox';
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
const ids = (records: Array<{ id: string }>) => records.map(({ id }) => id);

describe('GET /deals', () => {
	rule(['GET /deals', 'Visibility 2'], 'a seller sees the deals they own', async () => {
		const { seller } = under.fixtures.users;
		const all = await under.api.all('/deals');
		const seen = await under.api.all('/deals', 'seller');
		expect(seen.length).toBeGreaterThan(0);
		expect(ids(seen)).toEqual(ids(all.filter(({ ownerId }) => ownerId === seller)));
		expect(all.map(({ createdAt }) => createdAt)).toEqual(
			all
				.map(({ createdAt }) => createdAt)
				.sort()
				.reverse(),
		);
	});

	rule('GET /deals', 'filters combine with AND', async () => {
		const { users, stages } = under.fixtures;
		const contact = (await under.api.post('/contacts', { name: 'Cliente' })).body;
		const company = (await under.api.post('/companies', { tradeName: 'Loja' })).body;
		const { body: deal } = await post(
			inDefault({ ownerId: users.seller, contactId: contact.id, companyId: company.id }),
		);
		await post(
			inDefault({ ownerId: users.otherSeller, contactId: contact.id, companyId: company.id }),
		);
		const filters: Record<string, string> = {
			pipelineId: deal.pipelineId,
			stageId: stages.firstOpen,
			ownerId: users.seller,
			contactId: contact.id,
			companyId: company.id,
			status: 'open',
		};
		const query = new URLSearchParams(filters);
		expect(ids(await under.api.all(`/deals?${query}`))).toEqual([deal.id]);
		for (const name of Object.keys(filters)) {
			const other = new URLSearchParams({
				...filters,
				[name]: name === 'status' ? 'won' : 'other',
			});
			expect([name, await under.api.all(`/deals?${other}`)]).toEqual([name, []]);
		}
		await gives(under.api.get('/deals?status=closed'), '400 invalid_parameter status');
		await gives(under.api.get('/deals?search=x'), '400 unknown_parameter search');
		await gives(under.api.get(`/deals?ownerId=${'x'.repeat(65)}`), '400 invalid_parameter ownerId');
	});
});

describe('POST /deals', () => {
	rule(
		['POST /deals', 'Fields Deal', 'Format 3', 'State deal created'],
		'201 with an open deal',
		async () => {
			const { users, stages, customFields, products } = under.fixtures;
			const contact = (await under.api.post('/contacts', { name: 'Cliente' })).body;
			const company = (await under.api.post('/companies', { tradeName: 'Loja' })).body;
			const sent = inDefault({
				contactId: contact.id,
				companyId: company.id,
				ownerId: users.seller,
				valueCents: 129_990,
				tags: ['vip'],
				products: [{ productId: products.sofa, quantity: 2 }],
				customFields: { [customFields.dealText]: 'ninguém' },
			});
			const reply = await post(sent);
			expect(reply.status).toBe(201);
			expect(reply.body).toMatchObject({
				...sent,
				stageId: stages.firstOpen,
				status: 'open',
				currency: 'BRL',
			});
			expect((await under.api.get(`/deals/${reply.body.id}`)).body).toEqual(reply.body);
			for (const [field, value] of Object.entries({
				valueCents: 1.5,
				currency: 'USD',
				tags: 'vip',
				title: 5,
			})) {
				await gives(post(inDefault({ [field]: value })), `400 invalid_parameter ${field}`);
			}
		},
	);

	rule(
		[
			'Deals POST 1',
			'State deal created',
			'Error pipeline_not_found',
			'Error stage_not_found',
			'Error stage_not_in_pipeline',
		],
		'a stage, or the first open one of a pipeline; both must belong together',
		async () => {
			const { pipelines, stages } = under.fixtures;
			const at = async (body: object) => {
				const reply = await post({ title: 'Venda', ...body });
				return reply.body.stageId ?? errorOf(reply);
			};
			expect(await at({ stageId: stages.secondOpen })).toBe(stages.secondOpen);
			expect(await at({ pipelineId: pipelines.default })).toBe(stages.firstOpen);
			expect(await at({ pipelineId: pipelines.default, stageId: stages.secondOpen })).toBe(
				stages.secondOpen,
			);
			expect(await at({ pipelineId: pipelines.second, stageId: stages.secondOpen })).toBe(
				'400 stage_not_in_pipeline stageId',
			);
			expect(await at({ pipelineId: 'nothing' })).toBe('400 pipeline_not_found pipelineId');
			expect(await at({ stageId: 'nothing' })).toBe('400 stage_not_found stageId');
			const [foreign] = (await under.api.get('/pipelines', 'otherAccountManager')).body.data;
			expect(await at({ pipelineId: foreign.id })).toBe('400 pipeline_not_found pipelineId');
			expect(await at({})).toBe('400 invalid_parameter stageId');
		},
	);

	rule(
		[
			'Deals POST 2',
			'State deal created',
			'State pipeline inactive',
			'Error stage_is_final',
			'Error pipeline_inactive',
		],
		'never in a final stage or a deactivated pipeline',
		async () => {
			const { pipelines, stages } = under.fixtures;
			for (const stageId of [stages.won, stages.lost]) {
				await gives(post({ title: 'x', stageId }), '400 stage_is_final stageId');
			}
			await gives(
				post({ title: 'x', pipelineId: pipelines.inactive }),
				'400 pipeline_inactive pipelineId',
			);
		},
	);

	rule(
		['Deals POST 3', 'POST /deals', 'Authentication 3'],
		'the seller, the round-robin, the manager',
		async () => {
			const { manager, seller, otherSeller, inactive } = under.fixtures.users;
			expect((await post(inDefault(), 'seller')).body.ownerId).toBe(seller);
			expect((await post(inDefault())).body.ownerId).toBe(manager);
			await gives(
				post(inDefault({ ownerId: otherSeller }), 'seller'),
				'403 permission_denied ownerId',
			);
			await gives(post(inDefault({ ownerId: inactive })), '400 owner_not_found ownerId');
			await under.api.control('PATCH', '/settings', { leadRoundRobin: true });
			const owners = [];
			for (let at = 0; at < 4; at++) owners.push((await post(inDefault())).body.ownerId);
			expect(owners).toEqual([otherSeller, seller, otherSeller, seller]);
			expect((await post(inDefault({ ownerId: manager }))).body.ownerId).toBe(manager);
		},
	);

	rule(
		['Deals POST 4', 'Error missing_required_custom_fields'],
		'a required custom field without value: nothing is created',
		async () => {
			const as = 'otherAccountManager';
			const [{ id: pipelineId }] = (await under.api.get('/pipelines', as)).body.data;
			const [old] = (await under.api.get('/deals', as)).body.data;
			await gives(patch(old.id, { title: 'Sem número' }, as), '200');
			const before = (await under.api.all('/deals', as)).length;
			for (const customFields of [
				undefined,
				{},
				{ numero_contrato: '' },
				{ numero_contrato: null },
			]) {
				const reply = await post({ title: 'Contrato', pipelineId, customFields }, as);
				expect(errorOf(reply)).toBe(
					'422 missing_required_custom_fields customFields.numero_contrato',
				);
				expect(reply.body.error.message).toContain('numero_contrato');
			}
			expect(await under.api.all('/deals', as)).toHaveLength(before);
			const deal = await post(
				{ title: 'Contrato', pipelineId, customFields: { numero_contrato: 'C-2' } },
				as,
			);
			expect(deal.status).toBe(201);
			await gives(patch(deal.body.id, { title: 'Outro' }, as), '200');
		},
	);

	rule(
		['Deals POST 5', 'Event deal.created', 'State deal created'],
		'deal.created is told and automations run',
		async () => {
			const receiver = new Receiver();
			await under.api.control('POST', '/webhooks', {
				url: await receiver.start(),
				events: ['deal.created'],
			});
			const { body: deal } = await post(inDefault());
			const { body: fromApp } = await under.api.tryControl(
				'POST',
				'/app/deals',
				inDefault({ title: 'Do app' }),
			);
			const events = (await receiver.of('deal.created', 2)).map(({ body }) => body.data);
			await receiver.stop();
			expect(events).toEqual(
				expect.arrayContaining([
					{ dealId: deal.id, ...deal },
					{ dealId: fromApp.id, ...fromApp },
				]),
			);
			const effects = await under.api.control('GET', '/side-effects');
			expect(effects.map(({ kind, dealId }: Json) => [kind, dealId])).toEqual([
				['automation', deal.id],
				['automation', fromApp.id],
			]);
		},
	);

	rule(
		[
			'POST /deals',
			'Error contact_not_found',
			'Error company_not_found',
			'Error product_not_found',
			'Error unknown_custom_field',
		],
		'references are checked with the caller’s eyes',
		async () => {
			const [theirs] = await under.api.all('/contacts?search=11900000003');
			await gives(post(inDefault({ contactId: theirs.id })), '201');
			await gives(
				post(inDefault({ contactId: theirs.id }), 'seller'),
				'400 contact_not_found contactId',
			);
			await gives(post(inDefault({ contactId: 'nobody' })), '400 contact_not_found contactId');
			await gives(post(inDefault({ companyId: 'nothing' })), '400 company_not_found companyId');
			await gives(
				post(inDefault({ participantCompanyIds: ['nothing'] })),
				'400 company_not_found participantCompanyIds.0',
			);
			await gives(
				post(inDefault({ products: [{ productId: 'nothing' }] })),
				'400 product_not_found products.0.productId',
			);
			await gives(
				post(inDefault({ customFields: { origem: 'x' } })),
				'400 unknown_custom_field customFields.origem',
			);
		},
	);
});
