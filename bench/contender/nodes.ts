/** Loads node types of a real n8n and of the built package, with one n8n-workflow for both and the engine; adds a bare helper. */
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { repository } from '../../playground/folders';
import { actionNode } from '../../test/support/engine';

/** @param n8nModules `node_modules` of a real n8n */
export function nodesOf(n8nModules: string): Record<string, INodeType> {
	// Errors and helpers are compared by class, and classes of two copies of n8n-workflow differ.
	const parentURL = pathToFileURL(__filename).href;
	registerHooks({
		resolve: (specifier, context, next) =>
			next(specifier, specifier === 'n8n-workflow' ? { ...context, parentURL } : context),
	});
	const load = createRequire(__filename);
	const made = (folder: string, file: string, name: string): INodeType => {
		const types = load(join(folder, 'dist', 'nodes', file, `${name}.node.js`));
		return new (types as Record<string, new () => INodeType>)[name]!();
	};
	const base = join(n8nModules, 'n8n-nodes-base');
	return {
		[actionNode]: made(repository, 'CustomerRelationship', 'CustomerRelationship'),
		'n8n-nodes-base.httpRequest': made(base, 'HttpRequest', 'HttpRequest'),
		'n8n-nodes-base.splitOut': made(base, 'Transform/SplitOut', 'SplitOut'),
		'n8n-nodes-base.splitInBatches': made(base, 'SplitInBatches', 'SplitInBatches'),
		'bench.helper': bare(getEach),
		'bench.helperList': bare(getAllPages),
	};
}

/** A node that only calls n8n's http helper. Its time is what n8n itself costs. */
const bare = (run: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>): INodeType => ({
	description: {
		...{ displayName: 'Helper', name: 'helper', description: 'Calls the http helper', version: 1 },
		group: ['transform'],
		defaults: { name: 'Helper' },
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

/** Gets the `url` of each item, at most `parallel` at once. */
async function getEach(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const results: INodeExecutionData[] = [];
	const count = context.getInputData().length;
	let next = 0;
	const lane = async () => {
		while (next < count) {
			const item = next++;
			const json = await get<IDataObject>(context, urlOf(context, item));
			results[item] = { json, pairedItem: { item } };
		}
	};
	const parallel = context.getNodeParameter('parallel', 0) as number;
	await Promise.all(Array.from({ length: parallel }, lane));
	return results;
}

/** Gets all pages of the list at `url`, one item for each record. */
async function getAllPages(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const results: INodeExecutionData[] = [];
	const first = urlOf(context, 0);
	for (let url = first; ;) {
		const page = await get<{ data: IDataObject[]; nextCursor: string | null }>(context, url);
		for (const json of page.data) results.push({ json, pairedItem: { item: 0 } });
		if (page.nextCursor === null) return results;
		url = `${first}&cursor=${page.nextCursor}`;
	}
}
