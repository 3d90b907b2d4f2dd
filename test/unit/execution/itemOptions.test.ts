import {
	isCheckOnly,
	outputsRow,
} from '../../../nodes/CustomerRelationship/execution/prepare/itemOptions';
import type { ItemParameters } from '../../../nodes/CustomerRelationship/resources/shared/parameters';

/** An item whose options have this raw text and, if n8n can resolve them, these values. */
const parametersOf = (raw: object, values?: object): ItemParameters =>
	({
		raw: () => raw,
		collection: () => {
			if (!values) throw new Error('An expression fails');
			return values;
		},
		judgeValue: (_: unknown, value: unknown) => value,
		timezone: 'UTC',
	}) as unknown as ItemParameters;

test.each<[boolean, object, object | undefined]>([
	[false, {}, undefined],
	[false, {}, {}],
	[true, { output: 'row' }, undefined],
	[true, { output: 'row' }, { output: 'row' }],
	[false, { output: 'record' }, { output: 'record' }],
	[true, { output: '={{ $json.output }}' }, { output: 'row' }],
	[false, { output: '={{ $json.output }}' }, { output: 'record' }],
	// Options that fail to resolve fail the item: it has no row.
	[false, { output: '={{ $json.output }}' }, undefined],
	[false, { output: '={{ $json.output }}' }, { output: 'table' }],
])('an item is output as a row: %s, with %j, resolved to %j', (expected, raw, values) => {
	expect(outputsRow(parametersOf(raw, values))).toBe(expected);
});

test.each<[boolean, object, object | undefined]>([
	[true, { checkOnly: true }, undefined],
	[false, { checkOnly: false }, { checkOnly: false }],
	[true, { checkOnly: '={{ $json.check }}' }, { checkOnly: true }],
	[false, { checkOnly: '={{ $json.check }}' }, undefined],
	[false, {}, {}],
])('Check Only is certainly on: %s, with %j, resolved to %j', (expected, raw, values) => {
	expect(isCheckOnly(parametersOf(raw, values))).toBe(expected);
});
