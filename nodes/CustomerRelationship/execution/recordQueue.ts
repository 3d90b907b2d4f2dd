/** Lets writes to the same record happen one after the other, in the order in which they came. */
export class RecordQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	/**
	 * Resolves when all that entered earlier for any of the records has left.
	 * @returns how to leave; whoever enters must
	 */
	async enter(records: readonly string[]): Promise<() => void> {
		const earlier = records.map((record) => this.last.get(record));
		let leave = () => {};
		const left = new Promise<void>((resolve) => (leave = resolve));
		for (const record of records) this.last.set(record, left);
		await Promise.all(earlier);
		return () => {
			for (const record of records) {
				if (this.last.get(record) === left) this.last.delete(record);
			}
			leave();
		};
	}
}
