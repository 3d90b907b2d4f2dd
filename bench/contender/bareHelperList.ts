/** A node that follows a list's cursor with n8n's http helper and does nothing else: what n8n alone costs. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

export const bareHelperListNode = 'bench.bareHelperList';

interface ListPage {
	data: IDataObject[];
	nextCursor: string | null;
	hasMore: boolean;
}

/** Gets all pages of the list at `url`, a record an item. */
export const bareHelperList = {
	description: {
		displayName: 'Bare Helper List',
		name: 'bareHelperList',
		group: ['transform'],
		version: 1,
		description: 'Follows a cursor with the http helper',
		defaults: { name: 'Bare Helper List' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerRelationshipApi', required: true }],
		properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
	},
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const results: INodeExecutionData[] = [];
		const first = this.getNodeParameter('url', 0) as string;
		let url = first;
		for (;;) {
			const page = (await this.helpers.httpRequestWithAuthentication.call(
				this,
				'customerRelationshipApi',
				{ url, json: true },
			)) as ListPage;
			for (const json of page.data) results.push({ json, pairedItem: { item: 0 } });
			if (!page.hasMore) return [results];
			url = `${first}&cursor=${page.nextCursor}`;
		}
	},
} satisfies INodeType;
