/** What n8n hands to every execution beside the workflow itself. */
import './instance';
import { ExternalSecretsProxy } from 'n8n-core';
import { Container } from '@n8n/di';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { PlainCredentialsHelper, type PlainCredentials } from './credentials';
import type { OwnTypes } from './nodeTypes';

/** The environment of a run that every entry point of the harness takes. */
export interface Environment extends OwnTypes {
	credentials?: PlainCredentials;
	/** What `getInstanceId()` answers: two installations differ in it. */
	instanceId?: string;
}

const absent = (what: string) => async () => {
	throw new Error(`The engine harness has no ${what}`);
};

/** Where this n8n would be reached. */
const URL_OF_N8N = 'http://127.0.0.1:5678/';

/** Additional data with the harness's credentials. */
export function additionalDataOf(environment: Environment): IWorkflowExecuteAdditionalData {
	return {
		currentNodeExecutionIndex: 0,
		credentialsHelper: new PlainCredentialsHelper(environment.credentials ?? {}),
		executeWorkflow: absent('sub-workflow here'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: absent('task runner: Code nodes cannot run'),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		restApiUrl: `${URL_OF_N8N}rest`,
		instanceBaseUrl: URL_OF_N8N,
		formBaseUrl: `${URL_OF_N8N}form`,
		formTestBaseUrl: `${URL_OF_N8N}form-test`,
		formWaitingBaseUrl: `${URL_OF_N8N}form-waiting`,
		webhookBaseUrl: `${URL_OF_N8N}webhook`,
		webhookTestBaseUrl: `${URL_OF_N8N}webhook-test`,
		webhookWaitingBaseUrl: `${URL_OF_N8N}webhook-waiting`,
		mcpBaseUrl: `${URL_OF_N8N}mcp`,
		mcpTestBaseUrl: `${URL_OF_N8N}mcp-test`,
		variables: {},
		logAiEvent: () => {},
	};
}
