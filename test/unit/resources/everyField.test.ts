/** What every field of every operation does, from the nodes' descriptions. What goes out for each: `test/engine/wire.test.ts`. */
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { everyOperation, membersOf, type ShownOperation } from '../../../scripts/docs/operations';
import { NOTHING } from '../fields/refusals';
import type { Purpose } from '../../../nodes/CustomerRelationship/mistakes/mistake';
import type { ItemParameters } from '../../../nodes/CustomerRelationship/resources/shared/parameters';
import {
	carriedOut,
	judgingParametersOf,
	located,
	operationOf,
	rejectionOf,
	type Values,
} from './requests';

/** Read for all operations alike (`execution/`), a guard that must not be empty, or the choice of another panel. */
const NOT_PREPARED = [
	...['includeResponse', 'maxWaitSeconds', 'parallelRequests', 'checkOnly', 'idempotencyKey'],
	...['onlyIfTagged', 'notIfTagged', 'unknownContacts', 'daysBetween'],
	...['maxMessages', 'sendHours', 'countsAs', 'onlyFillEmpty', 'dataMode', 'columns', 'output'],
	...['templateText', 'templateVariables'],
];
/** Each excludes another field. */
const EXCLUDING = ['valueCents', 'addTags', 'removeTags', 'clearFields'];
const EXCLUDING_FILTERS = ['phone', 'email', 'unchangedForDays'];
/** Of these at the top an operation wants one, where it has them, and an update wants something to change. */
const NEEDED = ['name', 'cnpj', 'pipelineId', 'title'];
const CHANGED = 'customFieldsJson';

interface Place {
	collection: string | undefined;
	field: INodeProperties;
}

/** Where an operation has fields: at the top, and in each collection. */
function placesOf({ fields, collections, options }: ShownOperation): Place[] {
	const inside = [...collections, { name: 'options', options } as INodeProperties].flatMap((one) =>
		membersOf(one).map((field) => ({ collection: one.name, field })),
	);
	return [...fields.map((field) => ({ collection: undefined, field })), ...inside].filter(
		({ field }) => !NOT_PREPARED.includes(field.name),
	);
}

/** The example that the panel shows, or one of its type. */
function exampleOf({ name, type, placeholder, options = [], default: value }: INodeProperties) {
	const byType: Partial<Record<INodeProperties['type'], unknown>> = {
		resourceLocator: located(name),
		string: placeholder?.replace(/^e\.g\. | or .*/g, ''),
		json: '{"a":1}',
		options: (options[0] as { value: unknown } | undefined)?.value,
		dateTime: '2026-01-31T12:00:00Z',
		fixedCollection: {
			field: [{ slug: 'b', type: 'string', value: 'x' }],
			param: [{ value: 'Ana' }],
		},
	};
	return byType[type] ?? value;
}

/** What a field of this type does not take. */
function wrongFor({ type }: INodeProperties): unknown {
	const byType: Partial<Record<INodeProperties['type'], unknown>> = {
		json: '{',
		boolean: 'maybe',
		number: 'many',
		fixedCollection: {
			field: [{ slug: 'b', type: 'string', value: {} }],
			param: [{ value: {} }],
		},
	};
	return byType[type] ?? { a: 1 };
}

/** The parameters of an item that holds these values. */
function filled(places: Place[], valueFor: (field: INodeProperties) => unknown): Values {
	const values: Record<string, unknown> = {};
	for (const { collection, field } of places) {
		const value = valueFor(field);
		if (collection === undefined) values[field.name] = value;
		else values[collection] = { ...(values[collection] as object), [field.name]: value };
	}
	return values;
}

/** Examples everywhere, but at one field. */
const filledBut = (places: Place[], one: INodeProperties, value: unknown): Values =>
	filled(places, (field) => (field === one ? value : exampleOf(field)));

/** A value in the form in which n8n keeps that field's. */
const heldBy = ({ type }: INodeProperties, value: unknown) =>
	type === 'resourceLocator' ? located(value) : value;

/** The requests for the values, of a service that has nothing yet. */
async function linesFor(name: string, values: Values): Promise<string[]> {
	const { lines } = await carriedOut(name, values, ({ path }) =>
		path === '/conversations' ? { data: [{ id: 'conversationId' }], hasMore: false } : { data: [] },
	);
	return lines;
}

const operations = everyOperation().map((shown) => {
	const places = placesOf(shown);
	return {
		name: `${shown.resource}.${shown.value}`,
		places,
		everything: places.filter(({ collection, field: { name } }) => {
			return !(collection === 'filters' ? EXCLUDING_FILTERS : EXCLUDING).includes(name);
		}),
	};
});
const fields = operations.flatMap(({ name, places, everything }) =>
	places.map((place) => ({ name, ...place, label: place.field.displayName, place, everything })),
);

test.each(fields)(
	'$name: “$label” is named in the refusal of a value of another type',
	async ({ name, field, place, label, everything }) => {
		const values = filledBut([...new Set([...everything, place])], field, wrongFor(field));
		const { message } = await rejectionOf(linesFor(name, values));
		expect(message.slice(0, label.length + 1)).toBe(`“${label}`);
	},
);

const PURPOSES: Purpose[] = [
	...(['setting', 'filter', 'tagFilter', 'record', 'key', 'variable', 'text'] as const),
];
test.each(operations)('$name: each field has a purpose', ({ name, everything }) => {
	const purposes = new Set<Purpose>();
	const parameters: ItemParameters = {
		...judgingParametersOf(filled(everything, exampleOf)),
		judgeValue({ purpose }, value) {
			purposes.add(purpose);
			return value;
		},
	};
	const [resource = '', value = ''] = name.split('.');
	operationOf(resource, value).prepare(parameters);
	expect([...purposes].filter((purpose) => !PURPOSES.includes(purpose))).toEqual([]);
});

test.each(fields.filter(({ field }) => field.required))(
	'$name: nothing is sent without “$label”',
	async ({ name, field, label, everything }) => {
		for (const [, nothing] of NOTHING) {
			const values = filledBut(everything, field, heldBy(field, nothing));
			const { message } = await rejectionOf(linesFor(name, values));
			expect(message).toContain(`“${label}” is empty`);
		}
	},
);

const isNeeded = ({ collection, field: { name, required } }: Place) =>
	required ||
	(collection === undefined && NEEDED.includes(name)) ||
	(collection === 'updateFields' && name === CHANGED);
/** Users count on it: nothing is no “off”. */
const isSwitch = ({ field }: Place) => field.name === 'oncePerPhone';
const unfilled = operations.flatMap(({ name, places }) => {
	const least = places.filter(isNeeded);
	const rest = places.filter(
		(place) => !isNeeded(place) && place.collection !== 'filters' && !isSwitch(place),
	);
	return NOTHING.map(([what, nothing]) => ({ name, what, nothing, least, rest }));
});
test.each(unfilled)(
	'$name: $what is not sent, in any field',
	async ({ name, nothing, least, rest }) => {
		const given = filled([...least, ...rest], (field) =>
			rest.some((place) => place.field === field) ? heldBy(field, nothing) : exampleOf(field),
		);
		const lines = await linesFor(name, given);
		expect(lines).toEqual(await linesFor(name, filled(least, exampleOf)));
	},
);

// Without it the list would be wider than was meant.
test.each(fields.filter(({ collection }) => collection === 'filters'))(
	'$name: the filter “$label” is refused where it is empty, but for a time',
	async ({ name, field, label }) => {
		for (const [, nothing] of NOTHING) {
			const lines = linesFor(name, { filters: { [field.name]: heldBy(field, nothing) } });
			if (field.type === 'dateTime') expect(await lines).toEqual(await linesFor(name, {}));
			else {
				expect(await rejectionOf(lines)).toMatchObject({
					message: `“${label}” is empty`,
					remedy: expect.stringContaining('take it out'),
				});
			}
		}
	},
);

/** What the last request for the values carries. */
async function carriedFor(name: string, values: Values): Promise<IDataObject> {
	const { steps } = await carriedOut(name, values, () => ({ data: [] }));
	const { query, body } = steps.at(-1)!.request;
	return body ?? (query as IDataObject);
}

test.each(fields.filter(({ field }) => /^additional(Body|Query)$/.test(field.name)))(
	'$name: “$label” overrides other fields',
	async ({ name, field, place, everything }) => {
		const others = everything.filter((other) => other !== place);
		const carried = await carriedFor(name, filled(others, exampleOf));
		// What a record is looked for by stands at the top alone.
		const top = others.filter(({ collection }) => !collection).map((one) => one.field.name);
		const fixed = name.endsWith('.upsert') ? top : [];
		const names = Object.keys(carried).filter((key) => !fixed.includes(key));
		const own = Object.fromEntries([...names, 'another'].map((key) => [key, 'own']));
		const values = filledBut(everything, field, own);
		expect(await carriedFor(name, values)).toEqual({ ...carried, ...own });
	},
);

test.each(fields.filter(({ field }) => field.name === 'clearFields'))(
	'$name: clears a field even if it has a value',
	async ({ name, field, place, everything }) => {
		const choices = (field.options as INodePropertyOptions[]).map(({ value }) => String(value));
		const cleared = choices.map((key) => [key, /^(tags|emails|phones)$/.test(key) ? [] : null]);
		const values = filledBut([...everything, place], field, choices);
		expect(await carriedFor(name, values)).toMatchObject(Object.fromEntries(cleared));
	},
);
