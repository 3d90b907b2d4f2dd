/** A process of its own that runs workflows, as n8n's workers do, until somebody kills it. */
import { runWorkflow, type RunOptions, type WorkflowJson } from '../../support/engine';

export interface Job {
	workflow: WorkflowJson;
	options: RunOptions;
}

process.on('message', ({ workflow, options }: Job) => {
	void runWorkflow(workflow, options).then(({ status, error }) =>
		process.send!({ status, error: error?.message }),
	);
});
process.on('disconnect', () => process.exit());
process.send!('ready');
