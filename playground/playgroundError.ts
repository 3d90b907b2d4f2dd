/** Something the person at the keyboard can put right: shown as two sentences, without a stack. */
export class PlaygroundError extends Error {
	override readonly name = 'PlaygroundError';

	/** @param advice what to do next, as a full sentence */
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}

/** What to print about any thrown value. */
export function explain(error: unknown): string {
	if (error instanceof PlaygroundError) return `${error.message}\n${error.advice}`;
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
