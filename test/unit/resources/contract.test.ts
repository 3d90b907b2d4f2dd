import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { CustomerRelationshipApi } from '../../../credentials/CustomerRelationshipApi.credentials';
import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node';
import { CustomerRelationshipChangesTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node';
import { CustomerRelationshipTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node';
import { listSearch } from '../../../nodes/CustomerRelationship/listSearch';
import { everyOperation } from '../../../scripts/docs/operations';
import { requestsOf } from '../../../scripts/docs/request';

const { description, methods } = new CustomerRelationship();
const trigger = new CustomerRelationshipTrigger().description;
const changes = new CustomerRelationshipChangesTrigger().description;
const operations = everyOperation();

/** What a field holds: the fields of a collection, the groups of a fixed one; nothing for choices. */
const inside = ({ options = [] }: INodeProperties) =>
	options.flatMap((entry) =>
		'value' in entry ? [] : 'values' in entry ? entry.values : [entry as INodeProperties],
	);
const everyProperty = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => [property, ...everyProperty(inside(property))]);
const all = everyProperty([...description.properties, ...changes.properties]);

/** What n8n knows of a field besides its name, texts, default and what stands in it. */
function kindOf({
	type,
	typeOptions,
	required,
	noDataExpression,
	displayOptions,
}: INodeProperties) {
	const { resource, operation, ...show } = displayOptions?.show ?? {};
	const more = { typeOptions, required, noDataExpression, ...(resource && operation ? show : {}) };
	const text = JSON.stringify(more);
	return text === '{}' ? type : `${type} ${text}`;
}

/** What saved workflows hold of fields, a line each: name, kind, default, modes and choices. */
const savedNames = (properties: INodeProperties[], path = ''): string[] =>
	properties
		.flatMap((property) => {
			const { name, default: value, modes = [], options = [] } = property;
			const at = `${path}${name}`;
			const choices = options.flatMap((entry) => ('value' in entry ? [String(entry.value)] : []));
			const ways = modes.map(({ name: mode, type, typeOptions }) =>
				[mode, type, ...(typeOptions ? [JSON.stringify(typeOptions)] : [])].join(':'),
			);
			const words = [kindOf(property), JSON.stringify(value), ...ways, ...choices];
			const within = options.flatMap((entry) => {
				if ('value' in entry) return [];
				const group = 'values' in entry;
				return savedNames(
					group ? entry.values : [entry as INodeProperties],
					group ? `${at}.${entry.name}.` : `${at}.`,
				);
			});
			return [`${at}: ${words.join(' ')}`, ...within];
		})
		.sort();

const savedOf = ({ name, version, credentials, webhooks }: INodeTypeDescription) => ({
	...{ name, version, credentials: credentials?.map((one) => one.name) },
	webhooks: webhooks?.map(({ name: own, httpMethod, path }) => [own, httpMethod, path].join(' ')),
});

// A line that changes or goes breaks saved workflows (CONTRIBUTING.md). For new ones: npm run record
test('the names that saved workflows depend on are as they were', async () => {
	const saved = await Promise.all(
		operations.map(async ({ resource, value, operation, fields, collections, options }) => {
			const requests = await requestsOf(operation);
			const asked = requests.map(({ method, path }) => `${method} ${path}`);
			const names = savedNames([...fields, ...collections]);
			const lines = [...asked, ...names, ...savedNames(options, 'options.')];
			return [`${resource}.${value}`, lines];
		}),
	);
	expect({
		credential: savedNames(new CustomerRelationshipApi().properties),
		node: savedOf(description),
		dropdowns: savedNames(
			description.properties.filter(({ name }) => ['resource', 'operation'].includes(name)),
		),
		operations: Object.fromEntries(saved),
		trigger: { ...savedOf(trigger), fields: savedNames(trigger.properties) },
		changesTrigger: { ...savedOf(changes), fields: savedNames(changes.properties) },
	}).toMatchSnapshot();
});

test('every operation tells a model and the action list what it does', () => {
	expect(description.usableAsTool).toBe(true);
	for (const { operation } of operations) {
		expect(operation.name).toMatch(/^[A-Z]/);
		expect(operation.action).toMatch(/^[A-Z][a-z]+ /);
		expect(operation.description.split(' ').length).toBeGreaterThan(2);
	}
});

test('IDs are locators or texts, everywhere', () => {
	const texts = ['ownerId', 'lostReasonId', 'messageId'];
	const ids = all.filter(({ name }) => /[a-z]Id$/.test(name));
	expect(ids.length).toBeGreaterThan(30);
	for (const { name, type, displayName, modes } of ids) {
		const isText = texts.includes(name);
		const list = isText ? undefined : `Select a ${displayName.toLowerCase()}…`;
		const expected = [name, isText ? 'string' : 'resourceLocator', list];
		expect([name, type, modes?.[0]?.placeholder]).toEqual(expected);
	}
});

test('every list that a field names is there, and none is made for nothing', () => {
	const named = all.flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	expect([...new Set(named)].sort()).toEqual(Object.keys(listSearch).sort());
	expect(methods.listSearch).toBe(listSearch);
	const mapped = all.flatMap(({ typeOptions }) => typeOptions?.resourceMapper ?? []);
	const mappers = mapped.map(({ resourceMapperMethod }) => resourceMapperMethod);
	expect([...new Set(mappers)]).toEqual(Object.keys(methods.resourceMapping));
});

test('labels are in Title Case, descriptions are sentences without a stop at the end of one', () => {
	for (const { displayName, description: text, type } of all) {
		if (type === 'notice') continue;
		expect(displayName).toMatch(/^[A-Z]/);
		for (const word of displayName.split(/[\s(]+/)) {
			expect(word).toMatch(/^([A-Z].*|to|for|in|of|or|and|per)$/);
		}
		if (!text) continue;
		expect(text).toMatch(/^[A-Z0-9<]/);
		// n8n's style: one sentence has no full stop, several have.
		const several = /[.?!] [A-Z]/.test(text);
		expect([text, text.endsWith('.')]).toEqual([text, several]);
	}
});

test('nothing says e-mail or slug, and every text has an example', () => {
	for (const { name, placeholder, description: text = '', type } of all) {
		expect(text).not.toMatch(/e-mail|slug/i);
		const isExample = ['string', 'json', 'number'].includes(type) && placeholder;
		if (isExample) expect(placeholder).toMatch(/^e\.g\. /);
		if (type === 'string') expect([name, typeof placeholder]).toEqual([name, 'string']);
	}
});
