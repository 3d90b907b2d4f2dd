/** Lets writes to the same record happen one after the other, in the order in which they came. */
export class RecordQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	/** Runs `work` when all earlier work on any of the records is over, however that ended. */
	async run<Result>(records: string[], work: () => Promise<Result>): Promise<Result> {
		const earlier = records.map((record) => this.last.get(record));
		const result = Promise.allSettled(earlier).then(work);
		for (const record of records) this.last.set(record, result);
		try {
			return await result;
		} finally {
			for (const record of records) {
				if (this.last.get(record) === result) this.last.delete(record);
			}
		}
	}
}
