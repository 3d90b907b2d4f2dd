import type { LeftOut } from '../../../nodes/CustomerRelationship/columns/leftOut';
import { LimitWaits } from '../../../nodes/CustomerRelationship/execution/limitWaits';
import { invalidHints } from '../../../nodes/CustomerRelationship/execution/report/checkOnly';
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { hintsOf, showHints } from '../../../nodes/CustomerRelationship/execution/report/hints';
import type { PreparationReport } from '../../../nodes/CustomerRelationship/execution/preparationReport';
import { createSendRules } from '../../../nodes/CustomerRelationship/execution/rules/sendRules';
import type { Item } from '../../../nodes/CustomerRelationship/execution/task';
import type { OperationResult } from '../../../nodes/CustomerRelationship/resources/shared/operation';
import { contextOf } from './nodeContext';

interface Told {
	waitedMs?: { request: number; send: number };
	results?: Array<Partial<OperationResult>>;
	leftOut?: PreparationReport['leftOut'];
	remarks?: string[][];
}

/** The hints of a run that has these results. */
function hints({
	waitedMs = { request: 0, send: 0 },
	results = [],
	leftOut = [],
	remarks = [],
}: Told): string[] {
	const items = results.map(
		(result, index) =>
			({
				index,
				settlement: { kind: 'completed', output: [], result: { records: [], ...result } },
				entry: { remarks: remarks[index] ?? [] },
			}) as unknown as Item,
	);
	return hintsOf(items, sourcesOf(leftOut, waitedMs)).infos;
}

function sourcesOf(
	leftOut: PreparationReport['leftOut'],
	waitedMs: NonNullable<Told['waitedMs']>,
): Parameters<typeof hintsOf>[1] {
	return {
		preparationReport: {
			...{ panelWarnings: [], inputWarnings: () => [], leftOut },
			...{ hasChecks: false, hintIfStoppedNow: undefined },
		},
		rules: createSendRules(contextOf(), () => Promise.resolve('token')),
		waits: Object.assign(new LimitWaits(), { ms: waitedMs }),
		...{ continueOnFail: false, hasErrorOutput: false },
	};
}

const urgentHintsOf = (items: readonly Item[]): string[] =>
	hintsOf(items, sourcesOf([], { request: 0, send: 0 })).urgent;
const records = (count: number) => Array(count).fill({}) as OperationResult['records'];

test('tells a remark once, with the items that it is about', () => {
	const results = Array(3).fill({});
	expect(hints({ results, remarks: [['It is late'], [], ['It is new', 'It is late']] })).toEqual([
		'It is late (items 0 and 2; the first item is 0).',
		'It is new (item 2; the first item is 0).',
	]);
});

test('does not tell of short waits', () => {
	expect(hints({ waitedMs: { request: 2_999, send: 2_999 } })).toEqual([]);
});

test('tells of longer waits, for each limit', () => {
	expect(hints({ waitedMs: { request: 3_000, send: 61_400 } })).toEqual([
		'Waited 3 s in all to stay within the limit of requests a minute.',
		'Waited 61 s in all to stay within the limit of 30 message sends a minute and channel.',
	]);
});

test('tells once that there are more records than Limit, with the items of several lists', () => {
	const cut = (count: number) => ({ hasMore: true, records: records(count) });
	const whole = { hasMore: false, records: records(7) };
	expect(hints({ results: [cut(50)] })).toEqual([
		'Limit was reached after 50 records, and there are more. Turn on Return All or raise Limit to get more.',
	]);
	expect(hints({ results: [cut(1)] })).toEqual([
		expect.stringMatching(/^Limit was reached after 1 record, /),
	]);
	expect(hints({ results: [cut(50), cut(100), whole, cut(50)] })).toEqual([
		'Limit was reached for items 0–1 and 3 (the first item is 0), and there are more records. Turn on Return All or raise Limit to get more.',
	]);
	expect(hints({ results: [whole, whole] })).toEqual([]);
});

const list = (more: object = {}): Partial<OperationResult> => ({
	list: { plural: 'contacts', hasFilters: true, readCount: undefined, tags: [], ...more },
});

test('tells what the node’s own filters cost where it is much, and names those that are set', () => {
	const filtered = (pages: number, ...labels: string[]) => ({
		...list({ nodeFilters: { labels, pages } }),
		records: records(1),
	});
	const long = filtered(9, 'Has Phone');
	expect(hints({ results: [long, list(), {}] })).not.toContainEqual(expect.stringMatching(/page/));
	expect(hints({ results: [long, filtered(3, 'Has Phone')] })).toEqual([
		'The service has no filter Has Phone, so the list was read page by page: 12 requests. A filter that the service has makes it shorter.',
	]);
	expect(hints({ results: [long, filtered(1, 'Has Tags', 'Has Phone')] })).toEqual([
		expect.stringMatching(
			/^The service has no filter Has Phone or Has Tags, so .*: 10 requests\. /,
		),
	]);
});

describe('a look-up that finds nothing', () => {
	test('is told of a single item where there are filters', () => {
		expect(hints({ results: [list()] })).toEqual(['No contacts passed the filters.']);
		expect(hints({ results: [list({ readCount: 12 })] })).toEqual([
			'No contacts passed the filters (12 read).',
		]);
		expect(hints({ results: [list({ hasFilters: false })] })).toEqual([]);
	});

	test('is told of several items by their numbers', () => {
		const found = { ...list(), records: records(1) };
		expect(hints({ results: [found, list(), found, list({ readCount: 3 }), list()] })).toEqual([
			'No contacts passed the filters for items 1 and 3–4 (the first item is 0).',
		]);
		expect(hints({ results: [list({ hasFilters: false }), found] })).toEqual([
			'No contacts were found for item 0 (the first item is 0).',
		]);
		expect(hints({ results: [found, found] })).toEqual([]);
		const unfiltered = list({ hasFilters: false });
		expect(hints({ results: [unfiltered, unfiltered] })).toEqual([]);
	});
});

test('tells once which tags of the filters no record has that any item read', () => {
	const tags = (...given: Array<[tag: string, isSeen: boolean]>) => ({
		...list({ tags: given.map(([tag, isSeen]) => ({ tag, isSeen })) }),
		records: records(1),
	});
	expect(
		hints({ results: [tags(['opted-out', false], ['vip', false]), tags(['VIP', true])] }),
	).toEqual([
		'None of the contacts that were read has the tag “opted-out”. If any should have it, check the spelling in the service.',
	]);
	expect(hints({ results: [tags(['a', false]), tags(['b', false], ['A', false])] })).toEqual([
		'None of the contacts that were read has one of the tags “A”, “b”. If any should have it, check the spelling in the service.',
	]);
	expect(hints({ results: [tags(['a', true])] })).toEqual([]);
});

test('tells once what was left out, by the reason, and not endlessly', () => {
	const id: LeftOut = { name: 'id', reason: 'codeNotNeeded' };
	expect(hints({ leftOut: [id, id, { name: 'tags', reason: 'holdsObject' }] })).toEqual([
		'Not sent: “id” (no phone of the row lacks it); “tags” (it holds an object).',
	]);
	const text = (length: number) =>
		hints({
			leftOut: Array.from({ length }, (_, n) => ({ name: `c${n}`, reason: 'codeNotNeeded' })),
		})[0];
	expect(text(30)).toContain('“c29” (no phone of the row lacks it)');
	expect(text(32)).toContain('“c29”, 2 more (no phone of the row lacks it)');
});

test('counts once what items waited at the same time', () => {
	const waits = new LimitWaits();
	waits.add('send', { from: 0, to: 4_000 });
	waits.add('send', { from: 1_000, to: 6_000 });
	waits.add('send', { from: 2_000, to: 5_000 });
	waits.add('send', { from: 9_000, to: 10_000 });
	waits.add('request', { from: 0, to: 2_000 });
	expect(waits.ms).toEqual({ request: 2_000, send: 7_000 });
});

test('an empty list without filters is as surprising beside an item that reads no list as alone', () => {
	const unfiltered = list({ hasFilters: false });
	expect(hints({ results: [unfiltered, { records: records(1) }] })).toEqual([]);
});

test('tells of a deactivated record only where the operation has found it by itself', () => {
	const answer = {} as OperationResult['records'][number]['answer'];
	const deactivated = { record: { isActive: false }, answer };
	expect(hints({ results: [{ records: [deactivated] }] })).toEqual([]);
});

describe('items that are not sent', () => {
	const itemsWith = (kinds: readonly string[], outputsRow: boolean) =>
		kinds.map(
			(kind, index) =>
				({ index, settlement: { kind }, outputsRow, entry: { remarks: [] } }) as unknown as Item,
		);

	test.each<[string, string[], boolean, boolean]>([
		[
			'The item can’t be sent. Its field “problem” says why and what to do.',
			['invalid'],
			false,
			false,
		],
		[
			'2 of the 2 items can’t be sent (items 0–1; the first item is 0). Their field “result_reason” says why and what to do.',
			['invalid', 'invalid'],
			true,
			false,
		],
		[
			'1 of the 2 items can’t be sent (item 1; the first item is 0). Its field “problem” says why and what to do. Without Check Only nothing would be sent, unless Settings > On Error is set to continue.',
			['checked', 'invalid'],
			false,
			false,
		],
		[
			'2 of the 3 items can’t be sent (items 1–2; the first item is 0). Their field “problem” says why and what to do. Without Check Only that would not stop the others, since Settings > On Error is set to continue.',
			['checked', 'invalid', 'invalid'],
			false,
			true,
		],
	])('are told as invalid: %s', (text, kinds, outputsRow, continueOnFail) => {
		expect(invalidHints(itemsWith(kinds, outputsRow), continueOnFail)).toEqual([text]);
	});

	test.each<[string, string[]]>([
		['The item has failed. Its column “result_reason” says why and what to do.', ['failed']],
		[
			'1 of the 2 items has failed (item 1; the first item is 0). Its column “result_reason” says why and what to do.',
			['completed', 'failed'],
		],
		[
			'2 of the 3 items have failed (items 0 and 2; the first item is 0). Their column “result_reason” says why and what to do.',
			['failed', 'completed', 'failed'],
		],
	])('are told as failed rows: %s', (text, kinds) => {
		expect(urgentHintsOf(itemsWith(kinds, true))).toEqual([text]);
	});
});

test('are shown as text, although n8n takes them for HTML', () => {
	const shown: NodeExecutionHint[] = [];
	const context = {
		addExecutionHints: (...hints: NodeExecutionHint[]) => shown.push(...hints),
	} as unknown as IExecuteFunctions;
	showHints(context, { urgent: ['“a<br>b” &amp; c'], infos: ['d'] });
	expect(shown).toEqual([
		{ message: '“a&lt;br>b” &amp;amp; c', type: 'warning', location: 'outputPane' },
		{ message: 'd', type: 'info', location: 'outputPane' },
	]);
});
