import { cnpjOf } from '../../../nodes/CustomerRelationship/fields/cnpj';
import { NOTHING, refusalOf } from './refusals';

test.each<[unknown, string]>([
	['11.222.333/0001-81', '11.222.333/0001-81'],
	['11222333000181', '11222333000181'],
	[' 11222333000181 ', '11222333000181'],
	[11222333000181, '11222333000181'],
	['11.222.333/0001–81', '11.222.333/0001-81'],
	['11.222.333/0001−81', '11.222.333/0001-81'],
	// Wrong check digits are the service's to judge, and so are letters, which new numbers have.
	['00000000000000', '00000000000000'],
	['12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
])('%p goes out as typed, with a plain dash', (value, cnpj) => {
	expect(cnpjOf(value, 'CNPJ')).toBe(cnpj);
});

test.each([...NOTHING, ['blanks', '  '] as [string, unknown]])('%s is not sent', (_name, value) => {
	expect(cnpjOf(value, 'CNPJ')).toBeUndefined();
});

test('another length can’t be one', () => {
	const { message, remedy } = refusalOf(() => cnpjOf('11.222.333/0001-8', 'CNPJ'));
	expect(message).toBe('“CNPJ” has 13 digits, but a CNPJ has 14');
	expect(remedy).toContain('11.222.333/0001-81');
	expect(refusalOf(() => cnpjOf('112223330001811', 'CNPJ')).message).toContain('has 15 digits');
});

test('a number may have lost its leading zeros', () => {
	const { message, remedy } = refusalOf(() => cnpjOf(191, 'CNPJ'));
	expect(message).toBe('“CNPJ” has 3 digits, but a CNPJ has 14');
	expect(remedy).toContain('as text');
});
