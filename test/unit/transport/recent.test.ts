import fc from 'fast-check';
import { Recent } from '../../../nodes/CustomerRelationship/transport/recent';

test('keeps the entries used last, and never more than its number', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(9)), (most, keys) => {
			const recent = new Recent<number, object>(most);
			let order: number[] = [];
			const values = new Map<number, object>();
			for (const key of keys) {
				const known = order.includes(key);
				const value = recent.get(key, () => ({}));
				if (known) expect(value).toBe(values.get(key));
				else expect([...values.values()]).not.toContain(value);
				values.set(key, value);
				order = [...order.filter((other) => other !== key), key].slice(-most);
				expect(recent.size).toBe(order.length);
			}
		}),
	);
});
