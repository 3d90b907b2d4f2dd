import { CustomerRelationshipApi } from '../../../credentials/CustomerRelationshipApi.credentials';
import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node';
import { CustomerRelationshipChangesTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node';
import { CustomerRelationshipTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node';
import { findOperation, resources } from '../../../nodes/CustomerRelationship/resources';
import { sortByLabel } from '../../../nodes/CustomerRelationship/fields/sortByLabel';
import { everyOperation, membersOf } from '../../../scripts/docs/operations';
import { requestOf, requestsOf } from '../../../scripts/docs/request';

const action = new CustomerRelationship().description.properties;
const trigger = new CustomerRelationshipTrigger().description.properties;

const SHOWN = ['displayName', 'description', 'placeholder', 'hint', 'name', 'action'];

test('labels stand in sortByLabel order, whatever their case', () => {
	const labels = ['b', 'C', 'ab', 'A', 'a_b', 'B c'];
	expect(sortByLabel(labels, (label) => label)).toBe(labels);
	expect(labels).toEqual(['A', 'a_b', 'ab', 'b', 'B c', 'C']);
});

test('fields for experts stand last in their lists', () => {
	const lists = action.flatMap(({ options = [] }) => [options.map(({ name }) => name)]);
	const withJson = lists.filter((names) => names.some((name) => EXPERT.includes(name)));
	expect(withJson.length).toBeGreaterThan(0);
	for (const names of withJson) expect(EXPERT).toContain(names.at(-1));
});

const EXPERT = ['additionalBody', 'additionalQuery'];

test('no text is empty or lost a part of itself', () => {
	const texts = (value: unknown, key = ''): Array<[string, string]> => {
		if (typeof value === 'string') return [[key, value]];
		const entries = typeof value === 'object' && value ? Object.entries(value) : [];
		return entries.flatMap(([name, inner]) => texts(inner, name));
	};
	const odd = texts([...action, ...trigger]).filter(
		([key, text]) =>
			SHOWN.includes(key) && (text === '' || / {2}|^\s|\s$| …|\s[.,]|><\/a>|\/" target/.test(text)),
	);
	expect(odd).toEqual([]);
});

describe('notices and tooltips', () => {
	/** In the panel of n8n 2.41 at 1,440 px, 172 characters take three lines. */
	const MAX_LENGTH = 172;
	/** A step of a list has to stay on its line. */
	const MAX_STEP_LENGTH = 55;
	const visible = (html: string) => html.replace(/<[^>]+>/g, '');
	interface Shown {
		displayName: string;
		type?: string;
		description?: string;
		options?: Shown[];
		values?: Shown[];
	}
	const shown = ({ displayName, type, description = '', options, values }: Shown): string[] => [
		...(type === 'notice' ? [displayName] : [description]),
		...[...(options ?? []), ...(values ?? [])].flatMap(shown),
	];
	const changes = new CustomerRelationshipChangesTrigger().description.properties;
	const credential = new CustomerRelationshipApi().properties;
	const texts = [...action, ...trigger, ...changes, ...credential].flatMap((property) =>
		shown(property as Shown),
	);

	test('are at most three lines long', () => {
		const long = texts
			.filter((text) => !text.includes('<ul>'))
			.map(visible)
			.filter(({ length }) => length > MAX_LENGTH);
		expect(long).toEqual([]);
	});

	test('have lists of steps that take a line each', () => {
		const lists = texts.filter((text) => text.includes('<ul>'));
		const steps = lists.flatMap((text) => text.split('<ul>').map(visible));
		expect(lists).toHaveLength(1);
		expect(steps.filter(({ length }) => length > MAX_STEP_LENGTH)).toEqual([]);
	});
});

test('the trigger’s panel begins with its events', () => {
	expect(trigger.map(({ name }) => name).slice(0, 2)).toEqual(['events', 'setupNotice']);
});

// A tool that is just dropped in can write nothing.
test('the default operation of each resource is a reading one', () => {
	const defaults = action
		.filter(({ name }) => name === 'operation')
		.map(({ displayOptions, default: value }) => [displayOptions?.show?.resource?.[0], value]);
	expect(defaults.length).toBeGreaterThan(0);
	for (const [resource, value] of defaults) {
		expect([resource, value]).toEqual([resource, resource === 'message' ? 'get' : 'getAll']);
		expect(findOperation(resource, value)?.kind).not.toBe('write');
	}
});

test('operations say whether they send a message, or change a state', () => {
	const namesOf = (flag: 'sendsMessage' | 'changesState') =>
		everyOperation()
			.filter(({ operation }) => operation[flag])
			.map(({ resource, value }) => `${resource}.${value}`);
	expect(namesOf('sendsMessage')).toEqual(['conversation.start', 'message.send']);
	expect(namesOf('changesState').sort()).toEqual([
		'company.deactivate',
		'deal.delete',
		'deal.lose',
		'deal.move',
		'deal.win',
	]);
});

test('the list of a resource is what Get Many reads', async () => {
	const withList = resources.filter(({ listPath }) => listPath !== undefined);
	expect(withList.map(({ value }) => value)).toEqual(['company', 'contact', 'deal']);
	for (const { value, listPath } of withList)
		expect((await requestOf(findOperation(value, 'getAll')!)).path).toBe(listPath);
});

test('a row replaces lists in updates alone', () => {
	const mapped = everyOperation().filter(({ operation }) => operation.columns);
	for (const { value, operation } of mapped)
		expect(operation.columns?.replacesLists).toBe(value === 'update');
});

test.each([
	['company', 'create', 'emails', 'from an expression'],
	['company', 'update', 'emails', 'They replace the whole list.'],
	['company', 'upsert', 'emails', 'On an existing company they are added to those that it has.'],
	['deal', 'create', 'tags', 'from an expression'],
	['deal', 'upsert', 'tags', 'On an existing deal they are added to its tags.'],
	['contact', 'upsert', 'tags', 'On an existing contact they are added to its tags.'],
])('%s.%s says what becomes of the %s that are there', (resource, value, name, end) => {
	const fields = findOperation(resource, value)!.properties.flatMap(membersOf);
	const { description = '' } = fields.find((field) => field.name === name)!;
	expect(description.slice(-end.length)).toBe(end);
});

test('an operation is a list, another reading or a write, as its request is', async () => {
	for (const { resource, value, operation } of everyOperation()) {
		const name = `${resource}.${value}`;
		const isList =
			operation.properties.some((property) => property.name === 'returnAll') ||
			name === 'pipeline.getStages';
		const reading = isList ? 'list' : 'read';
		const { method } = await requestOf(operation);
		expect([name, operation.kind]).toEqual([name, method === 'GET' ? reading : 'write']);
	}
});

test('a request names the record that its path leads to, and the scope of the inbox', async () => {
	const requests = everyOperation().map(({ operation }) => requestsOf(operation));
	for (const request of (await Promise.all(requests)).flat()) {
		const { path, method, record, scope } = request;
		const ids = path.match(/\{\w+\}/g) ?? [];
		const inbox = method === 'GET' ? 'inbox:read' : 'inbox:send';
		const isInbox = /^\/(conversations|channels)\b/.test(path);
		expect([path, record?.id]).toEqual([path, ids.at(-1)]);
		if (record?.param) expect(ids).toEqual([`{${record.param}}`]);
		expect([path, scope]).toEqual([path, isInbox ? inbox : undefined]);
	}
});
