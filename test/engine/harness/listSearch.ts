/** Fills a node's dropdowns the way the editor asks for them. */
import './instance';
import { LoadOptionsContext } from 'n8n-core';
import type {
	INode,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { additionalDataOf } from './additionalData';
import type { Environment } from './additionalData';
import { inInstance } from './instance';
import type { LogEntry } from './instance';
import { nodeTypesOf } from './nodeTypes';

interface Options extends Environment {
	/** What the user has filled in so far: methods read it with `getCurrentNodeParameter`. */
	parameters?: INodeParameters;
	/** Path of the field that opens, e.g. `parameters.contactId`; `&` in method paths is relative to it. */
	path?: string;
	typeVersion?: number;
	/** Receives what the method logs. */
	logs?: LogEntry[];
}

/** The context that n8n calls a dropdown's method with, and the node type that has the method. */
function contextOf(nodeType: string, options: Options) {
	const nodeTypes = nodeTypesOf(options);
	const type = nodeTypes.getByNameAndVersion(nodeType, options.typeVersion);
	const names = (type.description.credentials ?? [])
		.map(({ name }) => name)
		.filter((name) => options.credentials?.[name] !== undefined);
	const node: INode = {
		id: 'uuid-1234',
		name: 'Temp-Node',
		type: nodeType,
		typeVersion: options.typeVersion ?? [type.description.version].flat().at(-1) ?? 1,
		position: [0, 0],
		parameters: options.parameters ?? {},
		credentials: Object.fromEntries(names.map((name) => [name, { id: name, name }])),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataOf(options);
	additionalData.currentNodeParameters = options.parameters ?? {};
	const temporary = workflow.nodes[node.name]!;
	const path = options.path ?? '';
	return { type, context: new LoadOptionsContext(workflow, temporary, additionalData, path) };
}

const missing = (node: string, kind: string, method: string) =>
	new Error(`${node} has no ${kind} method "${method}"`);

/**
 * One page of a searchable dropdown: `filter` is what the user typed, `paginationToken` what the page
 * before gave. Rejects with what the editor shows in the dropdown.
 */
export async function listSearch(
	node: string,
	method: string,
	options: Options & { filter?: string; paginationToken?: string } = {},
): Promise<INodeListSearchResult> {
	const { type, context } = contextOf(node, options);
	const search = type.methods?.listSearch?.[method];
	if (search === undefined) throw missing(node, 'listSearch', method);
	return await inInstance({ id: options.instanceId, logs: options.logs ?? [] }, async () => {
		const result = await search.call(context, options.filter, options.paginationToken);
		const token: unknown = result.paginationToken;
		return typeof token === 'number' ? { ...result, paginationToken: String(token) } : result;
	});
}

/** The entries of a plain dropdown (`loadOptionsMethod`). Rejects with what the editor shows. */
export async function loadOptions(
	node: string,
	method: string,
	options: Options = {},
): Promise<INodePropertyOptions[]> {
	const { type, context } = contextOf(node, options);
	const load = type.methods?.loadOptions?.[method];
	if (load === undefined) throw missing(node, 'loadOptions', method);
	return await inInstance(
		{ id: options.instanceId, logs: options.logs ?? [] },
		async () => await load.call(context),
	);
}
