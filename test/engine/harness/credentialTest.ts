/** Tests a credential as n8n does when a user saves it. */
import './instance';
import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunction,
	ICredentialTestRequest,
	INode,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';
import get from 'lodash/get';
import { additionalDataOf } from './additionalData';
import { withDefaults } from './credentials';
import { inInstance } from './instance';
import { actionNode, credentialTypeOf, nodeTypesOf, triggerNode } from './nodeTypes';
import type { OwnTypes } from './nodeTypes';

interface Options extends OwnTypes {
	/** The credential type, ours unless given. */
	type?: string;
	/** Node types that may bring the test along (`testedBy`), ours unless given. */
	testedIn?: string[];
}

type Test = ICredentialTestFunction | { testRequest: ICredentialTestRequest; nodeType?: INodeType };

/** The credential's own `test` request; otherwise what the first node that names it tests it by. */
function testOf(options: Options, typeName: string): Test | undefined {
	const { test } = credentialTypeOf(options, typeName);
	if (test !== undefined) return { testRequest: test };
	const nodeTypes = nodeTypesOf(options);
	for (const name of options.testedIn ?? [actionNode, triggerNode]) {
		const nodeType = nodeTypes.getByNameAndVersion(name);
		const use = nodeType.description.credentials?.find((one) => one.name === typeName);
		if (typeof use?.testedBy === 'string') return nodeType.methods?.credentialTest?.[use.testedBy];
		if (use?.testedBy !== undefined) return { nodeType, testRequest: use.testedBy };
	}
	return undefined;
}

interface RequestError {
	message: string;
	cause?: { response?: { status: number; statusText: string }; code?: string };
}

/** What the user reads after a test request failed: a rule's words, or the status, or the error's. */
function refusalOf(
	{ cause, message }: RequestError,
	{ rules = [] }: ICredentialTestRequest,
): string {
	if (cause?.response === undefined) return cause?.code ?? message;
	const { status, statusText } = cause.response;
	const rule = rules.find(
		({ type, properties }) => type === 'responseCode' && properties.value === status,
	);
	if (rule !== undefined) return rule.properties.message;
	if (status >= 199 && status <= 299) return message;
	return statusText || `Received HTTP status code: ${status}`;
}

/** Sends a test request through n8n's declarative routing and judges the answer by its rules. */
async function request(
	options: Options,
	typeName: string,
	credential: ICredentialsDecrypted,
	{ testRequest, nodeType }: { testRequest: ICredentialTestRequest; nodeType?: INodeType },
): Promise<INodeCredentialTestResult> {
	const base = nodeType ?? nodeTypesOf(options).getByNameAndVersion('n8n-nodes-base.noOp');
	const tested: INodeType = {
		description: {
			...base.description,
			credentials: [{ name: typeName, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: testRequest.request },
				},
			],
		},
	};
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: base.description.name,
		typeVersion: [base.description.version].flat().at(-1) ?? 1,
		position: [0, 0],
		parameters: {},
		credentials: { [typeName]: { id: credential.id, name: credential.name } },
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({ nodes: { [node.type]: tested } }),
	});
	const additionalData = additionalDataOf({
		...options,
		credentials: { [credential.id]: credential.data ?? {} },
	});
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	let answer: unknown;
	try {
		const output = await new RoutingNode(context, tested, credential).runNode();
		answer = (Array.isArray(output) ? output : [])[0]?.[0]?.json;
	} catch (error) {
		return { status: 'Error', message: refusalOf(error as RequestError, testRequest) };
	}
	const broken = testRequest.rules?.find(
		({ type, properties }) =>
			type === 'responseSuccessBody' &&
			get(answer, (properties as { key: string }).key) === properties.value,
	);
	if (broken !== undefined) return { status: 'Error', message: broken.properties.message };
	return { status: 'OK', message: 'Connection successful!' };
}

/**
 * Runs a credential type's test on plain data, over real HTTP: the type's `test` request with its rules,
 * or the function or request that a node's `testedBy` names. The result is what the user sees.
 */
export async function credentialTest(
	data: ICredentialDataDecryptedObject,
	options: Options = {},
): Promise<INodeCredentialTestResult> {
	const typeName = options.type ?? 'customerRelationshipApi';
	return await inInstance({ logs: [] }, async () => {
		const test = testOf(options, typeName);
		if (test === undefined) {
			return { status: 'Error', message: 'No testing function found for this credential.' };
		}
		const credential: ICredentialsDecrypted = {
			id: typeName,
			name: typeName,
			type: typeName,
			data: withDefaults(options, typeName, data, 'internal'),
		};
		if (typeof test !== 'function') return await request(options, typeName, credential, test);
		const context = new CredentialTestContext(additionalDataOf(options));
		return await test.call(context, credential);
	});
}
