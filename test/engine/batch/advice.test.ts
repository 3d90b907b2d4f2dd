/** Advice that fits: what an error tells to do can be done in that operation. */
import type { IDataObject } from 'n8n-workflow';
import { located, useService } from '../actionNode/service';
import type { WorkflowRun } from '../harness';
import { refuse, runAgainst, told, withService } from './setup';

const service = useService();
/** What the node itself says, without the words of the service that it quotes. */
const advice = (run: WorkflowRun) => told(run).replace(/The service says: “[^”]*”/, '');
const dealWith = async (title: string, close?: string) => {
	const pipelineId = service.fixtures.pipelines?.default;
	const { id } = await service.app('POST', '/deals', { title, pipelineId });
	if (close) await service.app('POST', `/deals/${String(id)}/${close}`, {});
	return located(id);
};

test('a Move to a stage of another pipeline has no field to leave empty', async () => {
	const dealId = await dealWith('Venda');
	const { data } = await service.app<{ data: IDataObject[] }>(
		'GET',
		`/pipelines/${service.fixtures.pipelines?.withoutFinalStages}/stages`,
	);
	await service.control('PATCH', '/behaviour', { readings: ['movesWithinPipeline'] });
	const run = await service.run({
		...{ resource: 'deal', operation: 'move', dealId, stageId: located(data[0]?.id) },
	});
	expect(told(run)).toContain('stage_not_in_pipeline');
	expect(advice(run)).not.toMatch(/\bempty\b|chosen pipeline/i);
	expect(advice(run)).toMatch(/deal’s (own )?pipeline/i);
});

test('on a create, one of the two can be left empty', async () => {
	const { data } = await service.app<{ data: IDataObject[] }>(
		'GET',
		`/pipelines/${service.fixtures.pipelines?.withoutFinalStages}/stages`,
	);
	const run = await service.run({
		...{ resource: 'deal', operation: 'create', title: 'Venda', stageId: located(data[0]?.id) },
		pipelineId: located(service.fixtures.pipelines?.default),
	});
	expect(advice(run)).toMatch(/\bempty\b/i);
});

test.each(['win', 'lose'])(
	'%s of a deal that is closed does not say to use it',
	async (operation) => {
		const dealId = await dealWith('Venda', 'win');
		const run = await service.run({ resource: 'deal', operation, dealId });
		expect(told(run)).toContain('stage_is_final');
		expect(advice(run)).not.toMatch(/use (the operations )?win|pick an open stage/i);
		expect(advice(run)).toMatch(/\b(closed|already)\b/i);
	},
);

test('a Move of a deal that is closed does not say to pick an open stage alone', async () => {
	const dealId = await dealWith('Venda', 'win');
	const stageId = located(service.fixtures.stages?.secondOpen);
	const run = await service.run({ resource: 'deal', operation: 'move', dealId, stageId });
	expect(advice(run)).toMatch(/\b(closed|already)\b/i);
});

test.each([
	['contact.upsert', { name: 'Ana', phone: '98765-4321' }],
	[
		'conversation.start',
		{ phone: '98765-4321', templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
	],
])('%s with a short phone says that the area code is missing', async (name, parameters) => {
	const [resource, operation] = name.split('.');
	const run = await service.run({ resource, operation, ...parameters });
	expect(advice(run)).toMatch(/area code/i);
	expect(told(run)).toContain('Phone');
});

describe('free text outside the window', () => {
	const send = { resource: 'message', operation: 'send', text: 'Oi' };
	const says = (text: string) => {
		expect(text).not.toMatch(/does not accept the request/);
		expect(text).toMatch(/24 hours/);
		expect(text).toMatch(/template/i);
	};

	test('is titled as such', async () => {
		const { conversationId } = await service.app('POST', '/conversations', {
			phone: '+5511911110001',
			template: { name: 'sem_variaveis', language: 'pt_BR' },
		});
		says(advice(await service.run({ ...send, conversationId: located(conversationId) })));
	});

	// The specification shows no code for it, so that any may come.
	test.each(['outside_messaging_window', 'template_required'])(
		'also by the code %s',
		async (code) => {
			await withService(
				() => refuse(422, code),
				async ({ url }) => says(advice(await runAgainst(url, { ...send, conversationId: 'v1' }))),
			);
		},
	);
});
