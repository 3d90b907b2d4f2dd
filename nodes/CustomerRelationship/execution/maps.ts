/** Groups values by a key, in the order in which the keys first occur. */
export function groupBy<Key, Value>(
	values: Iterable<Value>,
	keyOf: (value: Value) => Key,
): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) getOrCreate(groups, keyOf(value), () => []).push(value);
	return groups;
}

export function getOrCreate<Key, Value>(
	all: Map<Key, Value>,
	key: Key,
	create: () => Value,
): Value {
	const value = all.get(key) ?? create();
	all.set(key, value);
	return value;
}
