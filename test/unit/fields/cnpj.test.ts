import {
	parseCnpjAsTyped,
	parseIdentifyingCnpj,
} from '../../../nodes/CustomerRelationship/fields/parsers/cnpj';
import { NOTHING, refusalOf } from './refusals';

test.each<[unknown, string]>([
	['11.222.333/0001-81', '11.222.333/0001-81'],
	['11222333000181', '11222333000181'],
	[' 11222333000181 ', '11222333000181'],
	[11222333000181, '11222333000181'],
	['11.222.333/0001–81', '11.222.333/0001-81'],
	['11.222.333/0001−81', '11.222.333/0001-81'],
	['\u200b11.222.333/0001-81\ufeff', '11.222.333/0001-81'],
	['11\u00a0222\u00a0333 0001 81', '11 222 333 0001 81'],
	['00.000.000/0001-91', '00.000.000/0001-91'],
	['11.444.777/0001-61', '11.444.777/0001-61'],
	['33.000.167/0001-01', '33.000.167/0001-01'],
	// CNPJs with letters, which new companies have, are left to the service.
	['12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
])('sends %p as typed, with plain hyphens', (value, cnpj) => {
	expect(parseCnpjAsTyped(value, 'CNPJ')).toBe(cnpj);
});

test.each([...NOTHING, ['blanks', '  '] as [string, unknown]])(
	'does not send %s',
	(_name, value) => {
		expect(parseCnpjAsTyped(value, 'CNPJ')).toBeUndefined();
	},
);

test('refuses another length', () => {
	const { message, remedy } = refusalOf(() => parseCnpjAsTyped('11.222.333/0001-8', 'CNPJ'));
	expect(message).toBe('“CNPJ” has 13 digits, but a CNPJ has 14');
	expect(remedy).toContain('11.222.333/0001-81');
	const long = refusalOf(() => parseCnpjAsTyped('112223330001811', 'CNPJ'));
	expect(long.message).toContain('has 15 digits');
	expect(long.remedy).not.toContain('zeros');
});

test.each([
	['3,3000167E+13', ','],
	["'02.558.157/0001-62", "'"],
])('refuses %s with the character that is no part of a CNPJ', (value, foreign) => {
	const { message, remedy } = refusalOf(() => parseCnpjAsTyped(value, 'CNPJ'));
	expect(message).toBe(`“CNPJ” holds “${foreign}”, which can’t be part of a CNPJ`);
	expect(remedy).toContain('1,1222E+13');
});

test.each([
	...['11.222.333/0001-80', '11.222.333/0001-91', '11.222.333/0002-81', '21222333000181'],
	// What padStart makes of an empty cell, of none and of null.
	...['00000000000000', '00000undefined', '0000000000null'],
])('refuses %s, which has wrong check digits or none', (value) => {
	const { message, remedy } = refusalOf(() => parseCnpjAsTyped(value, 'CNPJ'));
	expect(message).toBe(
		'“CNPJ” is not a valid CNPJ: its last two characters are not the check digits of the others',
	);
	expect(remedy).toContain('for a typo');
});

test('advises to pad a number that may have lost its leading zeros', () => {
	const { message, remedy } = refusalOf(() => parseCnpjAsTyped(191, 'CNPJ'));
	expect(message).toBe('“CNPJ” has 3 digits, but a CNPJ has 14');
	expect(remedy).toContain('padStart');
	expect(refusalOf(() => parseCnpjAsTyped('1222333000181', 'CNPJ')).remedy).toContain(
		'leading zeros',
	);
	expect(refusalOf(() => parseCnpjAsTyped('1.222.333/0001-81', 'CNPJ')).remedy).not.toContain(
		'padStart',
	);
});

test.each(['ISENTO', 'isento', 'não tem', '-', 'N/A', 'S/N'])('%j is none at all', (value) => {
	const { message, remedy } = refusalOf(() => parseCnpjAsTyped(value, 'CNPJ'));
	expect(message).toBe(`“CNPJ” holds “${value}”`);
	expect(remedy).toContain('not a CNPJ: leave it empty.');
	expect(refusalOf(() => parseIdentifyingCnpj(value, 'CNPJ')).remedy).toContain(
		'not a CNPJ: leave it empty and use Create for such companies.',
	);
});

test.each(['529.982.247-25', '52998224725', 52998224725, '00052998224725'])(
	'%j is a CPF',
	(value) => {
		const { message, remedy } = refusalOf(() => parseCnpjAsTyped(value, 'CNPJ'));
		expect(message).toBe('“CNPJ” is a CPF, the number of a person');
		expect(remedy).toContain('leave it empty.');
		expect(refusalOf(() => parseIdentifyingCnpj(value, 'CNPJ')).remedy).toContain('use Create');
	},
);

test.each([
	['52998224724', 'has 11 digits'],
	['11111111111', 'has 11 digits'],
	['10052998224725', 'is not a valid CNPJ'],
])('%j is none', (value, problem) => {
	expect(refusalOf(() => parseCnpjAsTyped(value, 'CNPJ')).message).toContain(problem);
});
