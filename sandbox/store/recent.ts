/** The newest entries of a log, oldest first; older ones make room. Memory stays flat under load. */
export class Recent<T> {
	private entries: T[] = [];
	private oldest = 0;

	constructor(readonly capacity: number) {}

	push(entry: T): void {
		if (this.entries.length < this.capacity) {
			this.entries.push(entry);
			return;
		}
		this.entries[this.oldest] = entry;
		this.oldest = (this.oldest + 1) % this.capacity;
	}

	list(): T[] {
		return [...this.entries.slice(this.oldest), ...this.entries.slice(0, this.oldest)];
	}

	clear(): void {
		this.entries = [];
		this.oldest = 0;
	}
}
