/** Where the engine finds node and credential types: our sources, the stand-ins, a test's own. */
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { CustomerRelationshipApi } from '../../../credentials/CustomerRelationshipApi.credentials';
// With their ending: without it Node would take the codex file beside them, `….node.json`.
import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node.ts';
import { CustomerRelationshipTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node.ts';
import { builtInNodes } from './builtInNodes';

const packageName = 'n8n-nodes-customer-relationship';
/** The full type names under which n8n knows our published nodes. */
export const actionNode = `${packageName}.customerRelationship`;
export const triggerNode = `${packageName}.customerRelationshipTrigger`;

const ours: Record<string, INodeType> = {
	[actionNode]: new CustomerRelationship(),
	[triggerNode]: new CustomerRelationshipTrigger(),
};
const ourCredentialTypes: ICredentialType[] = [new CustomerRelationshipApi()];

/** Types that a test brings along, next to ours and the stand-ins. */
export interface OwnTypes {
	/** Node types by full type name, e.g. `test.echo`. */
	nodes?: Record<string, INodeType | IVersionedNodeType>;
	credentialTypes?: ICredentialType[];
}

/** The node types of a run. An unknown name is an error that says what there is. */
export function nodeTypesOf({ nodes = {} }: OwnTypes): INodeTypes {
	const known = { ...builtInNodes, ...ours, ...nodes };
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

/** A credential type by its name. Throws for one that neither we nor the test brought. */
export function credentialTypeOf(
	{ credentialTypes = [] }: OwnTypes,
	name: string,
): ICredentialType {
	const type = [...credentialTypes, ...ourCredentialTypes].find((one) => one.name === name);
	if (type === undefined) throw new Error(`The engine harness has no credential type "${name}"`);
	return type;
}
