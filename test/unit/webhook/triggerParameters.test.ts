/** What the panel, or what expressions yield in its place, say to a delivery. */
import type { IWebhookFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import {
	optionsOf,
	selectedKinds,
} from '../../../nodes/CustomerRelationship/webhook/triggerParameters';

const FAILS = Symbol('an expression that fails');
const contextOf = (parameters: Record<string, unknown>) =>
	({
		getNodeParameter: (name: string, fallback: unknown) => {
			const value = name in parameters ? parameters[name] : fallback;
			if (value === FAILS) throw new Error('expression');
			return value;
		},
	}) as unknown as IWebhookFunctions;
const kindsOf = (events: unknown, otherEvents?: unknown) => {
	const chosen = { events, ...(otherEvents !== undefined && { otherEvents }) };
	const kinds = selectedKinds(contextOf(chosen));
	return kinds instanceof InvalidInput ? `${kinds.message}. ${kinds.remedy}` : [...kinds];
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
])('“Events” %j and “Other Events” %j choose %j', (events, otherEvents, kinds) => {
	expect(kindsOf(events, otherEvents)).toEqual(kinds);
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
])('“Events” %j and “Other Events” %j choose nothing: %s', (events, otherEvents, problem) => {
	expect(kindsOf(events, otherEvents)).toBe(problem);
});

it.each<[unknown, number]>([
	[undefined, 300],
	[null, 300],
	['', 300],
	[' ', 300],
	['900', 900],
	[0, 0],
	// Nothing is within these, as signature.test.ts has it.
	[-1, -1],
	['x', NaN],
	['1e999', Infinity],
])('“Tolerance (Seconds)” %j is %d', (toleranceSeconds, seconds) => {
	expect(optionsOf(contextOf({ options: { toleranceSeconds } }))).toMatchObject({
		toleranceSeconds: seconds,
	});
});

it.each([{}, null, 'text', 7])(
	'the options %j are none: headers stay out, duplicates are skipped',
	(options) => {
		expect(optionsOf(contextOf({ options }))).toEqual({
			...{ includeHeaders: false, skipDuplicates: true, toleranceSeconds: 300 },
		});
	},
);

it('options that fail are named', () => {
	expect(optionsOf(contextOf({ options: FAILS }))).toMatchObject({
		message: '“Options” holds an expression that fails',
	});
});
