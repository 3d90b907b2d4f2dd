/** A map that keeps the most recently used entries and drops the others, so that its size is bounded. */
export class LruMap<Key, Value> {
	private readonly entries = new Map<Key, Value>();

	constructor(private readonly maxSize: number) {}

	/** The value of `key`, if any. This does not count as a use. */
	peek(key: Key): Value | undefined {
		return this.entries.get(key);
	}

	/** The value of `key`. If there is none, `create` makes it. */
	getOrCreate(key: Key, create: () => Value): Value {
		const value = this.entries.get(key) ?? create();
		this.set(key, value);
		return value;
	}

	set(key: Key, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		if (this.entries.size > this.maxSize) {
			const [oldest] = this.entries.keys();
			this.entries.delete(oldest as Key);
		}
	}
}
