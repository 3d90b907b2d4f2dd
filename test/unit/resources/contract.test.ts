import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';
import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node';
import { listSearch } from '../../../nodes/CustomerRelationship/listSearch';
import { CONTRACT, EVERY_OPTION, LOCATORS, TEXT_IDS } from './contract';
import { operationOf, firstRequest } from './requests';

const { description } = new CustomerRelationship();

/** The properties that a user sees once resource and operation are chosen. */
function shown(resource: string, operation: string): INodeProperties[] {
	const values = { resource, operation, returnAll: false };
	const node = { typeVersion: 1, parameters: values } as unknown as INode;
	return description.properties.filter(
		({ name, displayOptions }) =>
			!['resource', 'operation'].includes(name) &&
			NodeHelpers.displayParameter(values, { displayOptions } as never, node, description),
	);
}

const valuesOf = (property: INodeProperties | undefined): string[] =>
	((property?.options ?? []) as Array<{ value: string }>).map(({ value }) => value);
const inside = (property: INodeProperties | undefined) =>
	(property?.options ?? []) as INodeProperties[];
const namesIn = (properties: INodeProperties[]) => properties.map(({ name }) => name).sort();

/** Every property of the node with the names of the groups around it. */
function everyProperty(properties: INodeProperties[] = description.properties): INodeProperties[] {
	return properties.flatMap((property) => {
		const groups = (property.options ?? []).filter((entry) => !('value' in entry));
		return [
			property,
			...groups.flatMap((entry) =>
				everyProperty('values' in entry ? entry.values : [entry as INodeProperties]),
			),
		];
	});
}

const contracts = Object.entries(CONTRACT).map(
	([name, contract]) =>
		[name, ...name.split('.'), contract] as [string, string, string, typeof contract],
);

test('the node is known by its names', () => {
	expect(description).toMatchObject({
		name: 'customerRelationship',
		displayName: 'Customer Relationship',
		usableAsTool: true,
		credentials: [{ name: 'customerRelationshipApi', required: true }],
	});
});

test('the node offers these operations, all of them and no other', () => {
	const resource = description.properties.find(({ name }) => name === 'resource');
	const offered = valuesOf(resource).flatMap((value) => {
		const [operation, another] = description.properties.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(value),
		);
		expect(another).toBeUndefined();
		return valuesOf(operation).map((one) => `${value}.${one}`);
	});
	expect(offered.sort()).toEqual(Object.keys(CONTRACT).sort());
});

describe.each(contracts)('%s', (_name, resource, operation, contract) => {
	const properties = shown(resource, operation);

	test('has these parameters', () => {
		expect(namesIn(properties)).toEqual([...contract.parameters, 'options'].sort());
	});

	test('has these names in its collections', () => {
		const collections = properties.filter(
			({ type, name }) => type === 'collection' && name !== 'options',
		);
		const found = collections.map((property) => [property.name, namesIn(inside(property))]);
		const wanted = Object.entries(contract.inside ?? {}).map(([name, names]) => [
			name,
			[...names].sort(),
		]);
		expect(found).toEqual(wanted);
	});

	test('has these options', () => {
		const options = properties.find(({ name }) => name === 'options');
		expect(namesIn(inside(options))).toEqual([...EVERY_OPTION, ...contract.options].sort());
	});

	test('clears these fields', () => {
		const update = properties.find(({ name }) => name === 'updateFields');
		const clearing = inside(update).find(({ name }) => name === 'clearFields');
		expect(valuesOf(clearing).sort()).toEqual([...(contract.clears ?? [])].sort());
	});

	test('makes this request', () => {
		const ids = Object.fromEntries(LOCATORS.map((name) => [name, 'a']));
		const values = {
			...ids,
			messageId: 'b',
			name: 'n',
			title: 't',
			phone: '11987654321',
			templateName: 't',
			templateLanguage: 'pt_BR',
			text: 't',
			updateFields: { additionalBody: { a: 1 } },
		};
		const { method, path } = firstRequest(`${resource}.${operation}`, values);
		expect(`${method} ${path}`).toBe(contract.request);
	});

	test('tells a model and the action list what it does', () => {
		const { name, action, description: text } = operationOf(resource, operation);
		expect(name).toMatch(/^[A-Z]/);
		expect(action).toMatch(/^[A-Z][a-z]+ /);
		expect(text.length).toBeGreaterThan(10);
	});
});

test('IDs are locators or texts, everywhere', () => {
	const ids = everyProperty().filter(({ name }) => /[a-z]Id$/.test(name));
	expect(ids.length).toBeGreaterThan(30);
	for (const { name, type } of ids) {
		expect([name, type]).toEqual([name, TEXT_IDS.includes(name) ? 'string' : 'resourceLocator']);
		expect([...LOCATORS, ...TEXT_IDS]).toContain(name);
	}
});

test('every list that a field names is there, and none is made for nothing', () => {
	const named = everyProperty().flatMap(({ modes = [] }) =>
		modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
	);
	expect([...new Set(named)].sort()).toEqual(Object.keys(listSearch).sort());
	expect(new CustomerRelationship().methods.listSearch).toBe(listSearch);
});

test('what a workflow without changes sends by default stays', () => {
	const defaults = (name: string) =>
		everyProperty()
			.filter((property) => property.name === name)
			.map((property) => property.default);
	expect(new Set(defaults('maxWaitSeconds'))).toEqual(new Set([300]));
	expect(new Set(defaults('includeResponse'))).toEqual(new Set([false]));
	expect(new Set(defaults('returnAll'))).toEqual(new Set([false]));
	expect(new Set(defaults('limit'))).toEqual(new Set([50]));
	for (const [, resource, operation, { request }] of contracts) {
		const options = shown(resource, operation).find(({ name }) => name === 'options');
		const parallel = inside(options).find(({ name }) => name === 'parallelRequests')?.default;
		expect([operation, request.startsWith('GET') ? Number(parallel) > 1 : parallel]).toEqual([
			operation,
			request.startsWith('GET') ? true : 1,
		]);
	}
});

describe('English', () => {
	const all = everyProperty();
	test('labels are in Title Case, descriptions are sentences without a stop at the end of one', () => {
		for (const { displayName, description: text } of all) {
			expect(displayName).toMatch(/^[A-Z]/);
			for (const word of displayName.split(/[\s(]+/)) {
				expect(word).toMatch(/^([A-Z].*|to|for|in|of|or|and)$/);
			}
			if (!text) continue;
			expect(text).toMatch(/^[A-Z0-9<]/);
			// n8n's style: one sentence has no full stop, several have.
			const several = /[.?!] [A-Z]/.test(text);
			expect([text, text.endsWith('.')]).toEqual([text, several]);
		}
	});

	test('nothing says e-mail, and no placeholder lacks its e.g.', () => {
		for (const { placeholder, description: text = '', type } of all) {
			expect(text).not.toMatch(/e-mail/i);
			const isExample = ['string', 'json', 'number'].includes(type) && placeholder;
			if (isExample) expect(placeholder).toMatch(/^e\.g\. /);
		}
	});
});
