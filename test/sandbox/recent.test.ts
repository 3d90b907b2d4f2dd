import { Recent } from '../../sandbox/store/recent';

test('evicts the oldest entries by number', () => {
	const recent = new Recent<string>(3);
	for (let at = 0; at < 10_000; at++) recent.push(String(at));
	expect(recent.list()).toEqual(['9997', '9998', '9999']);
	recent.clear();
	recent.push('a');
	expect(recent.list()).toEqual(['a']);
});

test('evicts the oldest entries by size, but keeps the newest of any size', () => {
	const recent = new Recent<string>(100, { most: 10, of: (text) => text.length });
	for (const text of ['aaaa', 'bbbb', 'cccc']) recent.push(text);
	expect(recent.list()).toEqual(['bbbb', 'cccc']);
	recent.push('d'.repeat(50));
	expect(recent.list()).toEqual(['d'.repeat(50)]);
	recent.push('e');
	expect(recent.list()).toEqual(['e']);
});
