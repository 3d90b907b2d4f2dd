/** A stand-in for n8n's Execute Sub-workflow (1.2, from the database, with all items or item by item). */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

/** Runs the sub-workflow on some items and gives back what its last node put out. */
async function call(context: IExecuteFunctions, itemIndex: number, items: INodeExecutionData[]) {
	const { value: id } = context.getNodeParameter('workflowId', itemIndex) as { value: string };
	const proxy = context.getWorkflowDataProxy(itemIndex);
	const execution = proxy.$execution as { id: string };
	const workflow = proxy.$workflow as { id: string };
	const { data } = await context.executeWorkflow({ id }, items, undefined, {
		parentExecution: { executionId: execution.id, workflowId: workflow.id },
	});
	return data.flatMap((output) => output ?? []);
}

export const executeWorkflow: INodeType = {
	description: {
		displayName: 'Execute Sub-workflow',
		name: 'executeWorkflow',
		group: ['transform'],
		version: [1.1, 1.2, 1.3],
		description: 'Stands in for n8n-nodes-base.executeWorkflow',
		defaults: { name: 'Execute Sub-workflow' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [
			{
				displayName: 'Workflow',
				name: 'workflowId',
				type: 'workflowSelector',
				default: '',
			},
			{
				displayName: 'Mode',
				name: 'mode',
				type: 'options',
				options: [
					{ name: 'Run once with all items', value: 'once' },
					{ name: 'Run once for each item', value: 'each' },
				],
				default: 'once',
			},
		],
	},
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		if (this.getNodeParameter('mode', 0) === 'once') {
			const results = await call(this, 0, items);
			const paired = results.length === items.length;
			return [
				results.map((item, index) => ({
					...item,
					pairedItem: paired ? { item: index } : items.map((_, from) => ({ item: from })),
				})),
			];
		}
		const output: INodeExecutionData[] = [];
		for (const [itemIndex, item] of items.entries()) {
			const pairedItem = { item: itemIndex };
			try {
				const results = await call(this, itemIndex, [item]);
				output.push(...results.map((result) => ({ ...result, pairedItem })));
			} catch (error) {
				if (!this.continueOnFail()) {
					throw new NodeOperationError(this.getNode(), error as Error, { itemIndex });
				}
				output.push({ json: { error: (error as Error).message }, pairedItem });
			}
		}
		return [output];
	},
};
