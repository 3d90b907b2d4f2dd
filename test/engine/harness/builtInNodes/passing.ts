/** Stand-ins for n8n's nodes that change nothing: No Operation and the sticky note. */
import type { IExecuteFunctions, INodeType, NodeConnectionType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

const passing = (name: string, connections: NodeConnectionType[]): INodeType => ({
	description: {
		displayName: name,
		name,
		group: ['organization'],
		version: 1,
		description: `Stands in for n8n-nodes-base.${name}`,
		defaults: { name },
		inputs: connections,
		outputs: connections,
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
});

export const noOp = passing('noOp', [NodeConnectionTypes.Main]);
export const stickyNote = passing('stickyNote', []);
