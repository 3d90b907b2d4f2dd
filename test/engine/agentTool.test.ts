/**
 * The node as an AI agent's tool. n8n runs a tool as a node whose type ends in `Tool`, once more
 * for each call that the model makes: the run index tells a repeated call from nothing.
 */
import type { IDataObject, INodeType } from 'n8n-workflow';
import { CustomerRelationship } from '../../nodes/CustomerRelationship/CustomerRelationship.node.ts';
import { useService } from './actionNode/service';
import { actionNode, line, runWorkflow, startNode, type NodeJson } from './harness';

const service = useService();
const TOOL = `${actionNode}Tool`;

/** Runs the node twice in one execution, with what the model gave each time. */
async function twoCalls(type: string, calls: [IDataObject, IDataObject], more: IDataObject = {}) {
	const node: NodeJson = {
		type,
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
	workflow.nodes.push(set('Second', calls[1]));
	const run = await runWorkflow(workflow, {
		credentials: service.credentials(),
		nodes: { [TOOL]: new CustomerRelationship() as INodeType },
	});
	if (run.error) throw run.error;
	expect(run.runs('Call')).toHaveLength(2);
	return run
		.runs('Call')
		.flatMap(({ data }) => data?.main?.[0] ?? [])
		.map(({ json }) =>
			json.checkOnly ? 'checked' : (json._response as { replayed: boolean }).replayed,
		);
}

const call = (phone: string, name = 'cliente') => ({ phone, name });

it('writes to a phone once in several executions, with a key made of it', async () => {
	const key =
		'=welcome-{{ String($parameter.phone).replace(/\\D/g, "").replace(/^0*(55(?=\\d{10}))?/, "") }}';
	const options = { includeResponse: true, idempotencyKey: key };
	const [one, other] = [call('(11) 97777-0109'), call('(11) 97777-0108')];
	expect(await twoCalls(TOOL, [one, other], { options })).toEqual([false, false]);
	expect(await twoCalls(TOOL, [one, other], { options })).toEqual([true, true]);
	expect(
		await twoCalls(TOOL, [call('(21) 97777-0109'), call('(55) 97777-0109')], { options }),
	).toEqual([...[false, false]]);
	for (const spelled of ['11 97777 0109', '+55 11 97777-0109', '011977770109']) {
		await expect(twoCalls(TOOL, [other, call(spelled)], { options })).rejects.toMatchObject({
			message: expect.stringContaining('already used'),
		});
	}
});

it('does not carry out twice what the model asks for twice', async () => {
	const same = call('(11) 97777-0101');
	expect(await twoCalls(TOOL, [same, same])).toEqual([false, true]);
});

it('carries out two calls that differ', async () => {
	const calls: [IDataObject, IDataObject] = [call('(11) 97777-0102'), call('(11) 97777-0103')];
	expect(await twoCalls(TOOL, calls)).toEqual([false, false]);
});

it('tells the runs of an ordinary node apart, whatever they ask for', async () => {
	const same = call('(11) 97777-0104');
	expect(await twoCalls(actionNode, [same, same])).toEqual([false, false]);
});

it('with Check Only lets the model show what it would send, and then send it', async () => {
	const shown = { ...call('(11) 97777-0105'), checkOnly: true };
	const options = { includeResponse: true, checkOnly: '={{ $json.checkOnly }}' };
	const calls: [IDataObject, IDataObject] = [shown, { ...shown, checkOnly: false }];
	expect(await twoCalls(TOOL, calls, { options })).toEqual(['checked', false]);
});
