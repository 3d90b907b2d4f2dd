/** A node that does nothing but call n8n's http helper, as the simplest node of one's own would. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { inLanes } from './lanes';

export const bareHelperNode = 'bench.bareHelper';

/** Gets the `url` of each item, at most `parallel` at once. */
export const bareHelper = {
	description: {
		displayName: 'Bare Helper',
		name: 'bareHelper',
		group: ['transform'],
		version: 1,
		description: 'Calls the http helper',
		defaults: { name: 'Bare Helper' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerRelationshipApi', required: true }],
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Parallel', name: 'parallel', type: 'number', default: 1 },
		],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const results: INodeExecutionData[] = [];
		const { length } = this.getInputData();
		await inLanes(length, this.getNodeParameter('parallel', 0) as number, async (item) => {
			const json = (await this.helpers.httpRequestWithAuthentication.call(
				this,
				'customerRelationshipApi',
				{ url: this.getNodeParameter('url', item) as string, json: true },
			)) as IDataObject;
			results[item] = { json, pairedItem: { item } };
		});
		return [results];
	},
} satisfies INodeType;
