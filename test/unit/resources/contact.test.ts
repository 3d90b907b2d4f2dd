import { firstRequest, located, pinned, refused, unmoved } from './requests';

const everything = {
	companyId: located('co/1', 'list'),
	ownerId: 'u1',
	tags: 'vip, gold',
	customFieldsJson: '{"b":2,"c":""}',
	customFields: { field: [{ slug: located('a'), type: 'boolean', value: 'true' }] },
};

describe('Create or Update', () => {
	pinned('contact.upsert', [
		['a name', { name: 'Ana' }, 'POST /contacts', '{"name":"Ana"}'],
		[
			'a phone, as typed',
			{ phone: ' (11) 98765-4321' },
			'POST /contacts',
			'{"phone":"(11) 98765-4321"}',
		],
		[
			'a phone that is a number',
			{ phone: 11987654321 },
			'POST /contacts',
			'{"phone":"11987654321"}',
		],
		['an email', { email: 'Ana@Example.com' }, 'POST /contacts', '{"email":"Ana@Example.com"}'],
		[
			'every field',
			{
				name: 'Ana',
				phone: '+1 415 555 0100',
				email: 'ana@example.com',
				additionalFields: { ...everything, additionalBody: '{"nickname":"Aninha"}' },
			},
			'POST /contacts',
			'{"name":"Ana","phone":"+1 415 555 0100","email":"ana@example.com","companyId":"co/1","ownerId":"u1","tags":["vip","gold"],"customFields":{"b":2,"a":true},"nickname":"Aninha"}',
		],
		[
			'what is merged last wins',
			{ name: 'Ana', additionalFields: { tags: 'a', additionalBody: { name: 'Bia', tags: null } } },
			'POST /contacts',
			'{"name":"Bia","tags":null}',
		],
		[
			'an array of tags, untouched',
			{ name: 'Ana', additionalFields: { tags: ['a, b', ' c'] } },
			'POST /contacts',
			'{"name":"Ana","tags":["a, b"," c"]}',
		],
		[
			'nothing clears here',
			{ name: 'Ana', additionalFields: { clearFields: ['phone', 'tags'] } },
			'POST /contacts',
			'{"name":"Ana"}',
		],
		...unmoved(
			(value) => ({
				name: 'Ana',
				phone: value,
				email: value,
				additionalFields: {
					companyId: located(value),
					ownerId: value,
					tags: value,
					customFieldsJson: value,
					customFields: { field: [{ slug: 'a', type: 'string', value }] },
					additionalBody: value,
				},
			}),
			'POST /contacts',
			'{"name":"Ana"}',
		),
	]);

	refused('contact.upsert', [
		[{}, '“Name” is empty, and so are “Phone” and “Email”'],
		[
			{ name: '', phone: null, additionalFields: { tags: 'a' } },
			'“Name” is empty, and so are “Phone” and “Email”',
		],
		[{ name: ['Ana'] }, '“Name” takes a text, but got a list'],
		[{ phone: 'none' }, '“Phone” has letters in it'],
		[
			{ name: 'Ana', additionalFields: { companyId: { id: 1 } } },
			'“Company” takes an ID, but got an object',
		],
		[{ name: 'Ana', additionalFields: { tags: {} } }, '“Tags” takes a list, but got an object'],
		[
			{ name: 'Ana', additionalFields: { additionalBody: '{"a"}' } },
			`“Additional Body” is not valid JSON: Expected ':' after property name in JSON near “{"a"}”`,
		],
		[
			{ name: 'Ana', additionalFields: { additionalBody: '[1]' } },
			'“Additional Body” is not a JSON object',
		],
		[
			{
				name: 'Ana',
				additionalFields: { customFields: { field: [{ slug: 'a', type: 'number', value: 'x' }] } },
			},
			'“Custom Fields: a” is not a number',
		],
	]);

	test('two writes that may mean the same contact are known as such', () => {
		const records = (values: object) => firstRequest('contact.upsert', { ...values }).recordKeys;
		expect(records({ phone: '(11) 98765-4321' })).toEqual(records({ phone: '+5511987654321' }));
		expect(records({ email: 'Ana@Example.com' })).toEqual(['contacts/ana@example.com']);
		expect(records({ email: ' ana@example.com ' })).toEqual(['contacts/ana@example.com']);
		expect(records({ phone: '11987654321' })).not.toEqual(records({ phone: '11987654322' }));
		expect(records({ name: 'Ana' })).toEqual([]);
	});
});

describe('Get', () => {
	pinned('contact.get', [
		['by ID', { contactId: located('c1') }, 'GET /contacts/c1'],
		['from the list', { contactId: located('c1', 'list') }, 'GET /contacts/c1'],
		['a plain ID', { contactId: 'c1' }, 'GET /contacts/c1'],
		['a number', { contactId: 17 }, 'GET /contacts/17'],
		['an odd ID', { contactId: 'a/ü?#%' }, 'GET /contacts/a%2F%C3%BC%3F%23%25'],
	]);
	refused('contact.get', [
		[{}, '“Contact” is empty'],
		[{ contactId: located('') }, '“Contact” is empty'],
		[{ contactId: located(undefined) }, '“Contact” is empty'],
		[{ contactId: null }, '“Contact” is empty'],
		[{ contactId: '..' }, '“Contact” holds nothing that can be an ID'],
		[{ contactId: 'x'.repeat(65) }, '“Contact” has 65 characters, but an ID has at most 64'],
	]);
});

describe('Get Many', () => {
	pinned('contact.getAll', [
		['without filters', {}, 'GET /contacts?{"limit":"50"}'],
		[
			'every filter',
			{ filters: { search: 'Ana', updatedSince: '2026-01-31T09:00:00' } },
			'GET /contacts?{"search":"Ana","updatedSince":"2026-01-31T12:00:00.000Z","limit":"50"}',
		],
		[
			'more query',
			{
				filters: { search: 'Ana' },
				options: { additionalQuery: '{"search":"Bia","page":2,"deep":{"a":1}}' },
			},
			'GET /contacts?{"search":"Bia","page":"2","deep":"{\\"a\\":1}","limit":"50"}',
		],
		[
			'filters of other lists are not sent',
			{ filters: { status: 'open', includeInactive: true } },
			'GET /contacts?{"limit":"50"}',
		],
		...unmoved(
			(value) => ({
				filters: { updatedSince: value },
				options: { additionalQuery: value },
			}),
			'GET /contacts?{"limit":"50"}',
		),
	]);
	refused('contact.getAll', [
		[
			{ filters: { updatedSince: 'soon' } },
			'“Updated Since” is not a date that can be read in one way only',
		],
		[{ filters: { search: 'x'.repeat(201) } }, '“Search” has 201 characters'],
		[
			{ options: { additionalQuery: '{' } },
			`“Additional Query” is not valid JSON: Expected property name or '}' in JSON near “{”`,
		],
	]);
});

describe('Update', () => {
	const path = 'PATCH /contacts/c%2F1';
	const contactId = located('c/1');

	pinned('contact.update', [
		['one field', { contactId, updateFields: { name: 'Ana' } }, path, '{"name":"Ana"}'],
		[
			'every field',
			{
				contactId,
				updateFields: {
					additionalBody: { nickname: null },
					...everything,
					email: 'ana@example.com',
					phone: '11 98765-4321',
					name: 'Ana',
				},
			},
			path,
			'{"name":"Ana","phone":"11 98765-4321","email":"ana@example.com","companyId":"co/1","ownerId":"u1","tags":["vip","gold"],"customFields":{"b":2,"a":true},"nickname":null}',
		],
		[
			'clearing wins over values, additional body over both',
			{
				contactId,
				updateFields: {
					name: 'Ana',
					phone: '11 98765-4321',
					tags: 'a',
					clearFields: ['phone', 'email', 'companyId', 'ownerId', 'tags'],
					additionalBody: '{"email":"b@example.com"}',
				},
			},
			path,
			'{"name":"Ana","phone":null,"tags":[],"email":"b@example.com","companyId":null,"ownerId":null}',
		],
		[
			'a name can be cleared',
			{ contactId, updateFields: { clearFields: ['name'] } },
			path,
			'{"name":null}',
		],
		[
			'a custom field is cleared by a JSON null',
			{
				contactId,
				updateFields: { customFields: { field: [{ slug: 'a', type: 'json', value: null }] } },
			},
			path,
			'{"customFields":{"a":null}}',
		],
		...unmoved(
			(value) => ({
				contactId,
				updateFields: {
					name: 'Ana',
					phone: value,
					email: value,
					companyId: located(value),
					ownerId: value,
					tags: value,
					clearFields: value,
					customFieldsJson: value,
					customFields: { field: [{ slug: 'a', type: 'string', value }] },
					additionalBody: value,
				},
			}),
			path,
			'{"name":"Ana"}',
		),
	]);

	refused('contact.update', [
		[{ updateFields: { name: 'Ana' } }, '“Contact” is empty'],
		[{ contactId }, '“Update Fields” holds nothing to send'],
		[
			{ contactId, updateFields: { name: '', tags: [], customFieldsJson: { a: null } } },
			'“Update Fields” holds nothing to send',
		],
		[
			{ contactId, updateFields: { additionalBody: '{}' } },
			'“Update Fields” holds nothing to send',
		],
		[
			{ contactId, updateFields: { clearFields: ['customFields'] } },
			'“Clear Fields” can’t clear “customFields”',
		],
		[{ contactId, updateFields: { phone: 'x' } }, '“Phone” has letters in it'],
	]);
});
