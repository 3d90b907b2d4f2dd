/** Every place of the action node into which a stranger's text can come, from the node's description. */
import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { everyOperation, membersOf, type ShownOperation } from '../../../scripts/docs/operations';
import { located } from '../actionNode/service';

/** A field of an operation, and how the text comes into it. */
export interface TextField {
	/** Such as `contact.upsert additionalFields.tags`. */
	name: string;
	/** Whether the field itself, and nothing beside it, is given as JSON. */
	isJson?: boolean;
	/** Whether the text stands above the value. */
	isHeading?: boolean;
	/** The node's parameters, with an expression at the field. */
	parameters: IDataObject;
	/** The item that holds the text, or what else is to be judged. */
	rowOf(text: unknown): IDataObject;
}

/** A way to a value inside a parameter. */
interface Place {
	path: string;
	property: INodeProperties;
	/** The parameter that holds the value there. */
	holding(value: unknown): unknown;
}

type Group = INodePropertyCollection;

const ALONE = '={{ $json.text }}';
/** Beside other text, for fields that hold texts. */
const INSIDE: Partial<Record<INodeProperties['type'], string>> = {
	string: '=Oi {{ $json.text }}!',
	json: '={ "a": "{{ $json.text }}" }',
};

const rowWithText = (text: unknown) => ({ text }) as IDataObject;

/** What a field holds that is not the one under test. */
function exampleOf({ name, type, default: value, placeholder = '' }: INodeProperties): unknown {
	if (type === 'resourceLocator') return located(name);
	if (type === 'json') return '{ "a": 1 }';
	if (type === 'string') return placeholder.replace(/^e\.g\. | or .*/g, '') || value;
	return value;
}

/** The values inside a parameter that may be an expression. */
function placesIn(property: INodeProperties): Place[] {
	const { name, type, noDataExpression, options = [] } = property;
	const behind = (place: Place, holding: Place['holding']): Place => ({
		...place,
		path: `${name}.${place.path}`,
		holding,
	});
	if (noDataExpression || type === 'notice') return [];
	if (type === 'collection') {
		return membersOf(property).flatMap((member) =>
			placesIn(member).map((place) =>
				behind(place, (value) => ({ [member.name]: place.holding(value) })),
			),
		);
	}
	if (type === 'fixedCollection') {
		const { multipleValues } = property.typeOptions ?? {};
		return (options as Group[]).flatMap((group) =>
			placesInEntry(group).map((place) =>
				behind(place, (value) => {
					const entry = place.holding(value);
					return { [group.name]: multipleValues ? [entry] : entry };
				}),
			),
		);
	}
	const holding = (value: unknown) => (type === 'resourceLocator' ? located(value) : value);
	return [{ path: name, property, holding }];
}

/** The values of an entry; a text beside each choice of the entry, such as its type. */
function placesInEntry({ values }: Group): Place[] {
	const examples = Object.fromEntries(values.map((one) => [one.name, exampleOf(one)]));
	return values.flatMap((member) => {
		const choosing =
			member.type === 'string' ? values.find(({ type }) => type === 'options') : undefined;
		const choices = (choosing?.options ?? [{ value: undefined }]) as INodePropertyOptions[];
		return choices.flatMap((choice) =>
			placesIn(member).map((place) => ({
				...place,
				path: choosing ? `${place.path} (${String(choice.value)})` : place.path,
				holding: (value: unknown) => ({
					...examples,
					...(choosing && { [choosing.name]: choice.value }),
					[member.name]: place.holding(value),
				}),
			})),
		);
	});
}

/** Of these an operation wants one at the top, where it has them. */
const NEEDED = ['name', 'title', 'cnpj', 'pipelineId'];

/** Parameters that an operation accepts as they are; nothing is written. */
export function acceptable({ resource, value, operation, fields, collections }: ShownOperation) {
	const filled = fields
		.filter(({ required, name }) => required || NEEDED.includes(name))
		.map((field) => [field.name, exampleOf(field)] as const);
	const changes = collections.find(({ name }) => name === 'updateFields');
	return {
		...{ resource, operation: value, ...Object.fromEntries(filled) },
		...(changes && { updateFields: { customFieldsJson: { a: 'b' } } }),
		// A long address is refused by Node.js’s server, and asked for again.
		options: { maxWaitSeconds: 1, ...(operation.kind === 'write' && { checkOnly: true }) },
	} as IDataObject;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The parameters with this one; what a collection holds besides stays. */
function withParameter(parameters: IDataObject, name: string, value: unknown): IDataObject {
	const before = parameters[name];
	const isJoined = isObject(before) && isObject(value) && !('__rl' in value);
	return { ...parameters, [name]: isJoined ? { ...before, ...value } : value } as IDataObject;
}

/** The fields that an operation shows, alone and inside a longer text. */
function shownFields(shown: ShownOperation, parameters: IDataObject): TextField[] {
	const options = { name: 'options', type: 'collection', options: shown.options };
	const all = [...shown.fields, ...shown.collections, options as INodeProperties];
	return all.flatMap((property) =>
		placesIn(property).flatMap((place) => {
			const inside = INSIDE[place.property.type];
			const expressions = [['', ALONE], ...(inside ? [[', inside', inside]] : [])];
			return expressions.map(([how, expression]) => ({
				name: `${place.path}${how}`,
				isJson: place.property.type === 'json' && how === '',
				parameters: withParameter(parameters, property.name, place.holding(expression)),
				rowOf: rowWithText,
			}));
		}),
	);
}

/** The columns of an operation: mapped by hand, and by a heading. */
function columnFields({ operation }: ShownOperation, parameters: IDataObject): TextField[] {
	const ids = operation.columns?.mappable.map(({ id }) => id) ?? [];
	const mapping = (columns: IDataObject): IDataObject => ({
		...parameters,
		...{ dataMode: 'columns', columns: { schema: [], matchingColumns: [], ...columns } },
	});
	const example = parameters.title ?? parameters.name ?? null;
	const named = 'title' in parameters ? { title: example } : { name: example };
	if (ids.length === 0) return [];
	const automatic = mapping({ mappingMode: 'autoMapInputData', value: null });
	const headings = ['', 'customFields.'].map((prefix) => ({
		name: `columns, heading “${prefix}…”`,
		isHeading: true,
		parameters: automatic,
		rowOf: (text: unknown) => ({ ...named, [`${prefix}${String(text)}`]: 'x' }) as IDataObject,
	}));
	const cells = [...ids, 'customFields.a'].flatMap((id) => [
		{
			name: `columns.${id}`,
			parameters: mapping({ mappingMode: 'defineBelow', value: { ...named, [id]: ALONE } }),
			rowOf: rowWithText,
		},
		{
			name: `columns.${id}, by its heading`,
			parameters: automatic,
			rowOf: (text: unknown) => ({ ...named, [id]: text }) as IDataObject,
		},
	]);
	return [...headings, ...cells];
}

/** The variables of a template whose text is known. */
function templateRows({ fields }: ShownOperation, parameters: IDataObject): TextField[] {
	if (!fields.some(({ name }) => name === 'templateVariables')) return [];
	const rows = { mappingMode: 'defineBelow', matchingColumns: [], schema: [] };
	return [ALONE, INSIDE.string].map((expression) => ({
		name: expression === ALONE ? 'templateVariables' : 'templateVariables, inside',
		parameters: {
			...parameters,
			...{ templateText: 'Oi {{1}}!', templateVariables: { ...rows, value: { 1: expression } } },
		} as IDataObject,
		rowOf: rowWithText,
	}));
}

/** Options are the same at all operations, and so is what judges them: each counts once for writes and once for reads. */
function isOptionKnown(known: Set<string>, { operation }: ShownOperation, name: string): boolean {
	if (!name.startsWith('options.') || name.startsWith('options.additional')) return false;
	const id = `${operation.kind === 'write'} ${name}`;
	const isKnown = known.has(id);
	known.add(id);
	return isKnown;
}

/** The fields of all operations. */
export function everyTextField(): TextField[] {
	const known = new Set<string>();
	return everyOperation().flatMap((shown) => {
		const parameters = acceptable(shown);
		return [
			...shownFields(shown, parameters),
			...columnFields(shown, parameters),
			...templateRows(shown, parameters),
		]
			.filter(({ name }) => !isOptionKnown(known, shown, name))
			.map((field) => ({ ...field, name: `${shown.resource}.${shown.value} ${field.name}` }));
	});
}
