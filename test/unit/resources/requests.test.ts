/**
 * What is particular to the one request of an operation: in what other ways it is filled in than with every field
 * (`test/engine/wire.test.ts`), and what it is refused for besides what each field is (`everyField.test.ts`).
 */
import type { IDataObject } from 'n8n-workflow';
import { refusalOf } from '../fields/refusals';
import {
	carriedOut,
	firstRequest,
	lineOf,
	located,
	prepared,
	rejectionOf,
	type Values,
	typed,
} from './requests';

const contactId = located('c/1');
const dealId = located('d/1');
const companyId = located('co/1');
const body = (given: object) => ({ additionalBody: given });

test.each<[operation: string, what: string, values: Values, line: string]>([
	['contact.upsert', 'a name alone', { name: 'Ana' }, 'POST /contacts {"name":"Ana"}'],
	[
		'contact.upsert',
		'a phone',
		{ phone: '11 98765-4321' },
		'POST /contacts {"phone":"11 98765-4321"}',
	],
	[
		'contact.upsert',
		'an email',
		{ email: ' Ana@Example.com' },
		'POST /contacts {"email":"Ana@Example.com"}',
	],
	[
		'contact.upsert',
		'what is merged last wins, null included',
		{ name: 'Ana', additionalFields: { tags: 'a', ...body({ name: 'Bia', tags: null }) } },
		'POST /contacts {"name":"Bia","tags":null}',
	],
	[
		'contact.update',
		'clearing wins over values, additional body over both',
		{
			contactId,
			updateFields: {
				...body({ email: 'b@example.com' }),
				...{
					clearFields: ['phone', 'email', 'tags'],
					tags: 'a',
					phone: '11 98765-4321',
					name: 'Ana',
				},
			},
		},
		'PATCH /contacts/c%2F1 {"name":"Ana","phone":null,"tags":[],"email":"b@example.com"}',
	],
	[
		'contact.update',
		'custom fields of additional body are added to the others, and win over them',
		{
			contactId,
			updateFields: {
				customFields: typed('number', { a: 1, b: 2, c: 1 }),
				...body({ customFields: { c: null, d: 3 } }),
			},
		},
		'PATCH /contacts/c%2F1 {"customFields":{"a":1,"b":2,"c":null,"d":3}}',
	],
	[
		'contact.update',
		'custom fields of additional body that are no object replace the others',
		{
			contactId,
			updateFields: { customFields: typed('number', { a: 1 }), ...body({ customFields: null }) },
		},
		'PATCH /contacts/c%2F1 {"customFields":null}',
	],
	[
		'company.update',
		'parts of an address in additional body are added to the others; lists replace them',
		{
			companyId,
			updateFields: {
				...{ address: '{"city":"Curitiba","state":"PR"}', emails: 'a@example.com' },
				...body({ address: { city: 'Londrina', zip: '86' }, emails: ['b@example.com'] }),
			},
		},
		'PATCH /companies/co%2F1 {"address":{"city":"Londrina","state":"PR","zip":"86"},"emails":["b@example.com"]}',
	],
	[
		'contact.update',
		'a custom field is cleared by a JSON null',
		{
			contactId,
			updateFields: { customFields: { field: [{ slug: 'a', type: 'json', value: null }] } },
		},
		'PATCH /contacts/c%2F1 {"customFields":{"a":null}}',
	],
	['contact.getAll', 'no filters', {}, 'GET /contacts?limit=50'],
	[
		'contact.getAll',
		'an exact phone by its last eight digits, in pages as large as they may be',
		{ filters: { phone: '+55 (11) 98765-4321' } },
		'GET /contacts?search=87654321&limit=100',
	],
	[
		'contact.getAll',
		'an exact email, whole',
		{ filters: { email: ' Ana@example.com', updatedSince: '2026-01-31T12:00:00Z' } },
		'GET /contacts?updatedSince=2026-01-31T12%3A00%3A00.000Z&search=Ana%40example.com&limit=100',
	],
	[
		'contact.getAll',
		'of a long email as much as a search may have',
		{ filters: { email: `${'a'.repeat(220)}@example.com` } },
		`GET /contacts?search=${'a'.repeat(200)}&limit=100`,
	],
	[
		'contact.getAll',
		'no filters of other lists',
		{ filters: { status: 'open', includeInactive: true } },
		'GET /contacts?limit=50',
	],
	[
		'contact.getAll',
		'more query, as text; what holds nothing is not sent',
		{ options: { additionalQuery: '{"page":2,"deep":{"a":1},"no":false,"a":null,"b":"","c":0}' } },
		'GET /contacts?page=2&deep=%7B%22a%22%3A1%7D&no=false&c=0&limit=50',
	],
	[
		'company.create',
		'lists of objects, untouched',
		{ additionalFields: { emails: [{ type: 'work', address: 'a@example.com' }] } },
		'POST /companies {"emails":[{"type":"work","address":"a@example.com"}]}',
	],
	[
		'company.getAll',
		'a filter that is false',
		{ filters: { includeInactive: false } },
		'GET /companies?includeInactive=false&limit=50',
	],
	[
		'deal.create',
		'in a pipeline, with a value in cents',
		{ title: 'T', pipelineId: located('p1'), additionalFields: { valueCents: 0 } },
		'POST /deals {"title":"T","pipelineId":"p1","valueCents":0}',
	],
	[
		'deal.create',
		'in a stage',
		{ title: 'T', stageId: 's1', pipelineId: located('') },
		'POST /deals {"title":"T","stageId":"s1"}',
	],
	[
		'deal.update',
		'a value of nothing',
		{ dealId, updateFields: { value: '0,00' } },
		'PATCH /deals/d%2F1 {"valueCents":0}',
	],
	['deal.win', 'an empty object', { dealId }, 'POST /deals/d%2F1/win {}'],
	['deal.lose', 'an empty object', { dealId }, 'POST /deals/d%2F1/lose {}'],
	[
		'deal.getAll',
		'a status with blanks',
		{ filters: { status: ' won ' } },
		'GET /deals?status=won&limit=50',
	],
	[
		'pipeline.getAll',
		'no limit, which the API does not take here',
		{ limit: 5, options: { pageSize: 5 } },
		'GET /pipelines',
	],
	[
		'conversation.start',
		'no variables, not assigned',
		{
			...{ phone: '11 98765-4321', templateName: 'oi', templateLanguage: 'pt_BR' },
			additionalFields: { assignToSelf: false },
		},
		'POST /conversations {"phone":"11 98765-4321","template":{"name":"oi","language":"pt_BR","params":[]},"assignToSelf":false}',
	],
	[
		'conversation.start',
		'an empty variable, where it is allowed',
		{
			...{ phone: '11 98765-4321', templateName: 'oi', templateLanguage: 'pt_BR' },
			templateParams: { param: [{ value: 'Ana' }, { value: '' }] },
			options: { allowEmptyVariables: true },
		},
		'POST /conversations {"phone":"11 98765-4321","template":{"name":"oi","language":"pt_BR","params":["Ana",""]}}',
	],
	[
		'message.send',
		'a text, as written',
		{ conversationId: located('k/1'), text: ' Olá\n' },
		'POST /conversations/k%2F1/messages {"text":" Olá\\n"}',
	],
])('%s: %s', (operation, _, values, line) => {
	expect(lineOf(firstRequest(operation, values))).toBe(line);
});

test('an update is refused where the type of its custom field shows that nothing is sent', async () => {
	const updateFields = { customFields: { field: [{ slug: 'cores', value: ' , ' }] } };
	for (const [name, id] of [
		['contact.update', { contactId }],
		['company.update', { companyId }],
	] as const) {
		const run = carriedOut(name, { ...id, updateFields }, () => ({
			data: [{ id: 'x', customFields: { cores: ['a'] } }],
			hasMore: false,
			nextCursor: null,
		}));
		expect((await rejectionOf(run)).message).toBe('“Update Fields” holds nothing to send');
	}
});

const started = { phone: '11 98765-4321', templateName: 'oi', templateLanguage: 'pt_BR' };
test.each<[operation: string, values: Values, message: string]>([
	['contact.upsert', {}, '“Name” is empty, and so are “Phone” and “Email”'],
	[
		'contact.upsert',
		{ name: '', phone: null, additionalFields: { tags: 'a' } },
		'“Name” is empty, and so are “Phone” and “Email”',
	],
	['contact.update', { contactId }, '“Update Fields” holds nothing to send'],
	['contact.getAll', { filters: { phone: '' } }, '“Phone” is empty'],
	['contact.getAll', { filters: { email: null } }, '“Email” is empty'],
	[
		'contact.getAll',
		{ filters: { phone: '11 98765-4321', email: 'a@example.com' } },
		'“Phone” and “Email” are both given',
	],
	[
		'contact.getAll',
		{ filters: { email: 'a@example.com', search: 'Ana' } },
		'“Email” and “Search” are both given',
	],
	[
		'contact.getAll',
		{ filters: { phone: '11 98765-4321' }, options: { additionalQuery: { search: 'Ana' } } },
		'“Phone” and “Search” are both given',
	],
	[
		'contact.update',
		{ contactId, updateFields: { name: '', tags: [], customFieldsJson: { a: null }, ...body({}) } },
		'“Update Fields” holds nothing to send',
	],
	...[[], {}, '[]', '{}', [null], '[""]', { a: { b: ' ' } }].map(
		(value): [string, Values, string] => [
			'contact.update',
			{ contactId, updateFields: { customFields: { field: [{ slug: 'cor', value }] } } },
			'“Update Fields” holds nothing to send',
		],
	),
	[
		'deal.update',
		{ dealId: 'd', updateFields: { ...body({ customFields: {} }), address: {} } },
		'“Update Fields” holds nothing to send',
	],
	[
		'company.create',
		{ cnpj: '', additionalFields: { legalName: ' ' } },
		'“CNPJ” is empty, and so is everything else',
	],
	[
		'company.update',
		{ companyId, updateFields: { address: { city: '' } } },
		'“Update Fields” holds nothing to send',
	],
	['deal.create', { title: 'T' }, '“Pipeline” and “Stage” are both empty'],
	[
		'deal.create',
		{ title: 'T', pipelineId: located(''), stageId: located(undefined) },
		'“Pipeline” and “Stage” are both empty',
	],
	['message.send', { conversationId: 'k', text: ' \n' }, '“Text” is empty'],
	[
		'conversation.start',
		{ ...started, templateText: 'Olá {{1}}!' },
		'“Template Variables: {{1}}” in “Olá {{1}}!” has no row',
	],
	[
		'conversation.start',
		{ ...started, templateParams: { param: [{ value: '' }] } },
		'“Template Variables: {{1}}” is empty',
	],
	// Otherwise the message would be out before this is noticed.
	[
		'conversation.start',
		{ ...started, options: { waitForOutcome: -1 } },
		'“Wait for Outcome (Seconds)” is not a whole number from 1 to 3600',
	],
	[
		'conversation.start',
		{ ...started, options: { waitForOutcome: 3601 } },
		'“Wait for Outcome (Seconds)” is not a whole number from 1 to 3600',
	],
])('%s refuses %j', (operation, values, message) => {
	expect(refusalOf(() => firstRequest(operation, values)).message).toBe(message);
});

test('an ID is to be picked only where there is a list', () => {
	const remedyOf = (values: Values) => refusalOf(() => firstRequest('message.get', values)).remedy;
	expect(remedyOf({ messageId: 'm' })).toMatch(/^Choose one from the list or enter its ID\./);
	expect(remedyOf({ conversationId: 'k' })).toMatch(/^Enter the ID\./);
});

test('two writes that may change the same contact share a lock', () => {
	const locks = (values: Values) => prepared('contact.upsert', values).intent.locks;
	expect(locks({ phone: '(11) 98765-4321' })).toEqual(locks({ phone: '+5511987654321' }));
	expect(locks({ email: ' Ana@Example.com ' })).toEqual(['contacts/ana@example.com']);
	expect(locks({ phone: '11987654321' })).not.toEqual(locks({ phone: '11987654322' }));
	expect(locks({ name: 'Ana' })).toEqual([]);
});

test('a phone in Your Own JSON is locked, judged and told like that of the field', () => {
	const phone = '21 97654-3210';
	const replaced = { ...started, additionalFields: { additionalBody: { phone } } };
	const { intent } = prepared('conversation.start', replaced);
	expect(intent.locks).toEqual(prepared('conversation.start', { ...started, phone }).intent.locks);
	expect([intent.phone, intent.message?.phone]).toEqual([phone, phone]);
});

describe('output', () => {
	const given = async (operation: string, values: Values, answer: IDataObject) =>
		(await carriedOut(operation, values, () => answer)).records;

	test('of Get is the record as the service has it', async () => {
		const record = { id: 'd1', own: null };
		expect(await given('deal.get', { dealId }, record)).toEqual([record]);
	});

	test('of a deletion is the service’s own answer, and says that it happened', async () => {
		const deleted = async (answer: IDataObject) => await given('deal.delete', { dealId }, answer);
		expect(await deleted({ id: 'd1', tasks: 2 })).toEqual([{ id: 'd1', tasks: 2, deleted: true }]);
		expect(await deleted({ id: 'd1', deleted: 'no' })).toEqual([{ id: 'd1', deleted: 'no' }]);
	});

	test('of a list is no more than is asked for, however much the service gives', async () => {
		const page = { data: [{ id: 1 }, { id: 2 }, { id: 3 }], hasMore: true, nextCursor: 'n' };
		expect(await given('deal.getAll', { limit: 2 }, page)).toEqual([{ id: 1 }, { id: 2 }]);
	});
});
