/** What n8n hands to every execution beside the workflow itself. */
import './instance';
import { ExternalSecretsProxy } from 'n8n-core';
import { Container } from '@n8n/di';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { PlainCredentialsHelper } from './credentials';
import type { PlainCredentials } from './credentials';
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

/** Additional data with the harness's credentials; `n8nUrl` is where this n8n would be reached. */
export function additionalDataOf(
	environment: Environment,
	n8nUrl = 'http://127.0.0.1:5678/',
): IWorkflowExecuteAdditionalData {
	return {
		currentNodeExecutionIndex: 0,
		credentialsHelper: new PlainCredentialsHelper(environment.credentials ?? {}),
		executeWorkflow: absent('sub-workflow here'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		startRunnerTask: absent('task runner: Code nodes cannot run'),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		restApiUrl: `${n8nUrl}rest`,
		instanceBaseUrl: n8nUrl,
		formBaseUrl: `${n8nUrl}form`,
		formTestBaseUrl: `${n8nUrl}form-test`,
		formWaitingBaseUrl: `${n8nUrl}form-waiting`,
		webhookBaseUrl: `${n8nUrl}webhook`,
		webhookTestBaseUrl: `${n8nUrl}webhook-test`,
		webhookWaitingBaseUrl: `${n8nUrl}webhook-waiting`,
		mcpBaseUrl: `${n8nUrl}mcp`,
		mcpTestBaseUrl: `${n8nUrl}mcp-test`,
		variables: {},
		logAiEvent: () => {},
	};
}
