import type { IDataObject, JsonValue } from 'n8n-workflow';
import {
	hasTagsFilter,
	withoutTagsFilter,
	type NodeFilter,
} from '../../../nodes/CustomerRelationship/resources/shared/nodeFilters';
import {
	addTags,
	removeTags,
	replacementTagsField,
	tagsField,
} from '../../../nodes/CustomerRelationship/fields/tags';
import { tagKey } from '../../../nodes/CustomerRelationship/fields/comparisonKeys';
import { refusalOf, UTC } from './refusals';

const FIELDS = [addTags, removeTags, replacementTagsField('deal'), tagsField('', '')];
const FILTERS = [hasTagsFilter, withoutTagsFilter];
const readAll = (value: unknown) => FIELDS.map(({ read }) => read(value, UTC));
const testOf = ({ read, testFor }: NodeFilter<JsonValue[]>, value: unknown) =>
	testFor(read(value, UTC));
const filtersOf = (value: unknown) => FILTERS.map((filter) => testOf(filter, value).tags);
const everywhere = (value: unknown) => [
	...FIELDS.map(({ read }) => refusalOf(() => read(value, UTC))),
	...FILTERS.map((filter) => refusalOf(() => testOf(filter, value))),
];

test.each<[unknown, string, string]>([
	[[{ name: 'opted_out' }], 'holds an object', '.map(t => t.name)'],
	[['vip', { tag: 'x' }], 'holds an object', '.map(t => t.name)'],
	['[{"name":"opted_out"}]', 'holds an object', '.map(t => t.name)'],
	['{"name":"opted_out"}', 'holds an object', '.map(t => t.name)'],
	['{ "name', 'holds an object', '.map(t => t.name)'],
	["[{'name': 'opted_out'}, {'name'", 'is a list of objects, but not valid JSON', '.map('],
	["[ {'name'", 'is a list of objects, but not valid JSON', '.map('],
	["[ 'vip', x", 'is a list, but not valid JSON', 'vip, newsletter'],
	[[['opted_out', 'vip']], 'holds a list within the list', '.flat()'],
	['[["opted_out"]]', 'holds a list within the list', '.flat()'],
	["['opted_out']", 'is a list, but not valid JSON', 'vip, newsletter'],
	["['vip','x'", 'is a list, but not valid JSON', 'vip, newsletter'],
	[' [“vip”, “x”] ', 'is a list, but not valid JSON', 'vip, newsletter'],
	['[opted_out]', 'is a list, but not valid JSON', 'vip, newsletter'],
	['[opted_out, vip]', 'is a list, but not valid JSON', 'vip, newsletter'],
	['[[vip, x', 'is a list, but not valid JSON', 'vip, newsletter'],
	['"opted_out"', 'begins with a quotation mark', 'vip, newsletter'],
	["'opted_out', 'vip'", 'begins with a quotation mark', 'vip, newsletter'],
	['“vip”', 'begins with a quotation mark', 'vip, newsletter'],
	['‘vip’', 'begins with a quotation mark', 'vip, newsletter'],
	['`vip`', 'begins with a quotation mark', 'vip, newsletter'],
	['\u200b"vip"', 'begins with a quotation mark', 'vip, newsletter'],
	['[object Object]', 'is a list, but not valid JSON', 'vip, newsletter'],
])('%j is no list of tags', (value, problem, advice) => {
	for (const { message, remedy } of everywhere(value)) {
		expect(message.replace(/^“[^”]*” /, '')).toBe(problem);
		expect(remedy).toContain(advice);
	}
});

test.each<[string, string]>([
	['opted_out;vip', '“;”'],
	['opted_out | vip', '“|”'],
	['opted_out\nvip', 'a line break'],
	['opted_out\r\nvip', 'a line break'],
	['opted_out\tvip', 'a tab'],
	['opted_out；vip', 'a separator'],
	['opted_out，vip', 'a separator'],
])('%j is refused in a filter alone', (value, what) => {
	expect(readAll(value)).toEqual(FIELDS.map(() => [value]));
	for (const filter of FILTERS) {
		const { message, remedy } = refusalOf(() => testOf(filter, value));
		expect(message).toContain(`holds ${what}`);
		expect(remedy).toContain('array');
	}
});

test.each([
	...[
		'vip [sala]',
		'vip [{',
		'vip ["a',
		'vip ["a]',
		'{sala}',
		'vip,{sala}',
		'vip {a: b}',
		'a"b',
		' {sala, b:c}',
	],
])('%j is a list of tags everywhere', (value) => {
	const tags = value.split(',').map((tag) => tag.trim());
	expect(readAll(value)).toEqual(FIELDS.map(() => tags));
	expect(() => filtersOf(value)).not.toThrow();
});

test('an array may hold nothing in place of a tag', () => {
	for (const { read } of FIELDS) expect(() => read(['vip', null], UTC)).not.toThrow();
});

test.each<[string, string, string]>([
	['vip, "opted_out"', 'a quotation mark', 'vip, newsletter'],
	["vip,'opted_out'", 'a quotation mark', 'vip, newsletter'],
	['vip, {"name":"opted_out"}', 'an object', '.map(t => t.name)'],
	['vip, {name: opted_out}', 'an object', '.map(t => t.name)'],
	['vip,{"name"}', 'an object', '.map(t => t.name)'],
	['vip,  { “name”}', 'an object', '.map(t => t.name)'],
])('%j, which no record has, is refused in a filter alone', (value, what, advice) => {
	expect(readAll(value)).toEqual(FIELDS.map(() => value.split(',').map((tag) => tag.trim())));
	for (const filter of FILTERS) {
		const { message, remedy } = refusalOf(() => testOf(filter, value));
		expect(message).toContain(`holds ${what}`);
		expect(remedy).toContain(advice);
	}
});

test.each<[unknown, JsonValue[]]>([
	['opted_out', ['opted_out']],
	['opted_out\n', ['opted_out']],
	['vip, São Paulo ', ['vip', 'São Paulo']],
	['[2024] Black Friday, vip', ['[2024] Black Friday', 'vip']],
	['[vip], gold', ['[vip]', 'gold']],
	['{vip}', ['{vip}']],
	['Ana "a boa", d\'água', ['Ana "a boa"', "d'água"]],
	['["a;b", "\'x\'"]', ['a;b', "'x'"]],
	[
		['a;b', 'c|d', 'e\nf', "'g'", '"h"', '[i]'],
		['a;b', 'c|d', 'e\nf', "'g'", '"h"', '[i]'],
	],
	[2024, ['2024']],
])('%j are tags, in filters, too', (value, tags) => {
	expect(readAll(value)).toEqual(FIELDS.map(() => tags));
	expect(filtersOf(value)).toEqual(FILTERS.map(() => tags));
});

test.each([
	['VIP ', 'vip'],
	['opted\u200b_out', 'opted_out'],
	['\ufeffvip\u2060', 'vip'],
	['❤\ufe0f', '❤'],
	['São Paulo'.normalize('NFD'), 'são paulo'],
	['não\u00a0perturbe', 'não perturbe'],
	['\u3000não \u2009 \t perturbe\u00a0', 'não perturbe'],
	...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63\uFF0D'].map((hyphen) => [
		`opt${hyphen}out`,
		'opt-out',
	]),
])('%j and %j are one tag', (one, other) => {
	expect(tagKey(one)).toBe(tagKey(other));
	expect(tagKey(`${one}x`)).not.toBe(tagKey(other));
});

test.each<[unknown]>([
	[['opt_out', undefined]],
	[[null, 'opt_out']],
	[['opt_out', '']],
	[['opt_out', ' \u00a0']],
	[['\u200b', 'opt_out']],
	['["opt_out", null]'],
	['["opt_out", ""]'],
])('%j, in which a tag is missing, is refused in a filter alone', (value) => {
	expect(readAll(value)).toEqual(FIELDS.map(() => ['opt_out']));
	for (const filter of FILTERS) {
		const { message, remedy } = refusalOf(() => testOf(filter, value));
		expect(message).toContain('holds an empty tag');
		expect(remedy).toContain('.filter(Boolean)');
	}
});

test.each<[unknown]>([['\u200b'], [['\u200b']], [' \u2060, '], [[undefined]], [[]]])(
	'%j holds no tag: nothing is sent, and a filter is empty',
	(value) => {
		expect(readAll(value)).toEqual(FIELDS.map(() => undefined));
		for (const filter of FILTERS)
			expect(refusalOf(() => testOf(filter, value)).message).toMatch(/^“[^”]*” is empty$/);
	},
);

test.each<[passing: string[], wanted: unknown, tags: unknown]>([
	[['Has Tags'], 'VIP, feira', [' vip', 'Feira', 'x']],
	[[], 'VIP, feira', ['feira']],
	[['Without Tags'], 'VIP, feira', ['x']],
	[['Without Tags'], 'VIP', []],
])('%j pass for %j of a record with %j', (passing, wanted, tags) => {
	const passes = FILTERS.filter((filter) => testOf(filter, wanted).passes({ tags } as IDataObject));
	expect(passes.map(({ property }) => property.displayName)).toEqual(passing);
});

test.each([undefined, null, 'vip', [7]])(
	'a record whose tags are %j passes no tag filter',
	(tags) => {
		const record = { tags } as IDataObject;
		const [hasTags, withoutTags] = FILTERS.map((filter) => testOf(filter, 'vip'));
		expect(hasTags?.passes(record)).toBe(false);
		expect(() => withoutTags?.passes(record)).toThrow('a record in it has no list of tags');
	},
);
