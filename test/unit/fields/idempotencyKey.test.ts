import { idempotencyKey } from '../../../nodes/CustomerRelationship/fields/idempotencyKey';
import { parallelRequestsByKind } from '../../../nodes/CustomerRelationship/fields/options';
import { refusalOf, UTC } from './refusals';

const read = (value: unknown) => idempotencyKey.read(value, UTC);

describe('a user’s own key', () => {
	test('is sent as it is', () => {
		for (const key of ['evt_1', '!', '~'.repeat(255), 'order-1042/a:b"c'])
			expect(read(key)).toBe(key);
		expect(read(0)).toBe('0');
		expect(read(1042)).toBe('1042');
	});

	test('goes out without what nobody sees and the blanks around it', () => {
		for (const key of ['evt_1\n', ' evt_1 ', '\u200bevt\u2060_1\ufeff', '\u00a0evt_1']) {
			expect(read(key)).toBe('evt_1');
		}
		expect(read(`${'x'.repeat(255)}\u200b`)).toHaveLength(255);
		const { message } = refusalOf(() =>
			idempotencyKey.read('\u200b', { ...UTC, raw: '={{ $json.id }}' }),
		);
		expect(message).toBe('“Idempotency Key” is empty');
	});

	test('is absent when nothing is given', () => {
		for (const nothing of [undefined, null, '']) expect(read(nothing)).toBeUndefined();
	});

	test.each([undefined, null, ''])('is refused if its expression yields %j', (nothing) => {
		const { message } = refusalOf(() =>
			idempotencyKey.read(nothing, { ...UTC, raw: '={{ $json.id }}' }),
		);
		expect(message).toBe('“Idempotency Key” is empty');
		expect(idempotencyKey.read(nothing, { ...UTC, raw: '' })).toBeUndefined();
	});

	test.each([
		['a blank', 'a b', 'spaces'],
		['nothing but a blank', ' ', 'spaces'],
		['a line break inside', 'a\nb', 'spaces'],
		['an accent', 'pão', 'ASCII'],
		['a delete character', '\x7f', 'ASCII'],
		['a blank as one of 255', `${'x'.repeat(253)} x`, 'spaces'],
		['an object', {}, 'spaces'],
	])('is refused with %s', (_, key, why) => {
		const { message } = refusalOf(() => read(key));
		expect(message).toMatch(/^“Idempotency Key” /);
		expect(message).toContain(why);
	});
});

test('describes for how long and for whom a key counts', () => {
	expect(idempotencyKey.property.description).toContain('once in 24 hours for an access token');
});

test('describes with how many parallel writes all keep their order', () => {
	expect(parallelRequestsByKind.write.property.description).toContain(
		'With 1 they are sent in their order',
	);
});
