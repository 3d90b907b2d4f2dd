/** n8n's credential store and authentication, with plain data in place of the encrypted database. */
import { Credentials } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IDataObject,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper, isExpression, NodeHelpers, Workflow } from 'n8n-workflow';
import { credentialTypeOf, nodeTypesOf } from './nodeTypes';
import type { OwnTypes } from './nodeTypes';

/**
 * Plain credential data: by the id or the name that a node refers to, or by credential type for every
 * node that wants one of that type.
 */
export type PlainCredentials = Record<string, ICredentialDataDecryptedObject>;

const notInHarness = (what: string) => new Error(`The engine harness does not ${what}`);

/** A workflow of nothing, to evaluate a credential's own expressions in. */
function emptyWorkflow(): { workflow: Workflow; node: INode } {
	const node: INode = {
		id: 'credential',
		name: 'Credential',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({}),
	});
	return { workflow, node };
}

/** Adds the credential type's defaults and resolves expressions in its values, as n8n does on reading. */
export function withDefaults(
	types: OwnTypes,
	typeName: string,
	data: ICredentialDataDecryptedObject,
	mode: WorkflowExecuteMode,
	values?: ICredentialsExpressionResolveValues,
): ICredentialDataDecryptedObject {
	const { properties } = credentialTypeOf(types, typeName);
	const complete = NodeHelpers.getNodeParameters(
		properties,
		data as INodeParameters,
		true,
		false,
		null,
		null,
	) as INodeParameters;
	if (values !== undefined) {
		return values.workflow.expression.getParameterValue(
			complete,
			values.runExecutionData,
			values.runIndex,
			values.itemIndex,
			values.node.name,
			values.connectionInputData,
			mode,
			{},
			undefined,
			false,
			complete,
		) as ICredentialDataDecryptedObject;
	}
	const { workflow, node } = emptyWorkflow();
	return workflow.expression.getComplexParameterValue(
		node,
		complete,
		mode,
		{},
		undefined,
		undefined,
		complete,
	) as ICredentialDataDecryptedObject;
}

/** Stands where n8n keeps its CredentialsHelper in an execution's additional data. */
export class PlainCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly store: PlainCredentials,
		private readonly types: OwnTypes,
	) {
		super();
	}

	/** The stored data for a node's reference. Throws n8n's "not found" message when there is none. */
	private find(
		{ id, name }: INodeCredentialsDetails,
		type: string,
	): ICredentialDataDecryptedObject {
		const data = this.store[id ?? ''] ?? this.store[name] ?? this.store[type];
		if (data === undefined) {
			throw new Error(`Credential with ID "${id}" does not exist for type "${type}".`);
		}
		return data;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(typeName: string, nodeType: string): boolean {
		const type = credentialTypeOf(this.types, typeName);
		return type.restrictToSupportedNodes !== true || (type.supportedNodes ?? []).includes(nodeType);
	}

	getCredentialsProperties(typeName: string) {
		return credentialTypeOf(this.types, typeName).properties;
	}

	async getCredentials(details: INodeCredentialsDetails, type: string) {
		const credentials = new Credentials({ id: details.id, name: details.name }, type);
		await credentials.setData(this.find(details, type));
		return credentials;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		_executeData?: IExecuteData,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	) {
		const data = this.find(details, type);
		return raw === true ? data : withDefaults(this.types, type, data, mode, values);
	}

	/** Puts the credential into a request: by its function, or by its `generic` properties. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		incoming: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const request = incoming as IHttpRequestOptions;
		const { authenticate } = credentialTypeOf(this.types, typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, request);
		if (authenticate === undefined) return request;
		if (workflow === undefined || node === undefined) {
			throw new Error('A declarative credential needs the workflow and the node');
		}
		const resolve = (text: string) =>
			isExpression(text)
				? String(
						workflow.expression.getSimpleParameterValue(
							node,
							text,
							'internal',
							{ $credentials: credentials },
							undefined,
							'',
						) || '',
					)
				: text;
		request.headers ??= {};
		const parts = request as unknown as Record<string, IDataObject | undefined>;
		for (const [part, entries] of Object.entries(authenticate.properties)) {
			for (const [key, value] of Object.entries(entries as Record<string, string>)) {
				(parts[part] ??= {})[resolve(key)] = resolve(value);
			}
		}
		return request;
	}

	/** No credential type of ours fetches a token first. */
	async preAuthentication(
		_helpers: IHttpRequestHelper,
		_credentials: ICredentialDataDecryptedObject,
		typeName: string,
	) {
		return await this.runPreAuthentication(_helpers, _credentials, typeName);
	}

	async runPreAuthentication(
		_helpers: IHttpRequestHelper,
		_credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		if (credentialTypeOf(this.types, typeName).preAuthentication === undefined) return undefined;
		throw notInHarness('run a credential type’s preAuthentication');
	}

	async updateCredentials(): Promise<void> {
		throw notInHarness('change credentials');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw notInHarness('change credentials');
	}
}
