/** The node and credential types that the engine finds: those of our sources, those of a test, and the start node. */
import {
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
	NodeConnectionTypes,
	NodeHelpers,
} from 'n8n-workflow';
import { CustomerRelationshipApi } from '../../../credentials/CustomerRelationshipApi.credentials';
// With their extension: without it Node would load the codex file beside them, `….node.json`.
import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node.ts';
import { CustomerRelationshipChangesTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node.ts';
import { CustomerRelationshipTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node.ts';

const packageName = 'n8n-nodes-customer-relationship';
/** The full type names under which n8n knows our published nodes. */
export const actionNode = `${packageName}.customerRelationship`;
/** The action node as n8n makes an AI agent's tool of it. */
export const toolNode = `${actionNode}Tool`;
export const triggerNode = `${packageName}.customerRelationshipTrigger`;
export const changesNode = `${packageName}.customerRelationshipChangesTrigger`;

/**
 * The first node of a run: puts out the items that the run gets, or its own `items`. n8n's own nodes are
 * for the end-to-end tests.
 */
export const startNode = 'test.start';
const start: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['trigger'],
		version: 1,
		description: 'Puts out the items that a run is given',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [{ displayName: 'Items', name: 'items', type: 'json', default: '' }],
	},
	async execute(this: IExecuteFunctions) {
		const own = this.getNodeParameter('items', 0, '') as IDataObject[] | '';
		return [own === '' ? this.getInputData() : own.map((json) => ({ json }))];
	},
};

const tool: INodeType = new CustomerRelationship();
tool.description = { ...tool.description, name: `${tool.description.name}Tool` };

const always: Record<string, INodeType> = {
	[startNode]: start,
	[actionNode]: new CustomerRelationship(),
	[toolNode]: tool,
	[triggerNode]: new CustomerRelationshipTrigger(),
	[changesNode]: new CustomerRelationshipChangesTrigger(),
};
const ourCredentialType: ICredentialType = new CustomerRelationshipApi();

/** Node types that a test adds. */
export interface OwnTypes {
	/** Node types by full type name, e.g. `test.echo`. */
	nodes?: Record<string, INodeType | IVersionedNodeType>;
}

/** The node types of a run. An unknown name is an error that says what there is. */
export function nodeTypesOf({ nodes = {} }: OwnTypes): INodeTypes {
	const known = { ...always, ...nodes };
	const getByName = (name: string) => {
		const type = known[name];
		if (type !== undefined) return type;
		const names = Object.keys(known).join(', ');
		throw new Error(`The engine harness has no node type "${name}", only: ${names}`);
	};
	return {
		getByName,
		getByNameAndVersion: (name, version) =>
			NodeHelpers.getVersionedNodeType(getByName(name), version),
		getKnownTypes: () => ({}),
	};
}

/** A credential type by its name. Throws for one that is not ours. */
export function credentialTypeOf(name: string): ICredentialType {
	if (name === ourCredentialType.name) return ourCredentialType;
	throw new Error(`The engine harness has no credential type "${name}"`);
}
