import fc from 'fast-check';
import { LruMap } from '../../../nodes/CustomerRelationship/transport/lruMap';

test('keeps the entries set or got last, and never more than its number', () => {
	const steps = fc.array(fc.tuple(fc.constantFrom('get', 'set', 'find'), fc.nat(9)));
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 5 }), steps, (most, all) => {
			const recent = new LruMap<number, object>(most);
			let kept: Array<[number, object]> = [];
			for (const [step, key] of all) {
				const known = kept.find(([other]) => other === key)?.[1];
				const fresh = {};
				let value = known ?? fresh;
				if (step === 'find') expect(recent.peek(key)).toBe(known);
				if (step === 'get') expect(recent.getOrCreate(key, () => fresh)).toBe(value);
				if (step === 'set') recent.set(key, (value = fresh));
				if (step !== 'find') {
					kept = [...kept.filter(([other]) => other !== key), [key, value] as [number, object]];
					kept = kept.slice(-most);
				}
				for (let n = 0; n < 10; n += 1) {
					expect(recent.peek(n)).toBe(kept.find(([other]) => other === n)?.[1]);
				}
			}
		}),
	);
});
