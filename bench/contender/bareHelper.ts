/** Nodes that do nothing but call n8n's http helper, as the simplest of one's own would: what n8n alone costs. */
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	NodeConnectionTypes,
} from 'n8n-workflow';

/** Does `work` for 0 … `count` - 1, at most `parallel` at once. */
export async function inLanes(
	count: number,
	parallel: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const lane = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: parallel }, lane));
}

const bare = (
	name: string,
	run: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>,
): INodeType => ({
	description: {
		...{ displayName: name, name, description: 'Calls the http helper', version: 1 },
		group: ['transform'],
		defaults: { name },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerRelationshipApi', required: true }],
		properties: [
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Parallel', name: 'parallel', type: 'number', default: 1 },
		],
	},
	async execute() {
		return [await run(this)];
	},
});

const get = async <T>(context: IExecuteFunctions, url: string): Promise<T> =>
	(await context.helpers.httpRequestWithAuthentication.call(context, 'customerRelationshipApi', {
		...{ url, json: true },
	})) as T;

const urlOf = (context: IExecuteFunctions, item: number) =>
	context.getNodeParameter('url', item) as string;

export const bareHelperNodes = {
	/** Gets the `url` of each item, at most `parallel` at once. */
	'bench.bareHelper': bare('bareHelper', async (context) => {
		const results: INodeExecutionData[] = [];
		const parallel = context.getNodeParameter('parallel', 0) as number;
		await inLanes(context.getInputData().length, parallel, async (item) => {
			const json = await get<IDataObject>(context, urlOf(context, item));
			results[item] = { json, pairedItem: { item } };
		});
		return results;
	}),
	/** Gets all pages of the list at `url`, a record an item. */
	'bench.bareHelperList': bare('bareHelperList', async (context) => {
		const results: INodeExecutionData[] = [];
		const first = urlOf(context, 0);
		for (let url = first; ;) {
			const page = await get<{ data: IDataObject[]; nextCursor: string | null }>(context, url);
			for (const json of page.data) results.push({ json, pairedItem: { item: 0 } });
			if (page.nextCursor === null) return results;
			url = `${first}&cursor=${page.nextCursor}`;
		}
	}),
};
