/** Fills a searchable dropdown the way the editor asks for it. */
import { inInstance, type LogEntry } from './instance';
import { LoadOptionsContext } from 'n8n-core';
import {
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
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
	const { parameters = {}, filter, paginationToken, instanceId: id, logs = [] } = options;
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
	const page = methods?.listSearch?.[method];
	if (page === undefined) throw new Error(`${nodeType} has no listSearch method "${method}"`);
	return await inInstance({ id, logs }, () => page.call(context, filter, paginationToken));
}
