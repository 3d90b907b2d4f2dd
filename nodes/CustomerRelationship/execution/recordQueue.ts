/** A place in the queue. */
export interface Turn {
	/** Makes way; whoever entered must. */
	leave(): void;
	/** Whether its turn has come; otherwise the patience was over first. */
	hasCome: boolean;
}

/** Lets writes to the same record happen one after the other, in the order in which they came. */
export class RecordQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	/**
	 * Resolves when all that entered earlier for any of the records has left.
	 * @param patience once it resolves, the turn is no longer waited for
	 */
	async enter(records: readonly string[], patience?: Promise<unknown>): Promise<Turn> {
		const earlier = records.map((record) => this.last.get(record));
		let end = () => {};
		const left = new Promise<void>((resolve) => (end = resolve));
		for (const record of records) this.last.set(record, left);
		const turn = Promise.all(earlier).then(() => true);
		const hasCome = await Promise.race([turn, ...(patience ? [patience.then(() => false)] : [])]);
		const leave = () => {
			for (const record of records) {
				if (this.last.get(record) === left) this.last.delete(record);
			}
			end();
		};
		// Who gives up makes way once those ahead have left: nobody behind may overtake them.
		return { leave: hasCome ? leave : () => void turn.then(leave), hasCome };
	}
}
