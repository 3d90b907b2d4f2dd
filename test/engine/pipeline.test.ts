import { located, refusals, useService } from './actionNode/service';

const service = useService();
const pipeline = (operation: string, more: object = {}) => ({
	resource: 'pipeline',
	operation,
	...more,
});

test('Get gives a pipeline, a deactivated one, too', async () => {
	for (const name of ['default', 'inactive']) {
		const pipelineId = located(service.fixtures.pipelines?.[name], 'list');
		expect(await service.record(pipeline('get', { pipelineId }))).toMatchObject({
			id: pipelineId.value,
			isActive: name === 'default',
		});
	}
});

test('Get Many gives active ones, the default first, or all; the node cuts, the query has no limit', async () => {
	const active = await service.records(pipeline('getAll', { limit: 2 }));
	expect(active).toHaveLength(2);
	expect(active[0]?.id).toBe(service.fixtures.pipelines?.default);
	const all = await service.records(
		pipeline('getAll', { returnAll: true, filters: { includeInactive: true } }),
	);
	expect(all.map(({ id }) => id)).toContain(service.fixtures.pipelines?.inactive);
	expect((await service.requests()).map(({ path }) => path)).toEqual([
		'/api/v1/pipelines',
		'/api/v1/pipelines?includeInactive=true',
	]);
});

test('Get Stages gives them in the order of the board, all of them', async () => {
	const { firstOpen, secondOpen, won, lost } = service.fixtures.stages ?? {};
	const stages = await service.records(
		pipeline('getStages', {
			pipelineId: service.fixtures.pipelines?.default,
			limit: 1,
			returnAll: false,
		}),
	);
	const ids = stages.map(({ id }) => id);
	expect(ids.slice(0, 2)).toEqual([firstOpen, secondOpen]);
	expect(ids.slice(-2)).toEqual([won, lost]);
	expect((await service.request()).path).toMatch(/\/stages$/);
	const inactive = pipeline('getStages', { pipelineId: service.fixtures.pipelines?.inactive });
	expect((await service.records(inactive)).length).toBeGreaterThan(0);
});

refusals(service, [
	[
		'an unknown pipeline',
		() => pipeline('get', { pipelineId: 'none' }),
		{ status: 404, code: 'resource_not_found', error: 'not found' },
	],
	[
		'stages of an unknown pipeline',
		() => pipeline('getStages', { pipelineId: 'none' }),
		{ status: 404, code: 'resource_not_found', error: 'not found' },
	],
	[
		'a limit, which the API does not take here',
		() => pipeline('getAll', { options: { additionalQuery: { limit: 5 } } }),
		{ status: 400, code: 'unknown_parameter', param: 'limit', error: '“Limit”' },
	],
	[
		'a token for the inbox',
		() => pipeline('getAll'),
		{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope crm:read' },
		'inboxOnly',
	],
]);
