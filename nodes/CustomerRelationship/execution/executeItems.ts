import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Batch } from './batch';
import { prepareItems } from './prepare/prepareItems';
import { giveHints } from './report/hints';
import { outputOf } from './report/output';
import { runItems } from './run/runItems';

/**
 * Runs the chosen operation for every input item, in three acts: all items are prepared (read and judged) before
 * anything is sent, then carried out, then reported. The output keeps the input's order. With "continue on fail" a
 * failed item becomes an error item; otherwise the first failure ends the run, and no further request leaves.
 * @throws NodeApiError or NodeOperationError of what ended the run, with what became of all items of a write
 */
export async function executeItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const batch = new Batch(context);
	batch.progress.begin();
	try {
		const tasks = await prepareItems(batch);
		if (!batch.hasEnded) await runItems(batch, tasks);
	} finally {
		batch.progress.end();
		batch.ledger.settleMessages(batch.items.map(({ entry }) => entry));
		batch.ledger.keepMessages(context);
		giveHints(batch);
	}
	return outputOf(batch);
}
