/** What language models leave in a text for a customer. */

const THINKING = '(?:think(?:ing)?|thought|reasoning)';
/** The tags around a model’s thinking. */
export const THINKING_TAG = new RegExp(`</?${THINKING}>`, 'i');
export const THINKING_OPENING_TAG = new RegExp(`<${THINKING}>`, 'i');
export const THINKING_CLOSING_TAG = new RegExp(`</${THINKING}>`, 'i');

/**
 * Whether a text is one code block, with its fences on lines of their own. Around text on the same line, they are how
 * messengers mark monospace.
 */
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
