/** A map that keeps only the entries set or asked for last, so that it never grows without bound. */
export class LruMap<Key, Value> {
	private readonly entries = new Map<Key, Value>();

	/** @param maxSize how many entries are kept */
	constructor(private readonly maxSize: number) {}

	/** The entry of `key`, if there is one; looking does not keep it. */
	peek(key: Key): Value | undefined {
		return this.entries.get(key);
	}

	/** The entry of `key`, made by `create` where there is none. */
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
