/** n8n's credential store and authentication, with plain data in place of the encrypted database. */
import { Credentials } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeParameters,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
	ICredentialsHelper,
	NodeHelpers,
} from 'n8n-workflow';
import { credentialTypeOf } from './nodeTypes';

/**
 * Plain credential data: by the id or the name that a node refers to, or by credential type for every
 * node that wants one of that type.
 */
export type PlainCredentials = Record<string, ICredentialDataDecryptedObject>;

const notInHarness = (what: string) => new Error(`The engine harness does not ${what}`);

/** Adds the credential type's defaults and resolves expressions in its values, as n8n does on reading. */
export function withDefaults(
	typeName: string,
	data: ICredentialDataDecryptedObject,
	mode: WorkflowExecuteMode,
	values?: ICredentialsExpressionResolveValues,
): ICredentialDataDecryptedObject {
	const { properties } = credentialTypeOf(typeName);
	const complete = NodeHelpers.getNodeParameters(
		properties,
		data as INodeParameters,
		true,
		false,
		null,
		null,
	) as INodeParameters;
	if (values === undefined) return complete as ICredentialDataDecryptedObject;
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

/** Replaces n8n's CredentialsHelper in an execution's additional data. */
export class PlainCredentialsHelper extends ICredentialsHelper {
	constructor(private readonly store: PlainCredentials) {
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

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(typeName: string) {
		return credentialTypeOf(typeName).properties;
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
		return raw === true ? data : withDefaults(type, data, mode, values);
	}

	/** Adds the credential to a request with its type's own function. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = credentialTypeOf(typeName);
		if (typeof authenticate !== 'function') throw notInHarness('apply a declared credential');
		return await authenticate(credentials, request as IHttpRequestOptions);
	}

	/** No credential type of ours fetches a token first. */
	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async updateCredentials(): Promise<void> {
		throw notInHarness('change credentials');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw notInHarness('change credentials');
	}
}
