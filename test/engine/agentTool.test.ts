/**
 * The node as an AI agent's tool. n8n runs a tool as a node whose type ends in `Tool`, once more
 * for each call that the model makes: the run index tells a repeated call from nothing.
 */
import type { IDataObject } from 'n8n-workflow';
import { useService } from './actionNode/service';
import {
	actionNode,
	line,
	runWorkflow,
	startNode,
	toolNode,
	type NodeJson,
} from '../support/engine';

const service = useService();

const call = (phone: string, name = 'cliente') => ({ phone, name });
type Call = IDataObject;

/** Runs the node twice in one execution, with what the model gave each time. @returns what each call gives out */
async function twoCalls(type: string, calls: [Call, Call], more: IDataObject = {}) {
	const node: NodeJson = {
		type,
		id: 'one-node',
		name: 'Call',
		parameters: {
			resource: 'conversation',
			operation: 'start',
			phone: '={{ $json.phone }}',
			templateName: 'boas_vindas',
			templateLanguage: 'pt_BR',
			templateParams: { param: [{ value: '={{ $json.name }}' }] },
			options: { includeResponse: true },
			...more,
		} as never,
	};
	const set = (name: string, json: IDataObject): NodeJson => ({
		...{ type: startNode, name, parameters: { items: [json] } as never },
	});
	const workflow = line(
		[{ type: startNode, name: 'Start' }, set('First', calls[0]), node],
		[
			{ from: 'Start', to: 'Second' },
			{ from: 'Second', to: 'Call' },
		],
	);
	workflow.id = 'one-workflow';
	workflow.nodes.push(set('Second', calls[1]));
	const run = await runWorkflow(workflow, {
		...{ instanceId: 'one-n8n', credentials: service.credentials() },
	});
	if (run.error) throw run.error;
	expect(run.runs('Call')).toHaveLength(2);
	return run
		.runs('Call')
		.map(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json) as [IDataObject]);
}

/** Whether the service only repeated an earlier answer, or nothing was sent, of each call. */
async function replays(...given: Parameters<typeof twoCalls>) {
	const outputs = await twoCalls(...given);
	return outputs.map(([json]) =>
		json.checkOnly ? 'checked' : (json._response as { replayed: boolean }).replayed,
	);
}

describe('Once per Phone', () => {
	const [one, other] = [call('(11) 97777-0109'), call('(11) 97777-0108')];
	const off = { oncePerPhone: false };
	const on = { oncePerPhone: true };
	const passedBy = (phone: string) => [
		{ sentNow: false, reason: 'already_tried', reasonText: expect.any(String), phone },
		{
			_hints: expect.arrayContaining([
				expect.stringMatching(
					/^Nothing was sent for .+ \[item 0\] \(the first item is 0\): this node has sent/,
				),
			]),
		},
	];

	it('is on by default in a tool: a phone gets the template once, over all executions', async () => {
		expect(await replays(toolNode, [one, other])).toEqual([false, false]);
		expect(await replays(toolNode, [one, other])).toEqual([true, true]);
		// Nobody else is taken for them.
		const others = [call('(21) 97777-0109'), call('(55) 97777-0109')] as [Call, Call];
		expect(await replays(toolNode, others)).toEqual([false, false]);
		for (const written of [
			...['11 97777 0109', '+55 11 97777-0109', '011977770109'],
			...['(11) 7777-0109', '551177770109'],
		]) {
			expect((await twoCalls(toolNode, [other, call(written)]))[1]).toEqual(passedBy(written));
		}
		const [, reworded] = await twoCalls(toolNode, [other, call(one.phone, 'Ana')]);
		expect(reworded).toEqual(passedBy(one.phone));
		const template = { templateName: 'sem_variaveis', templateParams: {} };
		expect(await replays(toolNode, [one, other], template)).toEqual([false, false]);
	});

	it('is off by default in a workflow', async () => {
		const calls = [call('(11) 97777-0106'), call('(11) 97777-0107')] as [Call, Call];
		expect(await replays(actionNode, calls)).toEqual([false, false]);
		expect(await replays(actionNode, calls)).toEqual([false, false]);
		expect(await replays(actionNode, calls, on)).toEqual([false, false]);
		expect(await replays(actionNode, calls, on)).toEqual([true, true]);
		expect(await replays(actionNode, calls)).toEqual([false, false]);
	});

	it('tells the agent after the record that nothing was sent', async () => {
		const same = call('(11) 97777-0110');
		const [first, second] = await twoCalls(toolNode, [same, same]);
		expect(first).toHaveLength(1);
		expect(second).toEqual([
			expect.objectContaining({ conversationId: first![0].conversationId }),
			{ _hints: [expect.stringMatching(/^Nothing was sent now: /)] },
		]);
		const [, inNode] = await twoCalls(actionNode, [same, same], on);
		expect(inNode).toHaveLength(1);
	});

	it('is refused together with a key, and if its expression yields nothing', async () => {
		const options = { idempotencyKey: 'a-key' };
		await expect(twoCalls(toolNode, [one, one], { options })).rejects.toMatchObject({
			message: expect.stringContaining('“Idempotency Key” is given while Once per Phone is on'),
		});
		expect(
			await replays(toolNode, [one, one], {
				options: { ...options, includeResponse: true },
				...off,
			}),
		).toEqual([false, true]);
		const nothing = { oncePerPhone: '={{ $json.nothing }}' };
		await expect(twoCalls(actionNode, [one, one], nothing)).rejects.toMatchObject({
			message: expect.stringContaining('“Once per Phone” is empty'),
		});
	});

	it('sends one message to a phone of several items, however it is written', async () => {
		const start = { type: startNode, name: 'Start' };
		const run = await runWorkflow(
			line([
				start,
				{
					...{ type: actionNode, name: 'Send' },
					parameters: {
						...{ resource: 'conversation', operation: 'start', templateName: 'boas_vindas' },
						...{ phone: '={{ $json.phone }}', oncePerPhone: true },
						templateParams: { param: [{ value: '={{ $json.name }}' }] },
					} as never,
				},
			]),
			{
				credentials: service.credentials(),
				inputData: [call('(11) 97777-0111', 'Ana'), call('+5511977770111', 'Ana')],
			},
		);
		expect(run.items('Send').map(({ json }) => json)).toEqual([
			expect.objectContaining({ sentNow: true }),
			expect.objectContaining({ sentNow: false, reason: 'same_phone', phone: '+5511977770111' }),
		]);
	});
});

describe('without Once per Phone', () => {
	const off = { oncePerPhone: false };

	it('carries out a call once that the model repeats', async () => {
		const same = call('(11) 97777-0101');
		expect(await replays(toolNode, [same, same], off)).toEqual([false, true]);
	});

	it('carries out two calls that differ', async () => {
		const calls = [call('(11) 97777-0102'), call('(11) 97777-0102', 'Ana')] as [Call, Call];
		expect(await replays(toolNode, calls, off)).toEqual([false, false]);
	});

	it('carries out equal runs of an ordinary node each', async () => {
		const same = call('(11) 97777-0104');
		expect(await replays(actionNode, [same, same], off)).toEqual([false, false]);
	});
});

it('Check Only in a tool shows what would be sent, and a later call sends it', async () => {
	const shown = { ...call('(11) 97777-0105'), checkOnly: true };
	const options = { includeResponse: true, checkOnly: '={{ $json.checkOnly }}' };
	const calls: [Call, Call] = [shown, { ...shown, checkOnly: false }];
	expect(await replays(toolNode, calls, { options })).toEqual(['checked', false]);
});
