import type { IDataObject, INodeProperties, INodePropertyOptions, JsonValue } from 'n8n-workflow';
import type { Refusals } from '../errors/explanation';
import { alphabetical } from '../fields/alphabetical';
import type { Columns } from '../columns/rowReader';
import type { SeenTypes } from '../fields/customFieldTypes';
import { type Field, type Values } from '../fields/field';
import { isObject } from '../typeGuards';
import { requiredId } from '../fields/id';
import { idempotencyKey, MAX_KEY_LENGTH } from '../fields/idempotencyKey';
import type { OperationKind } from '../fields/options';
import { simplify } from '../fields/simplify';
import { InvalidInput, reading } from '../invalidInput';
import type { Answer } from '../transport/answer';
import type { Part, Plan } from '../transport/plan';
import type { ApiRequest, NamedRecord } from '../transport/request';
import type { RequestFailed } from '../transport/requestFailed';

/** The parameters of one item, their expressions resolved. */
export interface ItemParameters {
	/** A parameter's value; null when the node has none of that name. */
	read(name: string): unknown;
	/** A collection's entries; an object without any when it was never opened. */
	collection(name: string): Values;
	/** A parameter as the workflow holds it, with its expressions. */
	raw(name: string): unknown;
	/** What the item holds. */
	row: Values;
	/** The workflow's, as an IANA name. */
	timezone: string;
	/** The types of custom fields, where the plan has asked for them. */
	seenTypes?: SeenTypes;
}

/** What an operation gives out for an item. */
export interface Output {
	/** The records, each with the answer that brought it. */
	records: Array<{ record: IDataObject; answer: Answer }>;
	/** A list has more than these: the user wanted no more. */
	hasMore?: boolean;
	/** The records are to be rows of one table, with those of the run's other items. */
	isTable?: boolean;
	/** How many pages were read for filters that the node applies. */
	pagesFiltered?: number;
	/** What the user should know of it. */
	note?: string;
	/** What could not be had besides, though the item did not fail for it. */
	missed?: { what: string; error: RequestFailed };
}

/** What did not happen now, and why. */
export interface NothingNew {
	what: string;
	why: string;
}

/** One operation: what the user fills in, and what is asked of the service for it. */
export interface Operation {
	/** Name in the Operation dropdown. */
	name: string;
	/** Value that saved workflows hold. */
	value: string;
	/** What it does, as the action list names it. */
	action: string;
	/** One sentence for the dropdown, and for a model that uses the node as a tool. */
	description: string;
	kind: OperationKind;
	properties: INodeProperties[];
	/** What it takes of a row, where it can be filled in by columns. */
	columns?: Columns;
	/** What refusals mean here, where that is not what they mean everywhere. */
	refusals?: Refusals;
	/** What to tell the user when it ran for several items. */
	repeated?: string;
	/** What to tell the user where the service had carried it out before, if more than that can be said. */
	nothingNew?: NothingNew;
	/**
	 * The plan for one item: reads and judges all of its parameters before it yields a request.
	 * @throws InvalidInput, from its first step, when a value can't be sent
	 */
	plan(parameters: ItemParameters): Plan<Output>;
}

/**
 * The plan of an operation that is one request.
 * @param recordOf the output record, where it is more than the answer's body
 */
export const oneRequest = (
	requestFor: (parameters: ItemParameters) => ApiRequest,
	recordOf = (body: IDataObject): IDataObject => body,
): Operation['plan'] =>
	function* (parameters) {
		const answer = yield { request: requestFor(parameters) };
		return { records: [{ record: recordOf(answer.body), answer }] };
	};

/** The same plan, whose records become rows of a table where the user wants that. */
export const withSimplify = (plan: Operation['plan']): Operation['plan'] =>
	function* (parameters) {
		const isTable = valueOf(parameters, simplify) ?? false;
		return { ...(yield* plan(parameters)), isTable };
	};

/** The value of a field at the top of the panel. @throws InvalidInput when it can't be sent */
export const valueOf = <Value extends JsonValue | undefined>(
	{ read, timezone }: ItemParameters,
	field: Field<Value>,
): Value => reading(read(field.property.name), (value) => field.read(value, timezone));

/** The value of a field under Options. @throws InvalidInput likewise */
export const optionOf = <Value extends JsonValue | undefined>(
	{ collection, raw, timezone }: ItemParameters,
	field: Field<Value>,
): Value => {
	const { name } = field.property;
	const written = raw('options');
	return reading(collection('options')[name], (value) =>
		field.read(value, timezone, isObject(written) && written[name]),
	);
};

/** The value of a guard under Options; undefined where it was not added. @throws InvalidInput likewise, and for one that says nothing */
export const guardOf = <Value extends JsonValue | undefined>(
	parameters: ItemParameters,
	field: Field<Value>,
): Value | undefined =>
	Object.hasOwn(parameters.collection('options'), field.property.name)
		? optionOf(parameters, field)
		: undefined;

/** The ID that a locator field names. @throws InvalidInput when it names none */
export const chosenId = (parameters: ItemParameters, { property }: Field): string =>
	reading(parameters.read(property.name), (value) =>
		requiredId(value, property.displayName, property.type === 'resourceLocator'),
	);

/** The record that a locator field names. @throws InvalidInput when it names none */
export const chosenRecord = (parameters: ItemParameters, field: Field): NamedRecord => ({
	param: field.property.name,
	id: chosenId(parameters, field),
});

/** The service sees a user's key with what a write is for behind it. @throws InvalidInput where that does not fit */
export function requireRoomInKey(parameters: ItemParameters, parts: Part[]): void {
	const key = optionOf(parameters, idempotencyKey);
	const endings = parts.map((part) => `:${part}`);
	const most = MAX_KEY_LENGTH - Math.max(...endings.map(({ length }) => length));
	if (key === undefined || key.length <= most) return;
	throw new InvalidInput(
		idempotencyKey.property.displayName,
		`has ${key.length} characters`,
		`Use at most ${most} here: the node puts ${endings.map((ending) => `“${ending}”`).join(' or ')} behind it.`,
	);
}

/** A resource with its operations; each operation's fields show only when it is chosen. */
export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}

/** The Operation dropdown and the fields of all operations of a resource. */
export function resourceProperties({ value, operations }: Resource): INodeProperties[] {
	const options: INodePropertyOptions[] = operations.map(
		({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		}),
	);
	alphabetical(options, ({ name }) => name);
	// What is just dropped in, by a model as well, writes nothing.
	const reading =
		['getAll', 'get'].find((name) => options.some(({ value: own }) => own === name)) ?? '';
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options,
			default: reading,
		},
		...operations.flatMap((operation) =>
			operation.properties.map((property) => ({
				...property,
				displayOptions: {
					...property.displayOptions,
					show: {
						resource: [value],
						operation: [operation.value],
						...property.displayOptions?.show,
					},
				},
			})),
		),
	];
}
