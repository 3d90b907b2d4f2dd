import fc from 'fast-check';
import { LruMap } from '../../../nodes/CustomerRelationship/transport/lruMap';

test('keeps the most recently used entries, up to its size', () => {
	const steps = fc.array(fc.tuple(fc.constantFrom('getOrCreate', 'set', 'peek'), fc.nat(9)));
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 5 }), steps, (maxSize, all) => {
			const map = new LruMap<number, object>(maxSize);
			let kept: Array<[number, object]> = [];
			for (const [step, key] of all) {
				const known = kept.find(([other]) => other === key)?.[1];
				const fresh = {};
				let value = known ?? fresh;
				if (step === 'peek') expect(map.peek(key)).toBe(known);
				if (step === 'getOrCreate') expect(map.getOrCreate(key, () => fresh)).toBe(value);
				if (step === 'set') map.set(key, (value = fresh));
				if (step !== 'peek') {
					kept = [...kept.filter(([other]) => other !== key), [key, value] as [number, object]];
					kept = kept.slice(-maxSize);
				}
				for (let n = 0; n < 10; n += 1) {
					expect(map.peek(n)).toBe(kept.find(([other]) => other === n)?.[1]);
				}
			}
		}),
	);
});
