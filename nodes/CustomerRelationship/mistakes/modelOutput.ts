/** What language models leave in a text that a customer is to read. */

/** The tags between which a model thinks aloud. */
export const THINKING_TAG = /<\/?(?:think(?:ing)?|thought|reasoning)>/i;
export const THINKING_BEGINS = /<(?:think(?:ing)?|thought|reasoning)>/i;
export const THINKING_ENDS = /<\/(?:think(?:ing)?|thought|reasoning)>/i;

/** Whether a text is one code block, with its fences on lines of their own. On one line they are the messenger’s monospace. */
export function isFencedBlock(value: unknown): boolean {
	const lines = String(value).trim().split('\n');
	const fences = lines.filter((line) => /^\s*```/.test(line));
	// The language may follow the opening fence.
	return (
		fences.length === 2 &&
		/^```[\w+#.-]*\s*$/.test(String(lines.at(0))) &&
		/^\s*```$/.test(String(lines.at(-1)))
	);
}
