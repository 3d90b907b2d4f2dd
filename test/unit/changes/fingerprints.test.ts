import {
	isFingerprintsText,
	Fingerprints,
	withEmittedChange,
	type Fingerprint,
} from '../../../nodes/CustomerRelationship/changes/fingerprints';

const KEY = 'k'.repeat(9);
const fresh: Fingerprint = {
	...{ lifecycleIndex: 7, contentHash: 'hhhhhh', generation: 0 },
	emittedHashes: [],
};
const fullAt = (generation: number): Fingerprint => ({
	...fresh,
	generation,
	emittedHashes: Array.from({ length: 16 }, () => 'ab'),
});

describe('a fingerprint with 16 emitted changes', () => {
	it.each([
		[0, 1],
		[34, 35],
		[1_295, 0],
	])('of generation %i begins generation %i with the next one alone', (before, after) => {
		const { generation, emittedHashes, occurrence } = withEmittedChange(
			fullAt(before),
			'["deal.moved","s1"]',
		);
		expect(generation).toBe(after);
		expect(emittedHashes).toEqual([expect.stringMatching(/^[\w-]{2}$/)]);
		expect(occurrence).toBe(1);
	});
});

it.each([
	['without emitted changes', fresh],
	['with one', { ...fresh, emittedHashes: ['ab'] }],
	['with one of a later generation', { ...fresh, generation: 1_295, emittedHashes: ['ab'] }],
	['with 16', fullAt(3)],
])('a fingerprint %s is read from the text as it was set', (_, fingerprint) => {
	const fingerprints = new Fingerprints('');
	fingerprints.set(KEY, fingerprint);
	expect(new Fingerprints(String(fingerprints)).get(KEY)).toEqual(fingerprint);
});

describe('a saved text', () => {
	/** A key, a lifecycle state, a content hash, a generation, and hashes of 2 characters. */
	const entry = (length: number) => `${KEY}000`.padEnd(length, 'h');

	it.each([18, 22, 24, 52])('is read with an entry of %i characters', (length) => {
		expect(isFingerprintsText(entry(length), 1)).toBe(true);
		expect(isFingerprintsText(`${entry(18)},${entry(length)}`, 1)).toBe(true);
	});

	it.each([12, 14, 16, 17, 19, 20, 21, 23])('is not read with one of %i', (length) => {
		expect(isFingerprintsText(entry(length), 1)).toBe(false);
	});
});
