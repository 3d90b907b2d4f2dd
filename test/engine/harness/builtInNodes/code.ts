/** A stand-in for n8n's Code (2), JavaScript once for all items; n8n runs it in a task runner. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

type Script = (
	input: unknown,
	node: unknown,
	staticData: (type: string) => IDataObject,
) => INodeExecutionData[];

export const code: INodeType = {
	description: {
		displayName: 'Code',
		name: 'code',
		group: ['transform'],
		version: [2],
		description: 'Stands in for n8n-nodes-base.code',
		defaults: { name: 'Code' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [
			{
				displayName: 'JavaScript',
				name: 'jsCode',
				type: 'string',
				noDataExpression: true,
				default: '',
			},
		],
	},
	async execute(this: IExecuteFunctions) {
		const { $input, $ } = this.getWorkflowDataProxy(0);
		const script = new Function(
			...['$input', '$', '$getWorkflowStaticData'],
			this.getNodeParameter('jsCode', 0) as string,
		) as Script;
		return [script($input, $, (type) => this.getWorkflowStaticData(type))];
	},
};
