/** Groups values by a key, in the order in which the keys first occur. */
export function groupBy<Key, Value>(
	values: Iterable<Value>,
	keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) getOrCreate(groups, keyOf(value), () => []).push(value);
	return groups;
}

/** A Map or a WeakMap. */
interface Entries<Key, Value> {
	get(key: Key): Value | undefined;
	set(key: Key, value: Value): unknown;
}

/** The value of a key. If there is none, `create` makes it. */
export function getOrCreate<Key, Value>(
	entries: Entries<Key, Value>,
	key: Key,
	create: () => NoInfer<Value>,
): Value {
	const value = entries.get(key) ?? create();
	entries.set(key, value);
	return value;
}
