import type { Panel } from './part';

const WIDTH = 800;
const MARGIN = 20;
const NAMES = 235;
const LONGEST_BAR = 290;
const ROW = 24;
const BAR = 14;
const HEADING = 30;
/** Room for the words above a line. */
const LINE_LABEL = 18;

/** It brings its own ground along: the page that shows it may be light or dark, whatever the reader prefers. */
const STYLE = `
text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328; paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
.title { font-weight: 600; font-size: 14px }
.ground { fill: #ffffff; stroke: #d1d9e0 }
.bar { fill: #afb8c1 }
.ours { fill: #1a7f64 }
.name-ours { font-weight: 600 }
.trouble { fill: #c0202b; font-weight: 600 }
.least { stroke: #59636e; stroke-dasharray: 3 3 }
.note { fill: #59636e }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; stroke: #151b23 }
.ground { fill: #151b23; stroke: #3d444d }
.bar { fill: #59636e }
.ours { fill: #2fae8c }
.trouble { fill: #ff7b72 }
.least { stroke: #9198a1 }
.note { fill: #9198a1 }
}`;

const escaped = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

/** The panels below each other as a picture of its own. */
export function chart(panels: Panel[]): string {
	const parts: string[] = [];
	let y = MARGIN;
	for (const panel of panels) {
		parts.push(panelAt(panel, y));
		y += headingOf(panel) + panel.bars.length * ROW + MARGIN;
	}
	const said = panels
		.map(({ title, bars }) => `${title}: ${bars.map(sentence).join('; ')}`)
		.join('. ');
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-labelledby="said">
<title id="said">${escaped(said)}</title>
<style>${STYLE}
</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${y - 1}" rx="8"/>
${parts.join('\n')}
</svg>
`;
}

const headingOf = ({ line }: Panel): number => HEADING + (line ? LINE_LABEL : 0);

const sentence = ({ name, label, trouble }: Panel['bars'][number]): string =>
	[`${name} ${label}`, trouble].filter(Boolean).join(', ');

function panelAt(panel: Panel, top: number): string {
	const { title, bars, line } = panel;
	const longest = Math.max(line?.value ?? 0, ...bars.map(({ value }) => value));
	const lengthOf = (value: number) => Math.round((value / longest) * LONGEST_BAR);
	const first = top + headingOf(panel);
	const shapes = [`<text class="title" x="${MARGIN}" y="${top + 14}">${escaped(title)}</text>`];
	if (line) {
		const x = NAMES + lengthOf(line.value) + 0.5;
		shapes.push(
			`<line class="least" x1="${x}" x2="${x}" y1="${first - 8}" y2="${first + bars.length * ROW - 4}"/>`,
			`<text class="note" x="${x}" y="${first - 12}" text-anchor="middle">${escaped(line.label)}</text>`,
		);
	}
	for (const [index, { name, value, label, ours, trouble }] of bars.entries()) {
		const y = first + index * ROW;
		const length = lengthOf(value);
		const base = y + BAR - 3;
		const words = trouble
			? `${escaped(label)} <tspan class="trouble">${escaped(trouble)}</tspan>`
			: escaped(label);
		shapes.push(
			`<text${ours ? ' class="name-ours"' : ''} x="${MARGIN}" y="${base}">${escaped(name)}</text>`,
			`<rect class="bar${ours ? ' ours' : ''}" x="${NAMES}" y="${y}" width="${length}" height="${BAR}" rx="2"/>`,
			`<text x="${NAMES + length + 8}" y="${base}">${words}</text>`,
		);
	}
	return shapes.join('\n');
}
