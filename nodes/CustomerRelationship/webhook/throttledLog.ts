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
 * @param explain the line, where it says more than the reason; made only when it is written
 */
export function warn(
	context: IWebhookFunctions,
	reason: string,
	explain: () => string = () => reason,
): void {
	const node = context.getNode().name;
	const { id, name } = context.getWorkflow();
	const key = `${id}/${node}/${reason}`;
	// Unlike the machine's time it is never set back.
	const now = performance.now();
	const last = said.get(key) ?? { at: -Infinity, leftOut: 0 };
	if (now - last.at < QUIET_MS) {
		last.leftOut += 1;
		return;
	}
	said.set(key, { at: now, leftOut: 0 });
	const more = last.leftOut > 0 ? ` (and ${last.leftOut} more like it since the last line)` : '';
	// n8n's text log shows the message alone, so it says itself which node is meant.
	const line = `${node}, workflow “${name ?? id}”: ${explain()}${more}`;
	// A name with line breaks could make up lines of its own.
	context.logger.warn(line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
}
