import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { workflowOrAgentCaller } from './caller';
import { ledgerOf } from './ledger/ledger';
import { NodeParameters } from './nodeParameters';
import { NodeRun } from './nodeRun';
import { prepareItems } from './prepare/prepareItems';
import { ProgressLogger } from './progress';
import { hintsOf, showHints } from './report/hints';
import { outputOf } from './report/output';
import { assertRunSucceeded } from './report/runError';
import { RequestSender } from './requestSender';
import { createSendRules } from './rules/sendRules';
import { runItems } from './run/runItems';

/**
 * Runs the chosen operation for every input item, in three acts: items are prepared before anything is
 * written, then carried out, then reported in the input's order. With *On Error: Continue* failed items are
 * output, and only the user's stop makes the node throw; otherwise any failure does.
 * @throws NodeApiError or NodeOperationError of what ended the run, with the report on all items if the
 *   operation writes
 */
export async function executeItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const ledger = ledgerOf(context);
	const caller = workflowOrAgentCaller(context);
	const parameters = new NodeParameters(context);
	const run = new NodeRun(context, parameters);
	const progress = new ProgressLogger(context.logger, run.items);
	const sender = new RequestSender(context, ledger.reads, run.signal, progress);
	const rules = createSendRules(context, async (item) => (await sender.connectionOf(item)).tokenId);
	progress.begin();
	const dependencies = { context, ledger, caller, parameters, sender, rules };
	try {
		const { tasks, preparationReport } = await prepareItems(run, dependencies);
		if (!run.failsAsAWhole) await runItems(run, tasks, dependencies);
		const hints = hintsOf(run.items, {
			preparationReport,
			rules,
			waits: sender.waits,
			continueOnFail: context.continueOnFail(),
			hasErrorOutput: context.getNode().onError === 'continueErrorOutput',
		});
		showHints(context, hints);
		assertRunSucceeded(run, context);
		return outputOf(run, { context, caller, preparationReport, hints });
	} finally {
		progress.end();
		ledger.endPlans(run.items.map(({ entry }) => entry));
		ledger.saveMessageCounts(context);
	}
}
