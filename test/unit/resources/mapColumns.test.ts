/** How a row takes the place of an operation's fields. What a heading means is tested with the columns. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InvalidInput, MissingInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { NothingToSend } from '../../../nodes/CustomerRelationship/resources/shared/body';
import { withColumns } from '../../../nodes/CustomerRelationship/resources/shared/mapColumns';
import type {
	NeedsFieldTypes,
	Operation,
	PreparedItem,
} from '../../../nodes/CustomerRelationship/resources/shared/operation';
import type { ItemParameters } from '../../../nodes/CustomerRelationship/resources/shared/parameters';
import { refusalOf } from '../fields/refusals';
import { oneRequest } from '../../../nodes/CustomerRelationship/resources/shared/prepared';
import { judgingParametersOf, rejectionOf } from './requests';

const property = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	...{ displayName: `Label of ${name}`, name, type: 'string', default: '' },
	...more,
});

const fields: INodeProperties = property('additionalFields', {
	type: 'collection',
	options: [
		property('tags'),
		property('companyId', { type: 'resourceLocator' }),
		property('isVip', { type: 'boolean' }),
		{ name: 'A choice', value: 'choice' },
	],
});
const properties = [
	property('notice', { type: 'notice' }),
	property('dealId', { type: 'resourceLocator', required: true }),
	property('cnpj'),
	property('title'),
	property('value', { type: 'number' }),
	fields,
	property('options', { type: 'collection', options: [property('checkOnly')] }),
];

/** An operation that tells what it reads, and may fail. */
function operationWith(more: { replacesLists?: boolean; error?: Error; fails?: Error } = {}) {
	const operation: Operation = {
		...{ name: 'Stand-in', value: 'standIn', action: 'Stand in', description: 'Stands in.' },
		kind: 'write',
		properties,
		prepare({ read, raw, collection: entriesOf }: ItemParameters) {
			if (more.error) throw more.error;
			const names = ['dealId', 'cnpj', 'title', 'value', 'dataMode'];
			const fingerprint = {
				read: Object.fromEntries(names.map((name) => [name, read(name)])),
				raw: Object.fromEntries(names.map((name) => [name, raw(name)])),
				fields: entriesOf('additionalFields'),
				options: entriesOf('options'),
			};
			return {
				intent: { locks: ['a'], startsWithWrite: true, fingerprint },
				perform: async (ask) => {
					if (more.fails) throw more.fails;
					return { records: [{ record: { ask } }] } as never;
				},
			};
		},
	};
	return withColumns(operation, { onPanel: ['dealId', 'cnpj'], replacesLists: more.replacesLists });
}

const PANEL = {
	...{ dealId: 'd1', cnpj: 'panel', title: 'panel', value: 1 },
	additionalFields: { tags: 'panel' },
	options: { checkOnly: true },
};
const AUTOMATIC = { mappingMode: 'autoMapInputData', schema: [{ id: 'customFields.cor' }] };

function prepareRow(row: IDataObject, operation = operationWith()) {
	const panel = { ...PANEL, dataMode: 'columns', columns: AUTOMATIC };
	const preparation = operation.prepare({ ...judgingParametersOf(panel), inputJson: row });
	if ('resolveTypes' in preparation) throw new Error('Needs no types of custom fields');
	return preparation;
}

test('the columns are those of texts, numbers and locators, in collections as well', () => {
	expect(operationWith().columns).toEqual({
		mappable: [
			{ id: 'cnpj', label: 'Label of cnpj' },
			{ id: 'title', label: 'Label of title' },
			{ id: 'value', label: 'Label of value' },
			{ id: 'tags', label: 'Label of tags' },
			{ id: 'companyId', label: 'Label of companyId ID' },
		],
		requiredOnPanel: [{ id: 'dealId', label: 'Label of dealId ID' }],
		replacesLists: false,
	});
});

test('the fields of a table show in its mode alone, between what stays', () => {
	const shown = operationWith().properties.map(({ name, displayOptions }) => [
		name,
		displayOptions?.show?.dataMode,
	]);
	expect(shown).toEqual([
		['notice', undefined],
		['dealId', undefined],
		['cnpj', undefined],
		['dataMode', undefined],
		['title', ['fields']],
		['value', ['fields']],
		['additionalFields', ['fields']],
		['columns', ['columns']],
		['options', undefined],
	]);
});

test('fields that are chosen are read as they are', () => {
	const parameters = {
		...judgingParametersOf({ ...PANEL, dataMode: 'fields' }),
		row: { title: 'row' },
	};
	expect(operationWith().prepare(parameters)).toMatchObject({
		intent: { fingerprint: { read: { title: 'panel' }, fields: PANEL.additionalFields } },
	});
});

test('a row takes the place of the fields, but not of what stays beside them', () => {
	const row = { title: 'row', value: 2, tags: 'a', cor: 'azul', Cidade: 'x', companyId: 'c1' };
	const { intent } = prepareRow(row);
	const values = { title: 'row', value: 2, tags: 'a', companyId: 'c1' };
	expect(intent).toEqual({
		...{ locks: ['a'], startsWithWrite: true },
		leftOut: [{ name: 'Cidade', reason: 'noColumn' }],
		fingerprint: {
			read: { dealId: 'd1', cnpj: 'panel', title: 'row', value: 2, dataMode: 'columns' },
			raw: { dealId: 'd1', cnpj: 'panel', dataMode: 'columns' },
			fields: {
				...values,
				'customFields.cor': 'azul',
				customFields: { field: [{ slug: 'cor', value: 'azul' }] },
			},
			options: PANEL.options,
		},
	});
});

test('a field that the row lacks is empty, whatever the panel holds', () => {
	const { intent } = prepareRow({ title: 'row' });
	expect(intent.fingerprint).toMatchObject({ read: { value: null } });
});

test('a row that names the record takes the place of what the panel names', () => {
	const { intent } = prepareRow({ cnpj: 'row' });
	expect(intent.fingerprint).toMatchObject({ read: { cnpj: 'row', dealId: 'd1', title: null } });
});

test('each cell is looked at as the field that it fills in, under its heading', () => {
	const looked: unknown[] = [];
	const operation: Operation = {
		...operationWith(),
		prepare(parameters) {
			const fieldOf = (name: string) => ({ property: property(name), purpose: 'record' as const });
			parameters.judgeValue(fieldOf('title'), 'row', undefined);
			parameters.judgeValue(fieldOf('customFields'), {}, undefined);
			parameters.judgeValue(fieldOf('checkOnly'), true, true);
			return oneRequest({ method: 'GET', path: '/' });
		},
	};
	withColumns({ ...operation, properties }, { onPanel: ['dealId'] }).prepare({
		...judgingParametersOf({ ...PANEL, dataMode: 'columns', columns: AUTOMATIC }),
		inputJson: { Title: 'row', Cor: 'azul' },
		judgeValue: ({ property: { name } }, ...more) => looked.push([name, ...more]),
	});
	expect(looked).toEqual([
		['title', 'row', '={{ $json["Title"] }}', 'Title'],
		['customFields', 'azul', '={{ $json["Cor"] }}', 'Cor'],
		['checkOnly', true, true],
	]);
});

test('a cell that is mapped by hand is judged with its own expression', () => {
	const looked: unknown[] = [];
	const columns = (title: string) => ({ mappingMode: 'defineBelow', value: { title } });
	const operation = withColumns({
		...operationWith(),
		properties,
		prepare(parameters) {
			const title = { property: property('title'), purpose: 'record' as const };
			parameters.judgeValue(title, 'row', undefined);
			return oneRequest({ method: 'GET', path: '/' });
		},
	});
	operation.prepare({
		...judgingParametersOf({ dataMode: 'columns', columns: columns('row') }),
		raw: (name) => (name === 'columns' ? columns('={{ $json.a }}') : undefined),
		judgeValue: (_field, ...more) => looked.push(more),
	});
	expect(looked).toEqual([['row', '={{ $json.a }}', 'Columns: title']]);
});

test('the run is that of the operation', async () => {
	const { perform } = prepareRow({ title: 'row' });
	const ask = async () => await Promise.reject(new Error('not asked'));
	expect((await perform(ask)).records[0]?.record.ask).toBe(ask);
});

describe('an update', () => {
	const operation = operationWith({ replacesLists: true });

	test('leaves out lists that it would replace', () => {
		expect(operation.columns?.replacesLists).toBe(true);
		expect(prepareRow({ title: 'row', tags: 'a' }, operation).intent.leftOut).toHaveLength(1);
	});

	test('needs something to send', () => {
		const error = new NothingToSend('Update Fields', 'holds nothing to send', 'Add a field.');
		const empty = operationWith({ error });
		const { message, remedy } = refusalOf(() => prepareRow({ Cidade: 'x' }, empty));
		expect(message).toBe('“Columns” hold nothing to send');
		expect(remedy).toMatch(
			/^No column fits “Cidade”\. Empty cells are not sent\. .*Choose Fields\.$/,
		);
	});
});

describe('where something is missing', () => {
	const missing = () => new MissingInput('Title', 'is empty', 'Say it.');

	test.each([
		['before anything is sent', { error: missing() }],
		['in the run', { fails: missing() }],
	])('the headings that fit no column are named, %s', async (_when, more) => {
		const preparation = async () =>
			await prepareRow({ Cidade: 'x' }, operationWith(more)).perform(undefined as never);
		const { remedy } = await rejectionOf(preparation());
		expect(remedy).toBe('No column fits “Cidade”. Say it.');
	});

	test.each([
		['before anything is sent', () => operationWith({ error: missing() }).prepare],
		['in the run', () => operationWith({ fails: missing() }).prepare],
	])('they are named once types are known as well, %s', async (_when, prepareOf) => {
		const resolveTypes: NeedsFieldTypes['resolveTypes'] = () =>
			prepareOf()(judgingParametersOf(PANEL)) as PreparedItem;
		const prepare = () => ({ fieldTypesFrom: '/deals', resolveTypes });
		const typeless = withColumns({ ...operationWith(), properties, prepare });
		const panel = { ...PANEL, dataMode: 'columns', columns: AUTOMATIC };
		const row = { ...judgingParametersOf(panel), inputJson: { Cidade: 'x' } };
		const preparation = typeless.prepare(row) as NeedsFieldTypes;
		expect(preparation.fieldTypesFrom).toBe('/deals');
		const work = async () => await preparation.resolveTypes(new Map()).perform(undefined as never);
		expect((await rejectionOf(work())).remedy).toBe('No column fits “Cidade”. Say it.');
	});

	test('another error stays what it is', () => {
		const error = new InvalidInput('Title', 'is odd', 'Correct it.');
		expect(refusalOf(() => prepareRow({ a: 'x' }, operationWith({ error })))).toBe(error);
	});
});
