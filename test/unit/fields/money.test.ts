import fc from 'fast-check';
import {
	parseWholeCents,
	parseReais,
} from '../../../nodes/CustomerRelationship/fields/parsers/money';
import {
	dealValueInCents,
	dealValueInReais,
} from '../../../nodes/CustomerRelationship/fields/money';
import { type NamedValues } from '../../../nodes/CustomerRelationship/fields/parsers/entries';
import { NOTHING, refusalOf, bodyFrom } from './refusals';

const valueCentsOf = (values: NamedValues) =>
	bodyFrom([dealValueInReais, dealValueInCents], values).valueCents;

const inReais = (value: unknown) => parseReais(value, 'Value (BRL)');

describe('reais', () => {
	test.each<[unknown, number]>([
		[1234.56, 123456],
		['1234.56', 123456],
		['1234,56', 123456],
		['1.234,56', 123456],
		['1,234.56', 123456],
		['1.234.567,8', 123456780],
		['1,234,567.8', 123456780],
		['1.234.567', 123456700],
		['1,234,567', 123456700],
		['R$ 1.234,56', 123456],
		['R$10', 1000],
		['10R$', 1000],
		['- R$ 10', -1000],
		['R$\u00a01.234,56', 123456],
		['-R$ 1.234,56', -123456],
		['R$ - 10', -1000],
		['10 R$', 1000],
		['1 234,56', 123456],
		['1\u00a0234\u00a0567.8', 123456780],
		[' 10 ', 1000],
		['10.', 1000],
		['0,5', 50],
		['0', 0],
		[0, 0],
		[-0, 0],
		['-0,01', -1],
		['-1.234,56', -123456],
		[0.29, 29],
		[1.1, 110],
		[4.35, 435],
		[1.005e3, 100500],
		['1234', 123400],
		['12345.67', 1234567],
		['90071992547409.91', Number.MAX_SAFE_INTEGER],
	])('reads %p as %p cents', (reais, cents) => {
		expect(Object.is(inReais(reais), cents)).toBe(true);
	});

	test.each([
		['2.000', '2,000.00 or 2.00', 'Enter 2000.00 for the first or 2.00 for the second.'],
		['1,234', '1,234.00 or 1.234', 'Enter 1234.00 for the first or the second with two decimals.'],
		[
			'-12.345',
			'-12,345.00 or -12.345',
			'Enter -12345.00 for the first or the second with two decimals.',
		],
		[
			'R$ 999,050',
			'999,050.00 or 999.05',
			'Enter 999050.00 for the first or 999.05 for the second.',
		],
		[
			'R$ 999,000',
			'999,000.00 or 999.00',
			'Enter 999000.00 for the first or 999.00 for the second.',
		],
	])('refuses %p, which may be two amounts', (text, ways, how) => {
		const { message, remedy } = refusalOf(() => inReais(text));
		const held = text.replace('R$ ', '');
		expect(message).toBe(`“Value (BRL)” holds “${held}”, which can be read in two ways: ${ways}`);
		expect(remedy).toBe(how);
	});

	test.each(['1234.567', '1.2345', 'x1.234', '0.500'])(
		'refuses %p as no amount, not as an ambiguous one',
		(text) => {
			expect(refusalOf(() => inReais(text)).message).toBe(
				'“Value (BRL)” is not an amount in reais with at most two decimals',
			);
		},
	);

	test.each<[unknown]>([
		['1.234.56'],
		['10 20'],
		['R$ 10 R$ 20'],
		['R$ 10 R$'],
		['12 34'],
		['1 234.567 890'],
		['1 234 5'],
		['10 ,5'],
		['1,234,56'],
		['1.23.456'],
		['1234.567'],
		['0.1234'],
		['1,2,3'],
		['12a'],
		['1e5'],
		['--1'],
		['.5'],
		[NaN],
		[Infinity],
		[1e21],
		['90071992547409.92'],
		[true],
		[[5]],
		[{ reais: 5 }],
	])('refuses %p', (value) => {
		expect(refusalOf(() => inReais(value)).message).toMatch(/^“Value \(BRL\)” /);
	});

	test.each([0.1 + 0.2, 1.234, 19.999])('advises to round %p', (value) => {
		const { message, remedy } = refusalOf(() => inReais(value));
		expect(message).toBe('“Value (BRL)” is not an amount in reais with at most two decimals');
		expect(remedy).toContain('toFixed(2)');
	});

	test.each(NOTHING)('does not send %s', (_name, value) => {
		expect(inReais(value)).toBeUndefined();
		expect(inReais(' R$ ')).toBeUndefined();
	});

	test('reads every amount exactly: as a number, in both notations, with groups and without', () => {
		const notations: Record<string, Intl.NumberFormat> = {
			brazilian: new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }),
			english: new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }),
		};
		const everyday = fc.integer({ min: -1_000_000, max: 1_000_000 });
		const any = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
		fc.assert(
			fc.property(fc.oneof(everyday, any), (cents) => {
				const digits = String(Math.abs(cents)).padStart(3, '0');
				const sign = cents < 0 ? '-' : '';
				const plain = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
				expect(inReais(plain)).toBe(cents);
				expect(inReais(plain.replace('.', ','))).toBe(cents);
				expect(inReais(Number(plain))).toBe(cents);
				for (const notation of Object.values(notations)) {
					expect(inReais(notation.format(cents / 100))).toBe(cents);
				}
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('cents', () => {
	test.each<[unknown, number]>([
		[0, 0],
		[123456, 123456],
		['123456', 123456],
		[' 7 ', 7],
		[-5, -5],
		[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	])('reads %p', (value, cents) => {
		expect(parseWholeCents(value, 'Value in Cents')).toBe(cents);
	});

	test.each<[unknown]>([
		[1.5],
		['1.5'],
		['1,5'],
		['1e3'],
		['R$ 5'],
		[2 ** 53],
		[NaN],
		[false],
		[[5]],
		['0x10'],
	])('refuses %p', (value) => {
		expect(refusalOf(() => parseWholeCents(value, 'Value in Cents')).message).toMatch(
			/^“Value in Cents” (is not a whole number of cents|takes a text)/,
		);
	});

	test.each([19.99 * 100, 10.5])('advises to round %p', (value) => {
		const { message, remedy } = refusalOf(() => parseWholeCents(value, 'Value in Cents'));
		expect(message).toBe('“Value in Cents” is not a whole number of cents');
		expect(remedy).toContain('{{ Math.round($json.total * 100) }}');
	});

	test.each(NOTHING)('does not send %s', (_name, value) => {
		expect(parseWholeCents(value, 'Value in Cents')).toBeUndefined();
	});
});

describe('a deal’s value', () => {
	test('is read from either field', () => {
		expect(valueCentsOf({ value: '10,50' })).toBe(1050);
		expect(valueCentsOf({ valueCents: 1050 })).toBe(1050);
		expect(valueCentsOf({ value: '', valueCents: 0 })).toBe(0);
		expect(valueCentsOf({ value: 0, valueCents: null })).toBe(0);
		expect(valueCentsOf({})).toBeUndefined();
	});

	test('is refused from both fields, even if they agree', () => {
		const { message, remedy } = refusalOf(() => valueCentsOf({ value: '1', valueCents: 100 }));
		expect(message).toBe('“Value (BRL)” and “Value in Cents” are both given');
		expect(remedy).toContain('leave one of them out');
	});
});
