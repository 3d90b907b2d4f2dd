import { isBlank } from '../../../nodes/CustomerRelationship/fields/parsers/empty';

test.each([
	...[undefined, null, '', ' \n', '\u200b', '\u00ad', '\u2060', '\u200e', '\u034f', '\u180e'],
	...['\u2800', '\u3164', '\u115f \u1160', '\uffa0', ' \u0301 '],
])('%j shows nothing, so it is blank', (value) => {
	expect(isBlank(value)).toBe(true);
});

test.each(['a', '.', '👍🏽', 'e\u0301', 'می‌خواهم', 'क्‍ष', 0, false])('%j is seen', (value) => {
	expect(isBlank(value)).toBe(false);
});
