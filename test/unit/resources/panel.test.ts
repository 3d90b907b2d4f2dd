/**
 * What each field is, besides what it says: its type, its default and what else n8n reads of it. Written down a second time
 * on purpose: workflows keep only what differs from a default, so another default changes what saved ones do.
 */
import type { INodeProperties } from 'n8n-workflow';
import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node';
import { CustomerRelationshipTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node';
import { alphabetical } from '../../../nodes/CustomerRelationship/fields/alphabetical';
import { everyOperation } from '../../../scripts/docs/operations';
import { requestOf } from '../../../scripts/docs/request';

const action = new CustomerRelationship().description.properties;
const trigger = new CustomerRelationshipTrigger().description.properties;

const SHOWN = ['displayName', 'description', 'placeholder', 'hint', 'name', 'action'];
/** Texts, and what is looked at in other ways. */
const ELSEWHERE = [...SHOWN, 'options', 'required'];

interface Named {
	name: string;
	value?: unknown;
	type?: string;
	options?: Named[];
	values?: Named[];
}

const without = (object: object, keys: string[]) =>
	Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

function shapeOf({ displayOptions, modes, options, ...property }: INodeProperties): object {
	const show = without(displayOptions?.show ?? {}, ['resource', 'operation']);
	const values = ((options ?? []) as Named[]).flatMap(({ value }) => value ?? []);
	return {
		...without(property, ELSEWHERE),
		...(Object.keys(show).length > 0 && { show }),
		...(modes && { modes: modes.map((mode) => without(mode, ['displayName', 'placeholder'])) }),
		...(values.length > 0 && { values }),
	};
}

/** The shapes of all fields by their names, those of collections and groups included; each shape once. */
function shapesIn(properties: Named[], shapes: Record<string, object[]> = {}) {
	for (const property of properties) {
		if ('type' in property) {
			const known = (shapes[property.name] ??= []);
			const shape = shapeOf(property as INodeProperties);
			if (!known.some((one) => JSON.stringify(one) === JSON.stringify(shape))) known.push(shape);
		}
		shapesIn([...(property.options ?? []), ...(property.values ?? [])], shapes);
	}
	return shapes;
}

const TEXT = { type: 'string', default: '' };
const OBJECT = { type: 'json', default: '{}' };
const OFF = { type: 'boolean', default: false };
const COLLECTION = { type: 'collection', default: {} };
const LARGE_TEXT = { ...TEXT, typeOptions: { rows: 3 } };

const number = (value: number, typeOptions: object) => ({
	...{ type: 'number', default: value, typeOptions },
});
const choice = (value: string, ...values: string[]) => ({
	...{ type: 'options', default: value, values },
});
const fixedChoice = (value: string, ...values: string[]) => ({
	...choice(value, ...values),
	noDataExpression: true,
});
const several = (...values: string[]) => ({ type: 'multiOptions', default: [], values });
const entries = (typeOptions: object = {}) => ({
	...{ type: 'fixedCollection', default: {} },
	typeOptions: { multipleValues: true, ...typeOptions },
});
const picked = (searchListMethod: string, other = 'id') => ({
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{ name: 'list', type: 'list', typeOptions: { searchListMethod, searchable: true } },
		{ name: other, type: 'string' },
	],
});

test('the fields of the action node', () => {
	expect(shapesIn(action)).toEqual({
		resource: [
			fixedChoice(
				'contact',
				...['channel', 'company', 'contact', 'conversation', 'deal', 'message', 'pipeline'],
			),
		],
		operation: [
			fixedChoice('getAll', 'getAll'),
			fixedChoice('create', 'create', 'deactivate', 'get', 'getAll', 'update'),
			fixedChoice('upsert', 'upsert', 'get', 'getAll', 'update'),
			fixedChoice('getAll', 'getAll', 'start'),
			fixedChoice('create', 'create', 'delete', 'get', 'getAll', 'lose', 'move', 'update', 'win'),
			fixedChoice('get', 'get', 'send'),
			fixedChoice('get', 'get', 'getAll', 'getStages'),
		],

		returnAll: [OFF],
		limit: [{ ...number(50, { minValue: 1 }), show: { returnAll: [false] } }],
		filters: [COLLECTION],
		search: [TEXT],
		updatedSince: [{ type: 'dateTime', default: '' }],
		includeInactive: [OFF],
		status: [choice('open', 'lost', 'open', 'won')],

		options: [COLLECTION],
		additionalQuery: [OBJECT],
		idempotencyKey: [TEXT],
		includePreview: [OFF],
		includeResponse: [OFF],
		maxWaitSeconds: [number(300, { minValue: 0 })],
		pageSize: [number(100, { minValue: 1 })],
		parallelRequests: [
			number(5, { minValue: 1, maxValue: 50 }),
			number(1, { minValue: 1, maxValue: 50 }),
		],
		waitForOutcome: [number(30, { minValue: 0, maxValue: 3600 })],

		channelId: [picked('searchChannels')],
		companyId: [picked('searchCompanies')],
		contactId: [picked('searchContacts')],
		conversationId: [picked('searchConversations')],
		dealId: [picked('searchDeals')],
		pipelineId: [picked('searchPipelines')],
		stageId: [picked('searchStages')],
		lostReasonId: [TEXT],
		messageId: [TEXT],
		ownerId: [TEXT],

		additionalBody: [OBJECT],
		additionalFields: [COLLECTION],
		updateFields: [COLLECTION],
		clearFields: [
			several('cnpj', 'emails', 'ownerId', 'phones'),
			several('companyId', 'email', 'name', 'ownerId', 'phone', 'tags'),
			several('companyId', 'contactId', 'tags'),
		],
		customFields: [entries()],
		slug: [
			picked('searchCompanyCustomFields', 'slug'),
			picked('searchContactCustomFields', 'slug'),
			picked('searchDealCustomFields', 'slug'),
		],
		type: [choice('string', 'boolean', 'json', 'number', 'string')],
		customFieldsJson: [OBJECT],

		address: [OBJECT],
		allowEmptyVariables: [OFF],
		assignToSelf: [OFF],
		cnpj: [TEXT],
		currency: [TEXT],
		email: [TEXT],
		emails: [TEXT],
		legalName: [TEXT],
		name: [TEXT],
		phone: [TEXT],
		phones: [TEXT],
		tags: [TEXT],
		text: [LARGE_TEXT],
		title: [TEXT],
		tradeName: [TEXT],
		value: [TEXT],
		valueCents: [number(0, { numberPrecision: 0 })],

		templateLanguage: [
			{
				...picked('searchLanguages', 'code'),
				default: { mode: 'list', value: 'pt_BR', cachedResultName: 'Portuguese (Brazil)' },
			},
		],
		templateName: [TEXT],
		templateParams: [entries({ sortable: true })],
		templateText: [LARGE_TEXT],
	});
});

test('the fields of the trigger', () => {
	expect(shapesIn(trigger)).toEqual({
		productionNotice: [{ type: 'notice', default: '' }],
		testNotice: [{ type: 'notice', default: '' }],
		events: [
			several(
				...['*', 'contact.created', 'deal.created'],
				...['message.failed', 'message.received', 'message.sent'],
			),
		],
		otherEvents: [TEXT],
		options: [COLLECTION],
		answer: [fixedChoice('atOnce', 'atOnce', 'whenFinished')],
		includeHeaders: [OFF],
		skipDuplicates: [{ type: 'boolean', default: true }],
		toleranceSeconds: [number(300, { minValue: 0, numberPrecision: 0 })],
	});
});

test('what each operation requires', () => {
	const required: Record<string, string[]> = {};
	for (const { name, required: must, displayOptions } of action) {
		const { resource = [], operation = [] } = displayOptions?.show ?? {};
		if (must) (required[`${String(resource)}.${String(operation)}`] ??= []).push(name);
	}
	expect(required).toEqual({
		'company.deactivate': ['companyId'],
		'company.get': ['companyId'],
		'company.update': ['companyId'],
		'contact.get': ['contactId'],
		'contact.update': ['contactId'],
		'conversation.start': ['phone', 'templateName', 'templateLanguage'],
		'deal.create': ['title'],
		'deal.delete': ['dealId'],
		'deal.get': ['dealId'],
		'deal.lose': ['dealId'],
		'deal.move': ['dealId', 'stageId'],
		'deal.update': ['dealId'],
		'deal.win': ['dealId'],
		'message.get': ['conversationId', 'messageId'],
		'message.send': ['conversationId', 'text'],
		'pipeline.get': ['pipelineId'],
		'pipeline.getStages': ['pipelineId'],
	});
});

test('labels stand in alphabetical order, whatever their case', () => {
	const labels = ['b', 'C', 'ab', 'A', 'a_b', 'B c'];
	expect(alphabetical(labels, (label) => label)).toBe(labels);
	expect(labels).toEqual(['A', 'a_b', 'ab', 'b', 'B c', 'C']);
});

test('no text is empty or lost a part of itself', () => {
	const texts = (value: unknown, key = ''): Array<[string, string]> => {
		if (typeof value === 'string') return [[key, value]];
		const entries = typeof value === 'object' && value ? Object.entries(value) : [];
		return entries.flatMap(([name, inner]) => texts(inner, name));
	};
	const odd = texts([...action, ...trigger]).filter(
		([key, text]) => SHOWN.includes(key) && (text === '' || / {2}|^\s|\s$| …/.test(text)),
	);
	expect(odd).toEqual([]);
});

test('an operation is a list, another reading or a write, as its request is', () => {
	for (const { resource, value, operation } of everyOperation()) {
		const name = `${resource}.${value}`;
		const isList =
			operation.properties.some((property) => property.name === 'returnAll') ||
			name === 'pipeline.getStages';
		const reading = isList ? 'list' : 'read';
		const { method } = requestOf(operation);
		expect([name, operation.kind]).toEqual([name, method === 'GET' ? reading : 'write']);
	}
});
