import { cnpjField } from '../../../nodes/CustomerRelationship/fields/cnpj';
import { countsAs } from '../../../nodes/CustomerRelationship/fields/countsAs';
import { emailField } from '../../../nodes/CustomerRelationship/fields/email';
import { searchFilter, updatedSince } from '../../../nodes/CustomerRelationship/fields/filters';
import { idempotencyKey } from '../../../nodes/CustomerRelationship/fields/idempotencyKey';
import { dealValueInReais } from '../../../nodes/CustomerRelationship/fields/money';
import { assertMaxLength } from '../../../nodes/CustomerRelationship/fields/parsers/length';
import { phoneField } from '../../../nodes/CustomerRelationship/fields/phone';
import { dealIdField } from '../../../nodes/CustomerRelationship/fields/resourceLocators';
import { ownerIdField } from '../../../nodes/CustomerRelationship/fields/id';
import { templateFields } from '../../../nodes/CustomerRelationship/fields/template';
import { refusalOf } from './refusals';

const settings = { displayName: 'A', name: 'a' };

test.each([
	['an ID', dealIdField(), 64],
	['an ID without a list', ownerIdField(''), 64],
	['an own key', idempotencyKey, 255],
	['a word that messages count as', countsAs, 255],
	['a search', searchFilter('the name'), 200],
	['a phone', phoneField(settings), 1_000],
	['a CNPJ', cnpjField(settings), 1_000],
	['an e-mail', emailField(settings), 1_000],
	['an amount', dealValueInReais, 1_000],
	['a date', updatedSince, 1_000],
	['a language', templateFields.templateLanguage, 1_000],
])('%s has a bound', (_, { maxLength }, most) => {
	expect(maxLength).toBe(most);
});

test.each<[unknown]>([
	['x'.repeat(10)],
	[`\u200b${'x'.repeat(10)}\u200b\n `],
	[' '.repeat(1_000_000)],
	[12_345_678_901],
	[undefined],
	[{ a: 1 }],
])('what is seen of a value counts: %#', (value) => {
	expect(() => assertMaxLength(value, 'A', 10)).not.toThrow();
});

test('a longer one is refused by its length, and shown by its beginning', () => {
	const refusal = refusalOf(() => assertMaxLength(` ${'x'.repeat(20_000)} `, 'A', 1_000));
	expect(refusal.message).toBe('“A” has 20000 characters, but takes at most 1000');
	expect(refusal.value).toContain('xxx');
});
