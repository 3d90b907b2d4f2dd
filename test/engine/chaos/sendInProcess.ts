/**
 * A worker of n8n as a process of its own, to be killed in the middle of its work:
 * `node --import tsx sendInProcess.ts '{ baseUrl, accessToken, executionId, instanceId, items }'`.
 */
import { runWorkflow } from '../harness';
import { customers, templateSends } from './workflows';

export interface Job {
	baseUrl: string;
	accessToken: string;
	executionId: string;
	instanceId: string;
	items: number;
}

async function main({ baseUrl, accessToken, executionId, instanceId, items }: Job): Promise<void> {
	const run = await runWorkflow(templateSends({ id: 'the-same-node' }, 'the-same-workflow'), {
		inputData: customers(items),
		credentials: { customerRelationshipApi: { baseUrl, accessToken, signingSecret: '' } },
		executionId,
		instanceId,
	});
	if (run.error) throw new Error(run.error.message);
}

void main(JSON.parse(process.argv[2] as string) as Job);
