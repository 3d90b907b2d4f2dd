/**
 * A worker of n8n as a process of its own, to be killed in the middle of its work:
 * `node --import tsx workerProcess.ts '{ workflow, options }'`.
 */
import { runWorkflow, type RunOptions, type WorkflowJson } from '../../support/engine';

export interface Job {
	workflow: WorkflowJson;
	options: RunOptions;
}

async function main({ workflow, options }: Job): Promise<void> {
	const run = await runWorkflow(workflow, options);
	if (run.error) throw new Error(run.error.message);
}

void main(JSON.parse(process.argv[2] as string) as Job);
