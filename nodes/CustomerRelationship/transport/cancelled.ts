/** Thrown when the user's stop, or the end of the run, cuts a wait off. */
export class Cancelled extends Error {
	constructor() {
		super('The execution was cancelled');
	}

	/** @throws Cancelled once the signal is aborted */
	static throwIfAborted({ aborted }: AbortSignal): void {
		if (aborted) throw new Cancelled();
	}
}
