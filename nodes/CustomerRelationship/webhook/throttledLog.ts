import type { IWebhookFunctions } from 'n8n-workflow';

const MIN_INTERVAL_MS = 1000;

/** The last line that was logged for a node and reason, and how many were skipped since. */
interface LastLine {
	loggedAt: number;
	skipped: number;
}

/** One for each node and reason, so it stays small. */
const lastLines = new Map<string, LastLine>();

/**
 * Logs a warning, at most one a second for each node and reason, so that a flood of rejected deliveries does not fill
 * the disk. The next line tells how many were skipped.
 * @param explain makes the text; called only if the line is logged. By default the text is the reason
 */
export function warnThrottled(
	context: IWebhookFunctions,
	reason: string,
	explain: () => string = () => reason,
): void {
	const node = context.getNode().name;
	const { id, name } = context.getWorkflow();
	const key = `${id}/${node}/${reason}`;
	// Monotonic, unlike Date.now().
	const now = performance.now();
	const last = lastLines.get(key) ?? { loggedAt: -Infinity, skipped: 0 };
	if (now - last.loggedAt < MIN_INTERVAL_MS) {
		last.skipped += 1;
		return;
	}
	lastLines.set(key, { loggedAt: now, skipped: 0 });
	const more = last.skipped > 0 ? ` (and ${last.skipped} more like it since the last line)` : '';
	// n8n's text log shows only the message, so the line names its node.
	const line = `${node}, workflow “${name ?? id}”: ${explain()}${more}`;
	// Prevents log injection: a name with line breaks could forge lines.
	context.logger.warn(line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}
