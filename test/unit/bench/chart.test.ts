import { chart } from '../../../bench/report/chart';
import type { Panel } from '../../../bench/report/part';

const bar = (name: string, value: number, more: object = {}) => ({
	...{ name, value, label: `${value} s`, ours: false },
	...more,
});
const panel: Panel = {
	title: '400 writes',
	bars: [
		bar('this node', 36, { ours: true }),
		bar('HTTP Request & <co>', 9, { trouble: '280 missing' }),
	],
	line: { value: 18, label: 'least possible' },
};

const numbers = (svg: string, pattern: RegExp) =>
	[...svg.matchAll(pattern)].map(([, value]) => Number(value));
const widths = (svg: string) => numbers(svg, /<rect class="bar[^>]* width="(\d+)"/g);
const ends = (svg: string) => numbers(svg, /<rect class="bar[^>]* y="(\d+)"/g);

test('bars are as long as their values, and the line stands at its own', () => {
	const svg = chart([panel]);
	const [ours = 0, other = 0] = widths(svg);
	expect(other / ours).toBeCloseTo(9 / 36, 1);
	const [start = 0] = numbers(svg, /<rect class="bar[^>]* x="(\d+)"/g);
	const [line = 0] = numbers(svg, /<line [^>]*x1="([\d.]+)"/g);
	expect((line - start) / ours).toBeCloseTo(0.5, 1);
});

test('a line beyond every bar still fits', () => {
	const far = chart([{ ...panel, line: { value: 72, label: 'far' } }]);
	expect(widths(far)[0]).toBe(Math.round(widths(chart([panel]))[0]! / 2));
});

test('ours alone is in the strong colour, and trouble is shown beside its bar', () => {
	const svg = chart([panel]);
	expect(svg.match(/class="bar ours"/g)).toHaveLength(1);
	expect(svg.match(/<tspan class="trouble">280 missing<\/tspan>/g)).toHaveLength(1);
});

test('panels stand below each other, inside the picture', () => {
	const svg = chart([panel, { ...panel, line: undefined }]);
	const [height = 0] = numbers(svg, /viewBox="0 0 \d+ (\d+)"/g);
	const places = ends(svg);
	expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
	expect(places).toHaveLength(4);
	expect(Math.max(...places)).toBeLessThan(height);
});

test('names may hold any sign, and the picture says in words what it shows', () => {
	const svg = chart([panel]);
	expect(svg).not.toContain('<co>');
	expect(svg).toContain('>HTTP Request &amp; &lt;co&gt;</text>');
	expect(svg).toMatch(
		/<title id="said">400 writes: this node 36 s; HTTP Request [^<]*, 280 missing<\/title>/,
	);
});
