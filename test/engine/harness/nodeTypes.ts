/** Where the engine finds node and credential types: our sources, the stand-ins, a test's own. */
import { createRequire } from 'node:module';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { builtInNodes } from './builtInNodes';

const packageName = 'n8n-nodes-customer-relationship';
/** The full type names under which n8n knows our published nodes. */
export const actionNode = `${packageName}.customerRelationship`;
export const triggerNode = `${packageName}.customerRelationshipTrigger`;

/** Loaded on first use: a test of one node does not pay for the other. */
const load = createRequire(__filename);
const sources: Record<string, [path: string, className: string]> = {
	[actionNode]: [
		'../../../nodes/CustomerRelationship/CustomerRelationship.node',
		'CustomerRelationship',
	],
	[triggerNode]: [
		'../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node',
		'CustomerRelationshipTrigger',
	],
	customerRelationshipApi: [
		'../../../credentials/CustomerRelationshipApi.credentials',
		'CustomerRelationshipApi',
	],
};
const loaded = new Map<string, unknown>();
function fromSource(name: string): unknown {
	const source = sources[name];
	if (source !== undefined && !loaded.has(name)) {
		const [path, className] = source;
		loaded.set(name, new (load(path) as Record<string, new () => unknown>)[className]!());
	}
	return loaded.get(name);
}

/** Types that a test brings along, next to ours and the stand-ins. */
export interface OwnTypes {
	/** Node types by full type name, e.g. `test.echo`. */
	nodes?: Record<string, INodeType | IVersionedNodeType>;
	credentialTypes?: ICredentialType[];
}

/** The node types of a run. An unknown name is an error that says what there is. */
export function nodeTypesOf({ nodes = {} }: OwnTypes): INodeTypes {
	const getByName = (name: string) => {
		const type = nodes[name] ?? builtInNodes[name] ?? (fromSource(name) as INodeType | undefined);
		if (type !== undefined) return type;
		const known = [...Object.keys(nodes), actionNode, triggerNode, ...Object.keys(builtInNodes)];
		throw new Error(`The engine harness has no node type "${name}", only: ${known.join(', ')}`);
	};
	return {
		getByName,
		getByNameAndVersion: (name, version) =>
			NodeHelpers.getVersionedNodeType(getByName(name), version),
		getKnownTypes: () => ({}),
	};
}

/** A credential type by its name. Throws for one that neither we nor the test brought. */
export function credentialTypeOf({ credentialTypes = [] }: OwnTypes, name: string): ICredentialType {
	const type =
		credentialTypes.find((one) => one.name === name) ??
		(fromSource(name) as ICredentialType | undefined);
	if (type === undefined) throw new Error(`The engine harness has no credential type "${name}"`);
	return type;
}
