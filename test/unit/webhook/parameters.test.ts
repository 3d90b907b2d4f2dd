/** How parameters are read, whether set in the panel or by expressions. */
import type { IWebhookFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import {
	readOptionsOrError,
	readEventTypesOrError,
} from '../../../nodes/CustomerRelationship/webhook/parameters';

const FAILS = Symbol('an expression that fails');
const contextOf = (parameters: Record<string, unknown>) =>
	({
		getNodeParameter: (name: string, fallback: unknown) => {
			const value = name in parameters ? parameters[name] : fallback;
			if (value === FAILS) throw new Error('expression');
			return value;
		},
	}) as unknown as IWebhookFunctions;
const eventTypesOf = (events: unknown, otherEvents?: unknown) => {
	const parameters = { events, ...(otherEvents !== undefined && { otherEvents }) };
	const eventTypes = readEventTypesOrError(contextOf(parameters));
	return eventTypes instanceof InvalidInput
		? `${eventTypes.message}. ${eventTypes.remedy}`
		: [...eventTypes];
};

const NO_LIST =
	'is not a list of kinds of event. Correct its expression: it has to yield a list of texts, or a text with commas.';
const NONE =
	'“Events” names no kind of event. Choose at least one, or type one into “Other Events”.';

it.each<[unknown, unknown, string[]]>([
	[['contact.created'], undefined, ['contact.created']],
	['contact.created', undefined, ['contact.created']],
	[
		' deal.created , contact.created,',
		'deal.moved',
		['deal.created', 'contact.created', 'deal.moved'],
	],
	[['deal.created', ' contact.created '], '', ['deal.created', 'contact.created']],
	['', ' deal.won , deal.lost,', ['deal.won', 'deal.lost']],
	[[], ['deal.won', ' deal.lost '], ['deal.won', 'deal.lost']],
	['*', undefined, ['*']],
])('“Events” %j and “Other Events” %j select %j', (events, otherEvents, eventTypes) => {
	expect(eventTypesOf(events, otherEvents)).toEqual(eventTypes);
});

it.each<[unknown, unknown, string]>([
	...['', ' , ', []].map((events): [unknown, unknown, string] => [events, ' , ', NONE]),
	...[null, 7, true, {}, [null], [['contact.created']], [{}]].flatMap(
		(value): Array<[unknown, unknown, string]> => [
			[value, 'deal.moved', `“Events” ${NO_LIST}`],
			[['deal.moved'], value, `“Other Events” ${NO_LIST}`],
		],
	),
	[FAILS, 'deal.moved', '“Events” holds an expression that fails. Correct it.'],
	['deal.moved', FAILS, '“Other Events” holds an expression that fails. Correct it.'],
	[
		['deal.created', 'Contact Created'],
		undefined,
		'“Events” holds “Contact Created”, which is no kind of event. A kind has no blanks, such as contact.created.',
	],
])('“Events” %j and “Other Events” %j are invalid: %s', (events, otherEvents, problem) => {
	expect(eventTypesOf(events, otherEvents)).toBe(problem);
});

it.each<[unknown, number]>([
	[undefined, 300],
	[null, 300],
	['', 300],
	[' ', 300],
	['900', 900],
	[0, 0],
])('reads “Tolerance (Seconds)” %j as %d', (toleranceSeconds, seconds) => {
	expect(readOptionsOrError(contextOf({ options: { toleranceSeconds } }))).toMatchObject({
		toleranceSeconds: seconds,
	});
});

it.each([-1, 'abc', NaN, '1e999', {}])(
	'“Tolerance (Seconds)” %j is invalid',
	(toleranceSeconds) => {
		const fault = readOptionsOrError(contextOf({ options: { toleranceSeconds } })) as InvalidInput;
		expect(`${fault.message}. ${fault.remedy}`).toBe(
			'“Tolerance (Seconds)” is not a number of seconds, 0 or more. Correct it, or take the option out.',
		);
	},
);

it.each([null, ''])('reads a switch that holds %j as its default', (empty) => {
	const options = { includeHeaders: empty, skipDuplicates: empty };
	expect(readOptionsOrError(contextOf({ options }))).toMatchObject({
		...{ includeHeaders: false, skipDuplicates: true },
	});
});

it.each([
	['Include Headers', { includeHeaders: 'false' }],
	['Skip Duplicates', { skipDuplicates: 0 }],
])('“%s” that is neither true nor false is invalid', (label, options) => {
	const fault = readOptionsOrError(contextOf({ options })) as InvalidInput;
	expect(`${fault.message}. ${fault.remedy}`).toBe(
		`“${label}” is neither true nor false. Correct it, or take the option out.`,
	);
});

it.each([{}, null, 'text', 7])(
	'reads the options %j as defaults: headers omitted, duplicates skipped',
	(options) => {
		expect(readOptionsOrError(contextOf({ options }))).toEqual({
			...{ includeHeaders: false, skipDuplicates: true, toleranceSeconds: 300, collectSeconds: 0 },
		});
	},
);

it('names options whose expression fails', () => {
	expect(readOptionsOrError(contextOf({ options: FAILS }))).toMatchObject({
		message: '“Options” holds an expression that fails',
	});
});

it.each<[unknown, number]>([
	['', 0],
	['12', 12],
	[0.5, 0.5],
	[60, 60],
])('reads “Wait for More Messages (Seconds)” %j as %d', (collectSeconds, seconds) => {
	expect(readOptionsOrError(contextOf({ options: { collectSeconds } }))).toMatchObject({
		collectSeconds: seconds,
	});
});

it.each([-1, 60.5, 'x', NaN, {}])(
	'“Wait for More Messages (Seconds)” %j is invalid',
	(collectSeconds) => {
		const fault = readOptionsOrError(contextOf({ options: { collectSeconds } })) as InvalidInput;
		expect(`${fault.message}. ${fault.remedy}`).toBe(
			'“Wait for More Messages (Seconds)” is not a number from 0 to 60. Correct it, or take the option out.',
		);
	},
);
