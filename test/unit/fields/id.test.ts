import fc from 'fast-check';
import {
	parseLocatorValue,
	parseRequiredId,
} from '../../../nodes/CustomerRelationship/fields/parsers/id';
import { idField } from '../../../nodes/CustomerRelationship/fields/id';
import { path, urlOf } from '../../../nodes/CustomerRelationship/transport/request';
import { NOTHING, refusalOf, UTC } from './refusals';

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
	])('is read from %p as %p, plain and in a resource locator', (value, id) => {
		expect(parseLocatorValue(value, 'Deal')).toBe(id);
		expect(parseLocatorValue(located(value), 'Deal')).toBe(id);
		expect(parseLocatorValue(located(value, 'list'), 'Deal')).toBe(id);
		expect(parseLocatorValue({ mode: 'id', value }, 'Deal')).toBe(id);
		expect(parseRequiredId(located(value), 'Deal')).toBe(id);
	});

	test.each([...NOTHING, ['blanks', '  '] as [string, unknown]])(
		'is not read from %s',
		(_name, value) => {
			expect(parseLocatorValue(value, 'Deal')).toBeUndefined();
			expect(parseLocatorValue(located(value), 'Deal')).toBeUndefined();
			for (const form of [value, located(value), { mode: 'list' }]) {
				expect(refusalOf(() => parseRequiredId(form, 'Deal')).message).toBe('“Deal” is empty');
			}
		},
	);

	test('is to be picked from a list only if there is one', () => {
		const check = 'If it comes from an expression, check that the item has that value.';
		expect(refusalOf(() => parseRequiredId('', 'Deal')).remedy).toBe(
			`Choose one from the list or enter its ID. ${check}`,
		);
		expect(refusalOf(() => parseRequiredId('', 'Message ID', false)).remedy).toBe(
			`Enter the ID. ${check}`,
		);
	});

	test.each<[unknown, string]>([
		[{ id: 'abc' }, 'an object'],
		[{ id: 7, value: 'abc' }, 'an object'],
		[located({ id: 'abc' }), 'an object'],
		[['a', 'b'], 'a list'],
		[true, 'a boolean'],
	])('is not read from %j', (value, kind) => {
		expect(refusalOf(() => parseLocatorValue(value, 'Deal')).message).toBe(
			`“Deal” takes an ID, but got ${kind}`,
		);
	});

	test.each(['\u200babc\u2060', located('a\u00adbc\ufeff'), '\u00a0abc'])(
		'goes out of %j without what nobody sees',
		(value) => {
			expect(parseRequiredId(value, 'Deal')).toBe('abc');
			expect(idField({ displayName: 'Deal', name: 'dealId' }).read(value, UTC)).toBe('abc');
			expect(refusalOf(() => parseRequiredId('\u200b', 'Deal')).message).toBe('“Deal” is empty');
		},
	);

	test.each(['Ana Lima', located('7\u00a08')])('%j is no ID but a text', (value) => {
		const { read } = idField({ displayName: 'Deal', name: 'dealId' });
		for (const work of [() => parseRequiredId(value, 'Deal'), () => read(value, UTC)]) {
			expect(refusalOf(work).message).toBe('“Deal” takes an ID, but got a text with a space in it');
		}
		expect(parseLocatorValue('as the service has it', 'Deal')).toBe('as the service has it');
	});

	test.each(['https://app.example.com/deals/d1', located('www.example.com/deals/d1')])(
		'%j is no ID but a link',
		(value) => {
			const { read } = idField({ displayName: 'Deal', name: 'dealId' });
			for (const work of [() => parseRequiredId(value, 'Deal'), () => read(value, UTC)]) {
				expect(refusalOf(work).message).toBe('“Deal” takes an ID, but this is a link');
			}
		},
	);

	test('is read from a number unless that has lost digits', () => {
		const most = Number.MAX_SAFE_INTEGER;
		expect([parseLocatorValue(most, 'Deal'), parseLocatorValue(-most, 'Deal')]).toEqual([
			`${most}`,
			`${-most}`,
		]);
		expect(parseLocatorValue('12345678901234567890', 'Deal')).toBe('12345678901234567890');
		for (const number of [most + 1, -most - 1]) {
			expect(refusalOf(() => parseLocatorValue(number, 'Deal')).message).toBe(
				'“Deal” has too many digits to be exact as a number, so the last ones are lost',
			);
		}
	});

	test.each(['.', '..', ' .. '])('is not read from %j, which would change the path', (value) => {
		expect(refusalOf(() => parseRequiredId(value, 'Deal')).message).toBe(
			'“Deal” holds nothing that can be an ID',
		);
	});

	test('stays one segment of the path, whatever it holds', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), (text) => {
				let id: string;
				try {
					id = parseRequiredId(text, 'Deal');
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
