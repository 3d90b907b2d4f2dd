import { checkOnly, maxMessages } from '../../../nodes/CustomerRelationship/fields/options';
import { NOTHING, refusalOf, UTC } from './refusals';

const EMPTY = NOTHING.map(([, value]) => value);

describe('Check Only', () => {
	test('takes true and false', () => {
		expect([true, false].map((value) => checkOnly.read(value, UTC))).toEqual([true, false]);
	});

	// As “false” each of them would send.
	test.each([...EMPTY, 'true', 'false', 'sim', 0, 1, {}, []])('refuses %j', (value) => {
		expect(refusalOf(() => checkOnly.read(value, UTC)).message).toMatch(/^“Check Only” is /);
	});
});

describe('Max Messages', () => {
	test.each<[unknown, number]>([
		[1, 1],
		[50, 50],
		['120', 120],
		[' 7 ', 7],
	])('takes %j', (value, count) => {
		expect(maxMessages.read(value, UTC)).toBe(count);
	});

	test.each([...EMPTY, ' ', 0, -1, 1.5, '1.5', '0x10', 'many', true, [5], {}])(
		'refuses %j',
		(value) => {
			expect(refusalOf(() => maxMessages.read(value, UTC)).message).toMatch(/^“Max Messages” is /);
		},
	);
});
