import { gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();

rule(
	['GET /pipelines', 'Fields Pipeline', 'State pipeline inactive', 'List envelope 1'],
	'one page, the default first, then order; the same for everybody',
	async () => {
		const { pipelines } = under.fixtures;
		const { body } = await under.api.get('/pipelines');
		expect(body).toEqual({ data: expect.any(Array), nextCursor: null, hasMore: false });
		expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
			pipelines.default,
			pipelines.second,
			pipelines.withoutFinalStages,
		]);
		expect(body.data[0]).toMatchObject({ isActive: true, order: expect.any(Number) });
		expect(body.data[0].order).toBeGreaterThan(body.data[1].order);
		expect((await under.api.get('/pipelines', 'seller')).body).toEqual(body);
		const all = (await under.api.get('/pipelines?includeInactive=true')).body.data;
		expect(all.at(-1)).toMatchObject({ id: pipelines.inactive, isActive: false });
		await gives(under.api.get('/pipelines?limit=1'), '400 unknown_parameter limit');
	},
);

rule(
	['GET /pipelines/{id}', 'State pipeline inactive'],
	'readable when deactivated; 404 for another account',
	async () => {
		const { inactive } = under.fixtures.pipelines;
		expect((await under.api.get(`/pipelines/${inactive}`, 'seller')).body).toMatchObject({
			id: inactive,
			isActive: false,
		});
		await gives(
			under.api.get(`/pipelines/${inactive}`, 'otherAccountManager'),
			'404 resource_not_found',
		);
	},
);

rule(
	['GET /pipelines/{id}/stages', 'Fields Stage', 'State pipeline inactive'],
	'open stages by order, then won, then lost',
	async () => {
		const { pipelines, stages } = under.fixtures;
		const { body } = await under.api.get(`/pipelines/${pipelines.default}/stages`);
		expect(body).toMatchObject({ nextCursor: null, hasMore: false });
		const listed = body.data.map(({ id }: { id: string }) => id);
		expect([listed[0], listed[1], listed.at(-2), listed.at(-1)]).toEqual([
			stages.firstOpen,
			stages.secondOpen,
			stages.won,
			stages.lost,
		]);
		expect(body.data.map(({ kind }: { kind: string }) => kind).slice(-3)).toEqual([
			'open',
			'won',
			'lost',
		]);
		expect((await under.api.get(`/pipelines/${pipelines.inactive}/stages`)).body.data).toHaveLength(
			3,
		);
		await gives(under.api.get('/pipelines/nothing/stages'), '404 resource_not_found');
		await gives(
			under.api.get(`/pipelines/${pipelines.default}/stages?cursor=x`),
			'400 unknown_parameter cursor',
		);
	},
);
