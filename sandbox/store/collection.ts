interface Entry<T> {
	/** Grows with every record: the order of creation, equal dates included. */
	readonly sequence: number;
	record: T;
}

export interface PageRequest<T> {
	/** Only records created before this one; from the newest when not given. */
	before?: number;
	limit: number;
	accept?: (record: T) => boolean;
}

export interface Page<T> {
	records: T[];
	/** The sequence to go on before, null on the last page. */
	next: number | null;
}

type IndexKey<T> = (record: T) => string | null | undefined | readonly string[];

/** Records by id, in order of creation, with the look-ups that the rules need. */
export class Collection<T extends { id: string }> {
	private readonly entries = new Map<string, Entry<T>>();
	private ordered: Array<Entry<T>> = [];
	private readonly indexes = new Map<string, Map<string, Set<Entry<T>>>>();
	private nextSequence = 1;

	/**
	 * @param keys  look-ups by name: from a record to its key, or keys
	 * @param changed  called with the id of every record that came, changed or went
	 */
	constructor(
		private readonly keys: Record<string, IndexKey<T>> = {},
		private readonly changed: (id: string) => void = () => {},
	) {
		for (const name of Object.keys(keys)) this.indexes.set(name, new Map());
	}

	get size(): number {
		return this.ordered.length;
	}

	get(id: string): T | undefined {
		return this.entries.get(id)?.record;
	}

	insert(record: T): T {
		const entry = { sequence: this.nextSequence++, record };
		this.entries.set(record.id, entry);
		this.ordered.push(entry);
		this.index(entry);
		this.changed(record.id);
		return record;
	}

	/** Replaces a record; its place in the order stays. */
	update(id: string, changes: Partial<T>): T {
		const entry = this.entries.get(id);
		if (!entry) throw new Error(`No record ${id}`);
		this.unindex(entry);
		entry.record = { ...entry.record, ...changes };
		this.index(entry);
		this.changed(id);
		return entry.record;
	}

	remove(id: string): void {
		const entry = this.entries.get(id);
		if (!entry) return;
		this.unindex(entry);
		this.entries.delete(id);
		this.ordered.splice(this.countBefore(entry.sequence), 1);
		this.changed(id);
	}

	/** Records with that key, oldest first. */
	where(index: string, key: string): T[] {
		const found = this.indexes.get(index)?.get(key);
		if (!found) return [];
		if (found.size === 1) return Array.from(found, (entry) => entry.record);
		return [...found].sort((a, b) => a.sequence - b.sequence).map((entry) => entry.record);
	}

	/** All records, oldest first. */
	*[Symbol.iterator](): IterableIterator<T> {
		for (const entry of this.ordered) yield entry.record;
	}

	/** Newest first; reaching any depth costs a binary search, not a walk. */
	page({ before, limit, accept = () => true }: PageRequest<T>): Page<T> {
		const records: T[] = [];
		let last = 0;
		let at = before === undefined ? this.ordered.length : this.countBefore(before);
		while (--at >= 0) {
			const entry = this.ordered[at] as Entry<T>;
			if (!accept(entry.record)) continue;
			if (records.length === limit) return { records, next: last };
			records.push(entry.record);
			last = entry.sequence;
		}
		return { records, next: null };
	}

	/** Starts over with these records, oldest first. */
	restore(records: readonly T[]): void {
		this.entries.clear();
		this.ordered = [];
		for (const index of this.indexes.values()) index.clear();
		this.nextSequence = 1;
		for (const record of records) {
			const entry = { sequence: this.nextSequence++, record };
			this.entries.set(record.id, entry);
			this.ordered.push(entry);
			this.index(entry);
		}
	}

	/** How many records were created before that sequence. */
	private countBefore(sequence: number): number {
		let low = 0;
		let high = this.ordered.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.ordered[middle] as Entry<T>).sequence < sequence) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private *keysOf(entry: Entry<T>): IterableIterator<[Map<string, Set<Entry<T>>>, string]> {
		for (const [name, index] of this.indexes) {
			const key = this.keys[name]?.(entry.record);
			if (key === null || key === undefined) continue;
			for (const one of typeof key === 'string' ? [key] : key) yield [index, one];
		}
	}

	private index(entry: Entry<T>): void {
		for (const [index, key] of this.keysOf(entry)) {
			const found = index.get(key);
			if (found) found.add(entry);
			else index.set(key, new Set([entry]));
		}
	}

	private unindex(entry: Entry<T>): void {
		for (const [index, key] of this.keysOf(entry)) {
			const found = index.get(key);
			found?.delete(entry);
			if (found?.size === 0) index.delete(key);
		}
	}
}
