/** Fills a searchable dropdown, or a mapper's list of columns, the way the editor asks for it. */
import { inInstance, type LogEntry } from './instance';
import { LoadOptionsContext } from 'n8n-core';
import {
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type ResourceMapperFields,
	Workflow,
} from 'n8n-workflow';
import { additionalDataOf, type Environment } from './additionalData';
import { nodeTypesOf } from './nodeTypes';
import { storedWorkflow } from './workflow';

interface Options extends Environment {
	/** What the user has filled in so far: methods read it with `getCurrentNodeParameter`. */
	parameters?: INodeParameters;
	/** What the user typed. */
	filter?: string;
	/** What the page before gave. */
	paginationToken?: string;
	/** Receives what the method logs. */
	logs?: LogEntry[];
}

/** One page of a dropdown. Rejects with what the editor shows in it. */
export async function listSearch(
	nodeType: string,
	method: string,
	options: Options = {},
): Promise<INodeListSearchResult> {
	const { filter, paginationToken, instanceId: id, logs = [] } = options;
	const { methods, context } = opened(nodeType, options);
	const page = methods?.listSearch?.[method];
	if (page === undefined) throw new Error(`${nodeType} has no listSearch method "${method}"`);
	return await inInstance({ id, logs }, () => page.call(context, filter, paginationToken));
}

/** The columns of a mapper, and the notice above them. */
export async function resourceMapping(
	nodeType: string,
	method: string,
	options: Options = {},
): Promise<ResourceMapperFields> {
	const { instanceId: id, logs = [] } = options;
	const { methods, context } = opened(nodeType, options);
	const columns = methods?.resourceMapping?.[method];
	if (columns === undefined) throw new Error(`${nodeType} has no mapping method "${method}"`);
	return await inInstance({ id, logs }, () => columns.call(context));
}

/** A node whose panel is open. */
function opened(nodeType: string, options: Options) {
	const { parameters = {} } = options;
	const nodeTypes = nodeTypesOf(options);
	const { methods } = nodeTypes.getByNameAndVersion(nodeType) as INodeType;
	const { nodes } = storedWorkflow(
		{ nodes: [{ type: nodeType, name: 'Node', parameters }], connections: {} },
		options,
	);
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataOf(options);
	additionalData.currentNodeParameters = parameters;
	const context = new LoadOptionsContext(workflow, workflow.nodes.Node!, additionalData, '');
	return { methods, context };
}
