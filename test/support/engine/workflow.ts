/** Makes workflow JSON, exported from n8n or written in a test, into a workflow that can run. */
import { randomInt } from 'node:crypto';
import {
	type IConnections,
	type INode,
	type INodeTypes,
	type IWorkflowBase,
	type IWorkflowSettings,
	deepCopy,
	NodeConnectionTypes,
} from 'n8n-workflow';
import type { Environment } from './additionalData';
import { nodeTypesOf } from './nodeTypes';

/** A node as a test writes it: only what matters to the test, plus its type. */
export type NodeJson = Partial<Omit<INode, 'type'>> & { type: string };

/** A workflow as n8n exports it; only `nodes` and `connections` are needed. */
export interface WorkflowJson {
	id?: string;
	name?: string;
	nodes: NodeJson[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	[property: string]: unknown;
}

/** An arrow of the canvas: from an output (0 by default) of one node to another node. */
export interface Arrow {
	from: string;
	output?: number;
	to: string;
}

/** A node type's name without its package: what a node is called when a test gave no name. */
const shortName = (type: string) => type.slice(type.lastIndexOf('.') + 1);

/** Workflow JSON of nodes in a row, plus further arrows. */
export function line(nodes: NodeJson[], arrows: Arrow[] = []): WorkflowJson {
	const named = nodes.map((node) => ({ ...node, name: node.name ?? shortName(node.type) }));
	const steps = named.slice(1).map((node, index) => ({ from: named[index]!.name, to: node.name }));
	return { nodes: named, connections: connect([...steps, ...arrows]) };
}

/** n8n's `connections` for a list of arrows. */
export function connect(arrows: Arrow[]): IConnections {
	const connections: IConnections = {};
	for (const { from, output = 0, to } of arrows) {
		const outputs = ((connections[from] ??= {}).main ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type: NodeConnectionTypes.Main, index: 0 });
	}
	return connections;
}

/** A number as text, as n8n's execution ids are, that no other run of the tests is likely to have. */
export const freshId = () => String(randomInt(1_000_000, 2 ** 47));

/** A node that needs a credential and refers to none takes the one given for that credential's type. */
function withCredentials(node: INode, environment: Environment, nodeTypes: INodeTypes): INode {
	const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	for (const { name } of description.credentials ?? []) {
		if (node.credentials?.[name] !== undefined || environment.credentials?.[name] === undefined) {
			continue;
		}
		node.credentials = { ...node.credentials, [name]: { id: name, name } };
	}
	return node;
}

/** Completes workflow JSON to what n8n has in its database. */
export function storedWorkflow(json: WorkflowJson, environment: Environment): IWorkflowBase {
	const nodeTypes = nodeTypesOf(environment);
	const copy = deepCopy(json);
	const nodes = copy.nodes.map((node, index) => {
		const type = nodeTypes.getByName(node.type);
		const { version } = nodeTypes.getByNameAndVersion(node.type).description;
		const newest = 'nodeVersions' in type ? type.currentVersion : [version].flat().at(-1);
		return withCredentials(
			{
				id: `node-${index}`,
				name: shortName(node.type),
				typeVersion: newest ?? 1,
				position: [200 * index, 0],
				parameters: {},
				...node,
			},
			environment,
			nodeTypes,
		);
	});
	return {
		active: true,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		...copy,
		id: copy.id ?? freshId(),
		name: copy.name ?? 'Workflow under test',
		nodes,
		settings: { executionOrder: 'v1', ...copy.settings },
	};
}
