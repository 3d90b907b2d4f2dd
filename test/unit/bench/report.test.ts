import { duration, megabytes, range } from '../../../bench/report/format';
import { reportText, tableText, verdictTable } from '../../../bench/report/markdown';
import type { Part } from '../../../bench/report/part';
import { atMostTimes, none, under } from '../../../bench/report/verdict';

describe('verdicts', () => {
	test('say whether a ratio is allowed, and how far it is from that', () => {
		expect(atMostTimes("undici's time", 1.1, 1.15)).toEqual({
			target: "undici's time at most 1.15 ×",
			measured: '1.10 ×',
			met: true,
			margin: '4 % below',
		});
		expect(atMostTimes('x', 2.3, 1.15)).toMatchObject({ met: false, margin: '100 % above' });
		expect(atMostTimes('x', 1.15, 1.15).met).toBe(true);
		expect(atMostTimes('x', 1.1501, 1.15).met).toBe(false);
	});

	test('under a time excludes that time', () => {
		expect(under('Loading', 15, 15).met).toBe(false);
		expect(under('Loading', 12, 15)).toMatchObject({
			met: true,
			measured: '12.00 ms',
			margin: '20 % below',
		});
		expect(under('Loading', 16.5, 15)).toMatchObject({ met: false, margin: '10 % above' });
	});

	test('none is none', () => {
		expect(none('failed item', 0)).toMatchObject({
			target: 'no failed item',
			met: true,
			measured: '0',
		});
		expect(none('failed item', 1)).toMatchObject({
			met: false,
			measured: '1',
			margin: '1 too many',
		});
	});
});

test('numbers have the digits that say something', () => {
	expect([4.567, 123.4, 9_876, 36_264].map(duration)).toEqual([
		'4.6 ms',
		'123 ms',
		'9.88 s',
		'36.26 s',
	]);
	expect(megabytes(13_650_000)).toBe('13.7 MB');
	expect(range([3, 1, 2], String)).toBe('1 – 3');
});

test('a table keeps its columns whatever is in a cell', () => {
	expect(tableText({ caption: 'C', columns: ['A', 'B'], rows: [['x|y', '1']] })).toBe(
		'**C**\n\n| A | B |\n| --- | --: |\n| x\\|y | 1 |',
	);
});

const part = (title: string, ...met: boolean[]): Part => ({
	title,
	method: [`How ${title} is measured.`],
	tables: [{ columns: ['Contender', 'Time'], rows: [['this node', '1 ms']] }],
	verdicts: met.map((one, index) => ({
		target: `${title} ${index}`,
		measured: '2 ×',
		met: one,
		margin: one ? '' : '10 % above',
	})),
	panels: [],
});

test('missed targets stand out', () => {
	expect(verdictTable(part('P', true, false).verdicts).rows).toEqual([
		['P 0', '2 ×', 'met'],
		['P 1', '2 ×', '**missed**, 10 % above'],
	]);
});

test('the report names its command, its time and every target, before the parts in their order', () => {
	const text = reportText([part('Writes', true), part('Gets', false, true)], {
		command: 'npm run bench',
		at: new Date('2031-02-03T04:05:06Z'),
		circumstances: { columns: ['What', 'Which'], rows: [['undici', '7']] },
		chart: '../docs/images/bench.svg',
	});
	expect(text).toContain(
		'`npm run bench`, finished on 2031-02-03 04:05 UTC. 2 of 3 targets are met.',
	);
	const order = [
		'](../docs/images/bench.svg)',
		'| Gets 1 |',
		'| undici | 7 |',
		'## Writes',
		'How Writes',
		'## Gets',
	];
	const places = order.map((piece) => text.indexOf(piece));
	expect(places).not.toContain(-1);
	expect(places).toEqual([...places].sort((one, other) => one - other));
});
