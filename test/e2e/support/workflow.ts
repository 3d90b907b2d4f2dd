/** Workflows as tests write them down: nodes by their names, and the arrows between them. */
import { randomUUID } from 'node:crypto';

import type { RealN8n } from './realN8n';

export const PACKAGE = 'n8n-nodes-customer-relationship';
export const ACTION = `${PACKAGE}.customerRelationship`;

export interface Node {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: object;
	credentials?: object;
	onError?: string;
	webhookId?: string;
}
/** An arrow from one node's output to another node, of a kind other than `main` where it says so. */
export type Arrow = [from: string, to: string, output?: number, kind?: string];

/** What a node names its credentials by. */
export type Credentials = Record<string, { id: string; name: string }>;

/** Stores a credential. */
export async function credential(n8n: RealN8n, type: string, data: object): Promise<Credentials> {
	const name = `Of a test: ${type}`;
	const { id } = await n8n.rest.send<{ id: string }>('POST', '/credentials', { name, type, data });
	return { [type]: { id, name } };
}

/** Stores a credential of ours, the manager's. */
export async function account(n8n: RealN8n): Promise<Credentials> {
	const { baseUrl, tokens } = n8n.service;
	const data = { baseUrl, accessToken: tokens.manager };
	return await credential(n8n, 'customerRelationshipApi', data);
}

/** Stores a workflow, switched off. @returns its ID */
export async function workflowOf(
	n8n: RealN8n,
	nodes: Node[],
	arrows: Arrow[],
	pinData = {},
): Promise<string> {
	const connections: Record<string, Record<string, object[][]>> = {};
	for (const [from, node, output = 0, type = 'main'] of arrows) {
		const outputs = ((connections[from] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]!.push({ node, type, index: 0 });
	}
	const placed = nodes.map((node, index) => ({
		...{ typeVersion: 1, parameters: {}, id: randomUUID(), position: [index * 200, 0] },
		...node,
	}));
	const settings = { executionOrder: 'v1' };
	const { id } = await n8n.rest.createWorkflow({
		...{ name: 'Of a test', nodes: placed, connections, settings, pinData },
	});
	return id;
}

const MANUAL = 'n8n-nodes-base.manualTrigger';

/** Begins a workflow by hand, with an item for each of these values, `{ name: value }`. */
export const itemsOf = (name: string, values: unknown[]): Node[] => [
	{ name: 'Start', type: MANUAL },
	{
		...{ name: 'List', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ [name]: values }) },
	},
	{ name: 'Items', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: name } },
];
export const toItems: Arrow[] = [
	['Start', 'List'],
	['List', 'Items'],
];
