/** How much the entries of a log may be together. */
export interface Size<T> {
	most: number;
	of(entry: T): number;
}

/** The newest entries of a log, oldest first; older ones make room. Memory stays flat under load. */
export class Recent<T> {
	/** Those before `oldest` have gone. */
	private entries: Array<T | undefined> = [];
	private oldest = 0;
	private total = 0;

	/** @param size  by default the number of entries alone counts */
	constructor(
		readonly capacity: number,
		private readonly size: Size<T> = { most: 0, of: () => 0 },
	) {}

	push(entry: T): void {
		this.entries.push(entry);
		this.total += this.size.of(entry);
		while (this.count > 1 && (this.count > this.capacity || this.total > this.size.most)) {
			this.total -= this.size.of(this.entries[this.oldest] as T);
			this.entries[this.oldest++] = undefined;
		}
		// Now and then, so that an entry costs the same on average.
		if (this.oldest > this.count) {
			this.entries = this.list();
			this.oldest = 0;
		}
	}

	list(): T[] {
		return this.entries.slice(this.oldest) as T[];
	}

	clear(): void {
		this.entries = [];
		this.oldest = 0;
		this.total = 0;
	}

	private get count(): number {
		return this.entries.length - this.oldest;
	}
}
