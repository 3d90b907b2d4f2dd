/** What language models leave in a text that a customer is to read. */

/** The tags between which a model thinks aloud. */
export const THINKING_TAG = /<\/?(?:think(?:ing)?|thought|reasoning)>/i;
export const THINKING_BEGINS = /<(?:think(?:ing)?|thought|reasoning)>/i;
export const THINKING_ENDS = /<\/(?:think(?:ing)?|thought|reasoning)>/i;

/** Whether a text is one block between fences that stand on lines of their own. On one line they are the messenger’s monospace. */
export function isFencedBlock(value: unknown): boolean {
	const lines = typeof value === 'string' ? value.trim().split(/\r?\n/) : [];
	const isFence = (line: string) => line.trimStart().startsWith('```');
	const fences = lines.flatMap((line, at) => (isFence(line) ? [at] : []));
	return (
		fences.join() === `0,${lines.length - 1}` &&
		/^```[\w+#.-]*$/.test((lines[0] ?? '').trimEnd()) &&
		lines.at(-1)?.trimStart() === '```'
	);
}
