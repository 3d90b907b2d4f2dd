/** Thrown by a wait whose execution was cancelled. */
export class Cancelled extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}
