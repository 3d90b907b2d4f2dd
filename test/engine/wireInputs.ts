/**
 * Fixed inputs for every operation, which fill in each of its fields and choose each choice of its
 * lists: what goes out for them is recorded in wire.table.json.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** One run of the node. */
export interface Input {
	/** Resource and operation, such as `contact.upsert`. */
	operation: string;
	/** What is special about it. */
	title: string;
	parameters: INodeParameters;
	items: IDataObject[];
	/** How the node stands in the workflow, where it is not simply behind its items. */
	as?: 'tool' | 'loop';
}

export const INPUTS: Input[] = [];

const input = (
	operation: string,
	title: string,
	parameters: INodeParameters,
	items: IDataObject[],
	as?: Input['as'],
) => INPUTS.push({ operation, title, parameters, items, as });

/** A resource locator whose ID was typed in. */
const byId = (value: string) => ({ __rl: true, mode: 'id', value });
/** A resource locator whose record was picked from the list. */
const picked = (value: string, cachedResultName = 'As the list shows it') => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

/** An expression that reads the item. */
const $ = (name: string) => `={{ $json.${name} }}`;

/** An ID with all that an address has to encode. */
const ODD = 'a/b c?d#e%25ã+&=;:@\'()*!~"<>|\\';
/** Reads overtake each other otherwise, and the table holds them as they arrive. */
const inTurn = { parallelRequests: 1 };
const allOptions = { ...inTurn, includeResponse: true, maxWaitSeconds: 30 };
const ids = [{ id: ODD }, { id: ' 8f14e45f ' }, { id: 42 }];
/** A key of the user’s own for each item. */
const own = { idempotencyKey: '=order-{{ $json.n }}:!~' };
/** Two items whose request is the same. */
const two = [{ n: 1 }, { n: 2 }];

const customTyped = {
	field: [
		{ slug: picked('cor_favorita'), type: 'string', value: $('color') },
		{ slug: { __rl: true, mode: 'slug', value: 'pontuacao' }, type: 'number', value: $('points') },
		{ slug: 'ativo', type: 'boolean', value: $('active') },
		{ slug: 'extras', type: 'json', value: '{"b":[1,null,"ç"],"a":{}}' },
	],
};
const customItems = [
	{ color: 'azul “céu” 💙', points: '12.50', active: 'True' },
	{ color: 7, points: -3, active: false },
];
/** Items with what the custom fields above read. */
const withCustomFields = (items: IDataObject[]) =>
	items.map((item, index) => ({ ...customItems[index], ...item }));

input(
	'contact.upsert',
	'every field, with keys of the user’s own',
	{
		name: $('name'),
		phone: $('phone'),
		email: $('email'),
		additionalFields: {
			companyId: picked($('company')),
			ownerId: $('owner'),
			tags: ' vip, newsletter,, ação ,"x" ',
			customFieldsJson: '{ "visitas": 3, "cor_favorita": "an entry wins", "vazio": "" }',
			customFields: customTyped,
			additionalBody: '{ "source": "n8n", "ownerId": "wins" , "nothing": null, "empty": "" }',
		},
		options: { ...allOptions, ...own },
	},
	withCustomFields([
		{
			n: 1,
			name: 'Ana "Aninha" \\ Souza\n',
			phone: ' (11) 98765-4321 ',
			email: 'ana@example.com',
			company: ODD,
			owner: 'u1',
		},
		{
			n: 2,
			name: 'José 😀 Ωmega',
			phone: '+351 912 345 678',
			email: 'Jose+crm@example.com',
			company: 42,
			owner: 7,
		},
	]),
);
input(
	'contact.upsert',
	'values of expressions: lists, objects, numbers, nothing',
	{
		name: $('name'),
		phone: $('phone'),
		email: $('email'),
		additionalFields: {
			companyId: byId($('company')),
			ownerId: $('owner'),
			tags: $('tags'),
			customFieldsJson: $('fields'),
			additionalBody: $('more'),
		},
	},
	[
		{
			name: null,
			phone: 11987654321,
			email: '',
			company: '',
			owner: null,
			tags: ['a, b', ' c ', 3, ''],
			fields: { z: 1, a: [true, ''], n: 0, no: false, gone: null },
			more: { deep: { list: [1, 2.5, 1e21, 1e-7] } },
		},
		{
			name: 'Bia',
			phone: '',
			email: 'bia@example.com',
			company: 'c1',
			owner: 'u1',
			tags: '["j", "s, o", "n"]',
			fields: '',
			more: {},
		},
		{ name: 2, phone: null, email: null, tags: [], fields: {}, more: null },
	],
);
input(
	'contact.upsert',
	'as a tool',
	{ name: $('name'), phone: $('phone') },
	[
		{ name: 'Ana', phone: '(11) 98765-4321' },
		{ name: 'Bia', phone: '(11) 98765-4322' },
	],
	'tool',
);
input('contact.get', 'every option', { contactId: byId($('id')), options: allOptions }, ids);
input(
	'contact.get',
	'picked from the list',
	{ contactId: picked('8f14e45f'), options: inTurn },
	two,
);
input(
	'contact.getAll',
	'all, over two pages, filtered',
	{
		returnAll: true,
		filters: { search: $('search'), updatedSince: $('since') },
		options: {
			...allOptions,
			pageSize: 20,
			additionalQuery:
				'{ "tag": "a b&c", "flags": [1, true], "o": {"é": 1}, "yes": false, "no": null, "none": "" }',
		},
	},
	[
		{ search: " São & Cia? 100%/+#'()*!~ ", since: '2026-01-31T09:00:00' },
		{ search: 42, since: '2026-01-31T09:00:00.123456+02:00' },
	],
);
input(
	'contact.getAll',
	'dates in all their forms',
	{ returnAll: false, limit: 1, filters: { updatedSince: $('since') }, options: inTurn },
	[
		{ since: '2026-07-15' },
		{ since: '2018-11-04 00:30' },
		{ since: 1767225600123 },
		{ since: '1767225600000' },
		{ since: '2026-01-31T09:00:00Z' },
		{ since: 'Sat, 31 Jan 2026 09:00:00 GMT' },
	],
);
input(
	'contact.getAll',
	'dates of expressions',
	{
		returnAll: false,
		limit: 2,
		filters: {
			updatedSince: '={{ DateTime.fromISO($json.since, { setZone: true }).minus({ days: 1 }) }}',
		},
		options: inTurn,
	},
	[{ since: '2026-03-01T00:00:00+09:00' }, { since: '2026-03-01T00:00:00' }],
);
input(
	'contact.getAll',
	'a limit over two pages',
	{ returnAll: false, limit: 3, options: { ...inTurn, pageSize: $('size') } },
	[{ size: 2 }, { size: '5' }],
);
input(
	'contact.getAll',
	'a page size that the service refuses',
	{ returnAll: true, options: { ...inTurn, pageSize: 500 } },
	two,
);
input('contact.getAll', 'nothing but the defaults', { options: inTurn }, two);
input(
	'contact.getAll',
	'a query that wins over filters and page size',
	{
		returnAll: false,
		limit: 50,
		filters: { search: 'filter' },
		options: { ...inTurn, additionalQuery: $('query') },
	},
	[{ query: { search: 'query', limit: 7 } }, { query: '{ "limit": "9", "cursor": "own" }' }],
);
const contactChanges = {
	name: $('name'),
	phone: $('phone'),
	email: $('email'),
	companyId: picked($('company')),
	ownerId: $('owner'),
	tags: $('tags'),
	customFieldsJson: '={{ { "visitas": $json.n, "vazio": null } }}',
	customFields: customTyped,
	additionalBody: '={{ { "birthday": $json.birthday ?? null } }}',
};
input(
	'contact.update',
	'every field, with keys of the user’s own',
	{ contactId: byId($('id')), updateFields: contactChanges, options: { ...allOptions, ...own } },
	withCustomFields([
		{
			n: 1,
			id: ODD,
			name: 'Ana',
			phone: '(11) 98765-4321',
			email: 'ana@example.com',
			company: 'c1',
			owner: 'u1',
			tags: 'a, b',
			birthday: '2000-02-29',
		},
		{
			n: 2,
			id: 42,
			name: 7,
			phone: 551198765432,
			email: 'x@example.com',
			company: 42,
			owner: 7,
			tags: ['a', 'b'],
		},
	]),
);
input(
	'contact.update',
	'clears every field, also one that is given',
	{
		contactId: picked('8f14e45f'),
		updateFields: {
			name: 'given',
			tags: $('tags'),
			clearFields: ['companyId', 'email', 'name', 'ownerId', 'phone', 'tags'],
		},
	},
	[{ tags: 'a' }, { tags: '' }],
);
input(
	'contact.update',
	'what to clear and to set from expressions, nothing from the rest',
	{
		contactId: byId($('id')),
		updateFields: {
			name: $('name'),
			phone: $('phone'),
			companyId: byId($('company')),
			tags: $('tags'),
			clearFields: $('clear'),
		},
	},
	[
		{ id: 'a', name: '', phone: null, clear: ['tags', 'email'] },
		{ id: 'b', name: 'B', clear: 'phone,ownerId', tags: [] },
	],
);
input(
	'contact.update',
	'custom fields of each type alone, one cleared by null',
	{
		contactId: byId($('id')),
		updateFields: {
			customFields: {
				field: [
					{ slug: picked('s'), type: 'string', value: ' kept as typed ' },
					{ slug: picked('n'), type: 'number', value: '1e3' },
					{ slug: picked('b'), type: 'boolean', value: 'false' },
					{ slug: picked('j'), type: 'json', value: 'null' },
					{ slug: picked('l'), type: 'json', value: '["x", 1.10]' },
					{ slug: picked('0'), type: 'number', value: 0 },
					{ slug: picked('empty'), type: 'string', value: '' },
				],
			},
		},
	},
	[{ id: 'a' }, { id: 'b' }],
);

const companyFields = {
	legalName: $('legal'),
	tradeName: $('trade'),
	address: $('address'),
	emails: $('emails'),
	phones: $('phones'),
	ownerId: $('owner'),
	customFieldsJson: '{ "porte": "ME", "extras": "an entry wins" }',
	customFields: customTyped,
	additionalBody: '{ "site": "https://example.com/?a=1&b=ç" }',
};
const companies = withCustomFields([
	{
		n: 1,
		id: ODD,
		cnpj: ' 11.222.333/0001-81 ',
		legal: 'Casa & Cia "Ltda"',
		trade: 'Casa',
		address: '{ "city": "São Paulo", "zip": "", "n": 12 }',
		emails: 'a@example.com , b@example.com',
		phones: '(11) 3333-4444,(11) 98765-4321',
		owner: 'u1',
	},
	{
		n: 2,
		id: 42,
		cnpj: '12ABC34501DE35',
		legal: 'Ação S/A',
		trade: 3,
		address: { city: 'Curitiba', geo: [1.5, -2], empty: null },
		emails: ['a@example.com'],
		phones: '["+551133334444", 1133334444]',
		owner: 7,
	},
]);
input(
	'company.create',
	'every field, with keys of the user’s own',
	{ cnpj: $('cnpj'), additionalFields: companyFields, options: { ...allOptions, ...own } },
	companies,
);
input('company.create', 'with and without a CNPJ, nothing else', { cnpj: $('cnpj') }, [
	{ cnpj: '11222333000181' },
	{ cnpj: 11222333000181 },
	{ cnpj: '' },
]);
input('company.get', 'every option', { companyId: byId($('id')), options: allOptions }, ids);
input(
	'company.getAll',
	'all, over two pages, filtered',
	{
		returnAll: true,
		filters: { search: $('search'), updatedSince: $('since'), includeInactive: $('inactive') },
		options: { ...allOptions, pageSize: 50, additionalQuery: '{ "porte": "ME&EPP" }' },
	},
	[
		{ search: '11.222.333/0001-81', since: '2026-01-31T09:00:00', inactive: true },
		{ search: 'Ação', since: '', inactive: 'False' },
	],
);
input(
	'company.getAll',
	'a limit, deactivated ones included',
	{ returnAll: false, limit: $('limit'), filters: { includeInactive: true }, options: inTurn },
	[{ limit: 1 }, { limit: 3 }],
);
input(
	'company.update',
	'every field, with keys of the user’s own',
	{
		companyId: byId($('id')),
		updateFields: { cnpj: $('cnpj'), ...companyFields },
		options: { ...allOptions, ...own },
	},
	companies,
);
input(
	'company.update',
	'clears every field, also one that is given',
	{
		companyId: picked('c1'),
		updateFields: {
			cnpj: '11.222.333/0001-81',
			emails: $('emails'),
			clearFields: ['cnpj', 'emails', 'ownerId', 'phones'],
		},
	},
	[{ emails: 'a@example.com' }, { emails: null }],
);
input('company.deactivate', 'with automatic keys', { companyId: byId($('id')) }, ids);
input(
	'company.deactivate',
	'every option',
	{ companyId: picked($('n')), options: { ...allOptions, ...own } },
	two,
);

const dealFields = {
	contactId: picked($('contact')),
	companyId: byId($('company')),
	ownerId: $('owner'),
	currency: 'BRL',
	tags: $('tags'),
	customFieldsJson: '{ "concorrente": "X" }',
	customFields: customTyped,
	additionalBody: '{ "productId": "p1" }',
};
const deals = withCustomFields([
	{
		n: 1,
		id: ODD,
		title: 'Sofá 3 lugares',
		pipeline: ODD,
		stage: 's1',
		value: 'R$ 1.234,56',
		cents: 123456,
		contact: 'k1',
		company: 'c1',
		owner: 'u1',
		tags: 'a,b',
	},
	{
		n: 2,
		id: 42,
		title: 7,
		pipeline: 1,
		stage: 2,
		value: 1234.5,
		cents: '0',
		contact: 3,
		company: 4,
		owner: 5,
		tags: ['a', 'b, c'],
	},
]);
input(
	'deal.create',
	'every field, its value in reais, with keys of the user’s own',
	{
		title: $('title'),
		pipelineId: picked($('pipeline')),
		stageId: byId($('stage')),
		additionalFields: { ...dealFields, value: $('value') },
		options: { ...allOptions, ...own },
	},
	deals,
);
input(
	'deal.create',
	'every field, its value in cents, with automatic keys',
	{
		title: $('title'),
		pipelineId: byId($('pipeline')),
		stageId: picked($('stage')),
		additionalFields: { ...dealFields, valueCents: $('cents') },
	},
	deals,
);
input(
	'deal.create',
	'a stage or a pipeline alone, amounts in all their forms',
	{
		title: 'Cama',
		pipelineId: byId($('pipeline')),
		stageId: byId($('stage')),
		additionalFields: { value: $('value') },
	},
	[
		{ pipeline: 'p1', value: '1234.56' },
		{ stage: 's1', value: '1,234.5' },
		{ pipeline: 'p1', value: '0,07' },
		{ stage: 's1', value: 0 },
		{ pipeline: 'p1', value: -10 },
		{ stage: 's1', value: '1.000.000' },
		{ pipeline: 'p1', stage: null, value: '' },
		{ stage: 's1', value: 1.1 },
	],
);
input('deal.delete', 'with automatic keys', { dealId: byId($('id')) }, ids);
input(
	'deal.delete',
	'every option',
	{ dealId: picked($('n')), options: { ...allOptions, ...own } },
	two,
);
input('deal.delete', 'as a tool', { dealId: byId($('id')) }, ids, 'tool');
input('deal.get', 'every option', { dealId: byId($('id')), options: allOptions }, ids);
input(
	'deal.getAll',
	'all, over two pages, filtered',
	{
		returnAll: true,
		filters: {
			status: $('status'),
			companyId: byId($('company')),
			contactId: picked($('contact')),
			ownerId: $('owner'),
			stageId: byId($('stage')),
			pipelineId: picked($('pipeline')),
			updatedSince: $('since'),
		},
		options: { ...allOptions, pageSize: 100, additionalQuery: '{ "productId": "p 1" }' },
	},
	[
		{
			status: 'open',
			company: ODD,
			contact: 'k1',
			owner: 'u1',
			stage: 's1',
			pipeline: 'p1',
			since: '2026-01-31T09:00:00',
		},
		{
			status: 'lost',
			company: 1,
			contact: 2,
			owner: 3,
			stage: 4,
			pipeline: ' p2 ',
			since: '2026-01-31T09:00:00-05:00',
		},
	],
);
for (const status of ['lost', 'open', 'won']) {
	input(
		'deal.getAll',
		`those that are ${status}, limited`,
		{ returnAll: false, limit: $('limit'), filters: { status }, options: inTurn },
		[{ limit: 2 }, { limit: '101' }],
	);
}
input(
	'deal.lose',
	'with and without a reason, with automatic keys',
	{ dealId: byId($('id')), additionalFields: { lostReasonId: $('reason') } },
	[
		{ id: ODD, reason: 'r1' },
		{ id: 42, reason: 7 },
		{ id: 'd3', reason: '' },
	],
);
input(
	'deal.lose',
	'every field, with keys of the user’s own',
	{
		dealId: picked('d1'),
		additionalFields: { lostReasonId: 'r1', additionalBody: '{ "note": "caro demais" }' },
		options: { ...allOptions, ...own },
	},
	two,
);
input('deal.move', 'with automatic keys', { dealId: byId($('id')), stageId: picked($('stage')) }, [
	{ id: ODD, stage: ODD },
	{ id: 42, stage: 7 },
]);
input(
	'deal.move',
	'every option, with keys of the user’s own',
	{
		dealId: picked('d1'),
		stageId: byId(' s1 '),
		options: { ...allOptions, ...own, additionalBody: '{ "position": 1, "stageId": "wins" }' },
	},
	two,
);
input(
	'deal.update',
	'every field, its value in reais, with keys of the user’s own',
	{
		dealId: byId($('id')),
		updateFields: { title: $('title'), ...dealFields, value: $('value') },
		options: { ...allOptions, ...own },
	},
	deals,
);
input(
	'deal.update',
	'every field, its value in cents, with automatic keys',
	{
		dealId: byId($('id')),
		updateFields: { title: $('title'), ...dealFields, valueCents: $('cents') },
	},
	deals,
);
input(
	'deal.update',
	'clears contact, company and tags, also those that are given',
	{
		dealId: picked('d1'),
		updateFields: {
			contactId: byId('k1'),
			tags: $('tags'),
			clearFields: ['companyId', 'contactId', 'tags'],
		},
	},
	[{ tags: 'a' }, { tags: '' }],
);
input('deal.win', 'with automatic keys', { dealId: byId($('id')) }, ids);
input(
	'deal.win',
	'every option, with keys of the user’s own',
	{ dealId: picked('d1'), options: { ...allOptions, ...own, additionalBody: $('more') } },
	[
		{ n: 1, more: { wonAt: '2026-01-31' } },
		{ n: 2, more: '{}' },
	],
);

input('pipeline.get', 'every option', { pipelineId: byId($('id')), options: allOptions }, ids);
input(
	'pipeline.getAll',
	'all, over two pages, filtered',
	{
		returnAll: true,
		filters: { includeInactive: $('inactive') },
		options: { ...allOptions, additionalQuery: '{ "kind": "sales & more" }' },
	},
	[{ inactive: true }, { inactive: 'false' }],
);
input(
	'pipeline.getAll',
	'a limit, which is not sent',
	{ returnAll: false, limit: $('limit'), options: inTurn },
	[{ limit: 1 }, { limit: 3 }],
);
input(
	'pipeline.getStages',
	'every option',
	{
		pipelineId: byId($('id')),
		options: { ...allOptions, additionalQuery: '{ "includeInactive": true }' },
	},
	ids,
);
input(
	'pipeline.getStages',
	'picked from the list',
	{ pipelineId: picked('p1'), options: inTurn },
	two,
);

input(
	'conversation.start',
	'every field, with keys of the user’s own; the outcome is asked for',
	{
		phone: $('phone'),
		templateName: $('template'),
		templateLanguage: picked('pt_BR', 'Portuguese (Brazil)'),
		templateParams: { param: [{ value: $('name') }, { value: '=R$ {{ $json.n }},50' }] },
		additionalFields: {
			name: $('name'),
			channelId: picked($('channel')),
			assignToSelf: $('self'),
			templateText: '=Olá {{1}}, são {{2}}',
			additionalBody: '{ "campaign": "verão" }',
		},
		options: { ...allOptions, ...own, includePreview: true, waitForOutcome: 10 },
	},
	[
		{
			n: 1,
			phone: ' (11) 98765-4321 ',
			template: ' boas_vindas ',
			name: 'Ana "A" 😀',
			channel: ODD,
			self: true,
		},
		{ n: 2, phone: '+1 (212) 555-0100', template: 'oferta', name: 7, channel: 42, self: 'False' },
	],
);
input(
	'conversation.start',
	'variables from expressions, with automatic keys',
	{
		phone: $('phone'),
		templateName: 'boas_vindas',
		templateLanguage: $('language'),
		templateParams: { param: [{ value: $('a') }, { value: $('b') }] },
	},
	[
		{ phone: 11987654321, language: 'en_US', a: 1, b: true },
		{ phone: '11987654322', language: ' es ', a: ' x ', b: '{{1}}\n' },
	],
);
input(
	'conversation.start',
	'no variables, language by code',
	{
		phone: $('phone'),
		templateName: 'sem_variaveis',
		templateLanguage: { __rl: true, mode: 'code', value: 'pt_PT' },
		options: { waitForOutcome: 0 },
	},
	[{ phone: '+551198765432' }, { phone: '+5511987654321' }],
);
input(
	'conversation.start',
	'as a tool',
	{
		phone: $('phone'),
		templateName: 'boas_vindas',
		templateLanguage: 'pt_BR',
		templateParams: { param: [{ value: 'Ana' }] },
	},
	[{ phone: '(11) 98765-4321' }, { phone: '(11) 98765-4322' }],
	'tool',
);
input(
	'conversation.getAll',
	'all, over two pages, filtered',
	{
		returnAll: true,
		filters: { contactId: byId($('id')) },
		options: { ...allOptions, additionalQuery: '{ "status": "open", "limit": 10 }' },
	},
	ids,
);
input(
	'conversation.getAll',
	'a limit, which is not sent',
	{ returnAll: false, limit: $('limit'), options: inTurn },
	[{ limit: 1 }, { limit: 3 }],
);

input(
	'message.get',
	'every option',
	{ conversationId: byId($('id')), messageId: $('message'), options: allOptions },
	[
		{ id: ODD, message: ODD },
		{ id: 42, message: 7 },
	],
);
input('message.send', 'with automatic keys', { conversationId: byId($('id')), text: $('text') }, [
	{ id: ODD, text: ' Oi, "Ana" \\ \t\n😀 ' },
	{ id: 42, text: 42 },
	{ id: 'c3', text: '{{1}} <b>&amp;</b>' },
]);
input(
	'message.send',
	'every option, with keys of the user’s own',
	{
		conversationId: picked('c1'),
		text: 'Oi',
		options: { ...allOptions, ...own, additionalBody: '{ "replyTo": "m1", "text": "wins" }' },
	},
	two,
);
input(
	'message.send',
	'in a loop',
	{ conversationId: picked('c1'), text: $('text') },
	[{ text: 'Oi' }, { text: 'Oi' }, { text: 'Tchau' }],
	'loop',
);

input(
	'channel.getAll',
	'all, over two pages',
	{ returnAll: true, options: { ...allOptions, additionalQuery: '{ "official": true }' } },
	two,
);
input(
	'channel.getAll',
	'a limit, which is not sent',
	{ returnAll: false, limit: $('limit'), options: inTurn },
	[{ limit: 1 }, { limit: 3 }],
);
