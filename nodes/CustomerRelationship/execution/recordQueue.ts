/** Lets writes to the same record happen one after the other, in the order in which they came. */
export class RecordQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	/**
	 * Resolves when all that entered earlier for any of the records has left.
	 * @param patience once it resolves, the turn is no longer waited for
	 * @returns how to leave, which whoever entered must, and whether the turn has come
	 */
	async enter(
		records: readonly string[],
		patience?: Promise<unknown>,
	): Promise<{ leave: () => void; isTurn: boolean }> {
		const earlier = records.map((record) => this.last.get(record));
		let end = () => {};
		const left = new Promise<void>((resolve) => (end = resolve));
		for (const record of records) this.last.set(record, left);
		const turn = Promise.all(earlier).then(() => true);
		const isTurn = await Promise.race([turn, ...(patience ? [patience.then(() => false)] : [])]);
		const leave = () => {
			for (const record of records) {
				if (this.last.get(record) === left) this.last.delete(record);
			}
			end();
		};
		// Who gives up makes way once those ahead have left: nobody behind may overtake them.
		return { leave: isTurn ? leave : () => void turn.then(leave), isTurn };
	}
}
