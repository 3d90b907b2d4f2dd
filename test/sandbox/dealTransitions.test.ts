import type { Json } from './harness/client';
import { errorOf, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const open = async (more: object = {}) =>
	(
		await under.api.post('/deals', {
			title: 'Venda',
			pipelineId: under.fixtures.pipelines.default,
			...more,
		})
	).body;
const act = (deal: Json, action: string, body?: unknown) =>
	under.api.send('POST', `/deals/${deal.id}/${action}`, { body });

rule(
	['POST /deals/{id}/move', 'State deal moved', 'Error stage_is_final', 'Error stage_not_found'],
	'to an open stage',
	async () => {
		const { stages } = under.fixtures;
		const deal = await open();
		const moved = await act(deal, 'move', { stageId: stages.secondOpen });
		expect([moved.status, moved.body.stageId, moved.body.status]).toEqual([
			200,
			stages.secondOpen,
			'open',
		]);
		await gives(act(deal, 'move', { stageId: stages.won }), '400 stage_is_final stageId');
		await gives(act(deal, 'move', { stageId: 'nothing' }), '400 stage_not_found stageId');
		await gives(act(deal, 'move', {}), '400 invalid_parameter stageId');
		await gives(
			under.api.post(`/deals/${deal.id}/move`, { stageId: stages.firstOpen }, { as: 'seller' }),
			'404 resource_not_found',
		);
	},
);

rule(
	['POST /deals/{id}/win', 'State deal won', 'Error pipeline_without_won_stage'],
	'into the won stage',
	async () => {
		const { stages, pipelines } = under.fixtures;
		const deal = await open();
		const won = await act(deal, 'win');
		expect(won.body).toMatchObject({
			status: 'won',
			stageId: stages.won,
			closedAt: expect.any(String),
		});
		for (const action of ['win', 'lose']) await gives(act(deal, action), '400 stage_is_final');
		const other = await open({ pipelineId: pipelines.withoutFinalStages });
		await gives(act(other, 'win', {}), '422 pipeline_without_won_stage');
		expect((await under.api.get(`/deals/${other.id}`)).body.status).toBe('open');
	},
);

rule(
	[
		'POST /deals/{id}/lose',
		'State deal lost',
		'Error lost_reason_not_found',
		'Error pipeline_without_lost_stage',
	],
	'into the lost stage, with a reason of the pipeline',
	async () => {
		const { stages, lostReasons, pipelines } = under.fixtures;
		const deal = await open();
		for (const lostReasonId of ['nothing', lostReasons.ofAnotherPipeline]) {
			await gives(act(deal, 'lose', { lostReasonId }), '400 lost_reason_not_found lostReasonId');
		}
		const lostNote = 'Comprou mais perto';
		const lost = await act(deal, 'lose', { lostReasonId: lostReasons.valid, lostNote });
		expect(lost.body).toMatchObject({
			status: 'lost',
			stageId: stages.lost,
			lostReasonId: lostReasons.valid,
			lostNote,
			closedAt: expect.any(String),
			closedById: under.fixtures.users.manager,
		});
		expect((await act(await open(), 'lose', {})).body).toMatchObject({
			status: 'lost',
			lostReasonId: null,
		});
		const other = await open({ pipelineId: pipelines.withoutFinalStages });
		await gives(act(other, 'lose'), '422 pipeline_without_lost_stage');
	},
);

rule(
	['State deal moved, only condition', 'POST /deals/{id}/move'],
	'of another pipeline too: the deal is in that pipeline then',
	async () => {
		const { pipelines } = under.fixtures;
		for (const pipelineId of [pipelines.second, pipelines.inactive]) {
			const deal = await open();
			const [stage] = (await under.api.get(`/pipelines/${pipelineId}/stages`)).body.data;
			const moved = await act(deal, 'move', { stageId: stage.id });
			expect([moved.status, moved.body]).toMatchObject([
				200,
				{ stageId: stage.id, pipelineId, status: 'open' },
			]);
			const inIt = await under.api.all(`/deals?pipelineId=${pipelineId}&stageId=${stage.id}`);
			expect(inIt).toContainEqual(moved.body);
		}
	},
);

rule(['Fields Deal ownerId', 'PATCH /deals/{id}'], 'a deal always has an owner', async () => {
	const deal = await open();
	for (const ownerId of [null, '']) {
		const reply = await under.api.patch(`/deals/${deal.id}`, { ownerId });
		expect(errorOf(reply)).toBe('400 invalid_parameter ownerId');
	}
	expect((await under.api.get(`/deals/${deal.id}`)).body).toEqual(deal);
});

rule(['State deal won', 'Format 2 sent'], 'on the day that is sent, in that format', async () => {
	const closedAt = '2025-03-01T12:00:00.000Z';
	const deal = await open();
	const closed = await act(deal, 'win', { closedAt: '2025-03-01' });
	expect(errorOf(closed)).toBe('400 invalid_parameter closedAt');
	expect((await act(deal, 'win', { closedAt })).body).toMatchObject({ status: 'won', closedAt });
});
