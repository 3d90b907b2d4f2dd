import { located, pinned, refused, unmoved } from './requests';

const companyId = located('co/1');
const fields = {
	legalName: 'Casa Clara Ltda.',
	tradeName: 'Casa Clara',
	address: '{"city":"Curitiba","state":""}',
	emails: 'a@example.com; b, c@example.com',
	phones: ['(11) 3333-4444', '(11) 98765-4321'],
	ownerId: 'u1',
	customFieldsJson: { size: 'M', color: undefined },
	customFields: { field: [{ slug: 'staff', type: 'number', value: '12' }] },
};
const sent =
	'"legalName":"Casa Clara Ltda.","tradeName":"Casa Clara","address":{"city":"Curitiba"},"emails":["a@example.com","b","c@example.com"],"phones":["(11) 3333-4444","(11) 98765-4321"],"ownerId":"u1","customFields":{"size":"M","staff":12}';
const empty = (value: unknown) => ({
	legalName: value,
	tradeName: value,
	address: value,
	emails: value,
	phones: value,
	ownerId: value,
	customFieldsJson: value,
	customFields: { field: [{ slug: 'staff', type: 'number', value }] },
	clearFields: value,
	additionalBody: value,
});

describe('Create', () => {
	pinned('company.create', [
		[
			'a CNPJ, as typed',
			{ cnpj: ' 11.222.333/0001-81 ' },
			'POST /companies',
			'{"cnpj":"11.222.333/0001-81"}',
		],
		[
			'a CNPJ that is a number',
			{ cnpj: 11222333000181 },
			'POST /companies',
			'{"cnpj":"11222333000181"}',
		],
		[
			'every field',
			{ cnpj: '11222333000181', additionalFields: { ...fields, additionalBody: '{"site":"x"}' } },
			'POST /companies',
			`{"cnpj":"11222333000181",${sent},"site":"x"}`,
		],
		[
			'what is merged last wins',
			{
				cnpj: '11222333000181',
				additionalFields: { legalName: 'A', additionalBody: { legalName: 'B', cnpj: null } },
			},
			'POST /companies',
			'{"cnpj":null,"legalName":"B"}',
		],
		[
			'lists of objects, untouched',
			{ additionalFields: { emails: [{ type: 'work', address: 'a@example.com' }] } },
			'POST /companies',
			'{"emails":[{"type":"work","address":"a@example.com"}]}',
		],
		[
			'nothing clears here',
			{ cnpj: '11222333000181', additionalFields: { clearFields: ['cnpj'] } },
			'POST /companies',
			'{"cnpj":"11222333000181"}',
		],
		...unmoved(
			(value) => ({ cnpj: value, additionalFields: { ...empty(value), legalName: 'A' } }),
			'POST /companies',
			'{"legalName":"A"}',
		),
	]);
	refused('company.create', [
		[
			{ cnpj: '', additionalFields: { legalName: ' ' } },
			'“CNPJ” is empty, and so is everything else',
		],
		[{ cnpj: '123' }, '“CNPJ” has 3 digits, but a CNPJ has 14'],
		[
			{ additionalFields: { address: 'Rua A, 1' } },
			`“Address” is not valid JSON: Unexpected token 'R', "Rua A, 1"`,
		],
		[{ additionalFields: { emails: { a: 1 } } }, '“Emails” takes a list, but got an object'],
		[{ additionalFields: { phones: { a: 1 } } }, '“Phones” takes a list, but got an object'],
		[{ additionalFields: { ownerId: ['u1'] } }, '“Owner ID” takes an ID, but got a list'],
	]);
});

describe('Get', () => {
	pinned('company.get', [
		['by ID', { companyId }, 'GET /companies/co%2F1'],
		['a plain number', { companyId: 7 }, 'GET /companies/7'],
	]);
	refused('company.get', [[{ companyId: located('', 'list') }, '“Company” is empty']]);
});

describe('Get Many', () => {
	pinned('company.getAll', [
		['without filters', {}, 'GET /companies?{"limit":"50"}'],
		[
			'every filter',
			{
				filters: { includeInactive: true, search: '11.222', updatedSince: '2026-01-31T12:00:00Z' },
			},
			'GET /companies?{"search":"11.222","updatedSince":"2026-01-31T12:00:00.000Z","includeInactive":"true","limit":"50"}',
		],
		[
			'deactivated ones, not',
			{ filters: { includeInactive: false } },
			'GET /companies?{"includeInactive":"false","limit":"50"}',
		],
		[
			'more query',
			{ options: { additionalQuery: { cnpj: 1 } } },
			'GET /companies?{"cnpj":"1","limit":"50"}',
		],
		...unmoved(
			(value) => ({
				filters: { updatedSince: value },
				options: { additionalQuery: value },
			}),
			'GET /companies?{"limit":"50"}',
		),
	]);
	refused('company.getAll', [
		[{ filters: { includeInactive: 'maybe' } }, '“Include Inactive” is neither true nor false'],
	]);
});

describe('Update', () => {
	const path = 'PATCH /companies/co%2F1';
	pinned('company.update', [
		['one field', { companyId, updateFields: { tradeName: 'B' } }, path, '{"tradeName":"B"}'],
		[
			'every field',
			{
				companyId,
				updateFields: { ...fields, cnpj: '11222333000181', additionalBody: '{"site":null}' },
			},
			path,
			`{"cnpj":"11222333000181",${sent},"site":null}`,
		],
		[
			'clearing wins',
			{
				companyId,
				updateFields: { ...fields, clearFields: ['cnpj', 'ownerId', 'emails', 'phones'] },
			},
			path,
			`{${sent
				.replace(/"emails":\[.*?\]/, '"emails":[]')
				.replace(/"phones":\[.*?\]/, '"phones":[]')
				.replace('"ownerId":"u1"', '"ownerId":null')},"cnpj":null}`,
		],
		...unmoved(
			(value) => ({ companyId, updateFields: { ...empty(value), cnpj: value, tradeName: 'B' } }),
			path,
			'{"tradeName":"B"}',
		),
	]);
	refused('company.update', [
		[{ companyId, updateFields: empty('') }, '“Update Fields” holds nothing to send'],
		[
			{ companyId, updateFields: { address: { city: '' } } },
			'“Update Fields” holds nothing to send',
		],
		[
			{ companyId, updateFields: { clearFields: ['legalName'] } },
			'“Clear Fields” can’t clear “legalName”',
		],
		[{ updateFields: fields }, '“Company” is empty'],
	]);
});

describe('Deactivate', () => {
	pinned('company.deactivate', [['by ID', { companyId }, 'DELETE /companies/co%2F1']]);
	refused('company.deactivate', [
		[{}, '“Company” is empty'],
		[{ companyId: located('.') }, '“Company” holds nothing that can be an ID'],
	]);
});
