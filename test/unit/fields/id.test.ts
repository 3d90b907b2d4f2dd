import fc from 'fast-check';
import { idField, idOf, requiredId } from '../../../nodes/CustomerRelationship/fields/id';
import { path, urlOf } from '../../../nodes/CustomerRelationship/transport/request';
import { NOTHING, refusalOf } from './refusals';

const located = (value: unknown, mode = 'id') => ({ __rl: true, mode, value });

describe('an ID', () => {
	test.each<[unknown, string]>([
		['abc', 'abc'],
		[' abc\n', 'abc'],
		[42, '42'],
		[0, '0'],
		[10n, '10'],
		['a/b?c#d%e', 'a/b?c#d%e'],
		['ação😀', 'ação😀'],
		['=', '='],
	])('%p is %p, plain and in a resource locator', (value, id) => {
		expect(idOf(value, 'Deal')).toBe(id);
		expect(idOf(located(value), 'Deal')).toBe(id);
		expect(idOf(located(value, 'list'), 'Deal')).toBe(id);
		expect(idOf({ mode: 'id', value }, 'Deal')).toBe(id);
		expect(requiredId(located(value), 'Deal')).toBe(id);
	});

	test.each([...NOTHING, ['blanks', '  '] as [string, unknown]])('%s is none', (_name, value) => {
		expect(idOf(value, 'Deal')).toBeUndefined();
		expect(idOf(located(value), 'Deal')).toBeUndefined();
		for (const form of [value, located(value), { mode: 'list' }]) {
			expect(refusalOf(() => requiredId(form, 'Deal')).message).toBe('“Deal” is empty');
		}
	});

	test('is to be picked only where there is a list', () => {
		const check = 'If it comes from an expression, check that the item has that value.';
		expect(refusalOf(() => requiredId('', 'Deal')).remedy).toBe(
			`Pick one from the list or give its ID. ${check}`,
		);
		expect(refusalOf(() => requiredId('', 'Message ID', false)).remedy).toBe(
			`Give the ID. ${check}`,
		);
	});

	test.each<[unknown, string]>([
		[{ id: 'abc' }, 'an object'],
		[{ id: 7, value: 'abc' }, 'an object'],
		[located({ id: 'abc' }), 'an object'],
		[['a', 'b'], 'a list'],
		[true, 'a boolean'],
	])('%j can’t be one', (value, kind) => {
		expect(refusalOf(() => idOf(value, 'Deal')).message).toBe(
			`“Deal” takes an ID, but got ${kind}`,
		);
	});

	test.each(['Ana Lima', located('7\u00a08')])('%j is no ID but a text', (value) => {
		const { read } = idField({ displayName: 'Deal', name: 'dealId' });
		for (const work of [() => requiredId(value, 'Deal'), () => read(value, 'UTC')]) {
			expect(refusalOf(work).message).toBe('“Deal” takes an ID, but got a text with a blank in it');
		}
		expect(idOf('as the service has it', 'Deal')).toBe('as the service has it');
	});

	test('as a number is one that lost no digit', () => {
		const most = Number.MAX_SAFE_INTEGER;
		expect([idOf(most, 'Deal'), idOf(-most, 'Deal')]).toEqual([`${most}`, `${-most}`]);
		expect(idOf('12345678901234567890', 'Deal')).toBe('12345678901234567890');
		for (const number of [most + 1, -most - 1]) {
			expect(refusalOf(() => idOf(number, 'Deal')).message).toBe(
				'“Deal” has more digits than a number can hold, so some of them are lost',
			);
		}
	});

	test('has at most 64 characters', () => {
		expect(requiredId('x'.repeat(64), 'Deal')).toHaveLength(64);
		expect(refusalOf(() => requiredId('x'.repeat(65), 'Deal')).message).toBe(
			'“Deal” has 65 characters, but an ID has at most 64',
		);
	});

	test.each(['.', '..', ' .. '])('%j would address something else', (value) => {
		expect(refusalOf(() => requiredId(value, 'Deal')).message).toBe(
			'“Deal” holds nothing that can be an ID',
		);
	});

	test('whatever it holds, it stays one segment of the address', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), (text) => {
				let id: string;
				try {
					id = requiredId(text, 'Deal');
				} catch {
					return;
				}
				const url = new URL(
					urlOf('http://service.example/api/v1', { method: 'DELETE', path: path`/deals/${id}` }),
				);
				expect(url.search + url.hash).toBe('');
				const [root, api, version, collection, segment, ...rest] = url.pathname.split('/');
				expect([root, api, version, collection, rest]).toEqual(['', 'api', 'v1', 'deals', []]);
				expect(decodeURIComponent(segment ?? '')).toBe(id);
			}),
		);
	});
});
