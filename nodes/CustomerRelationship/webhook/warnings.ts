import type { IWebhookFunctions } from 'n8n-workflow';

const QUIET_MS = 1000;

/** When the last line was written, and how many were left out since. */
interface Said {
	at: number;
	leftOut: number;
}

const said = new Map<string, Said>();

/**
 * Writes a line into n8n's log, at most one a second for each node and reason; the next one says how many were left
 * out. So whoever sends many deliveries that are refused fills no disk.
 * @param message made only when the line is written
 */
export function warn(context: IWebhookFunctions, reason: string, message: () => string): void {
	const { id: workflowId, name } = context.getWorkflow();
	const node = context.getNode();
	const key = `${workflowId}/${node.id}/${reason}`;
	const now = Date.now();
	const last = said.get(key) ?? { at: -Infinity, leftOut: 0 };
	// Not for as long as a clock was set back.
	if (Math.abs(now - last.at) < QUIET_MS) {
		last.leftOut += 1;
		return;
	}
	said.set(key, { at: now, leftOut: 0 });
	const more = last.leftOut > 0 ? ` (and ${last.leftOut} more like it since the last line)` : '';
	// n8n's text log shows the message alone, so it says itself which node is meant.
	context.logger.warn(`${node.name}, workflow “${name ?? workflowId}”: ${message()}${more}`);
}
