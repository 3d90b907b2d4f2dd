import { join } from 'node:path';
import { COMPARED_WITH, CONTROL, type Judging } from '../contender/judging';
import { runForJson } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { median, ratioAt } from '../measure/statistics';
import { hundredths, thousands } from '../report/format';
import type { Part, Verdict } from '../report/part';

/** Two kinds that are alike differ by so much by chance, at the least. */
const LEAST_NOISE = 0.01;
const NOISE_FACTOR = 3;
/** Where the distributions are compared. The slowest tenth tells of the machine alone. */
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];
/** Rounds whose distributions are compared as one, and give one ratio: what slows the machine for a while slows all of it. */
const BLOCK = 100;

/** What believing a delivery costs, and whether the cost gives a signature away. */
export async function deliveries(laboratory: Laboratory): Promise<Part> {
	const { bytes, kinds, sizes } = await laboratory.progress.step(
		'Judging deliveries',
		async () =>
			await runForJson<Judging>(laboratory, 'Judging deliveries', [
				...['--import', 'tsx'],
				join(__dirname, '..', 'contender', 'judging.ts'),
			]),
	);
	const compared = kinds[COMPARED_WITH]!;
	const found = new Map(
		Object.entries(kinds).map(([name, times]) => [
			name,
			QUANTILES.map((share) => ratioAt(share, times, compared, BLOCK)),
		]),
	);
	/** The kinds' ratios at each quantile; the control stands in it by its error, which is the noise. */
	const weighable = QUANTILES.map(
		(_, place) =>
			new Map(
				[...found].map(([name, estimates]) => {
					const { ratio, error } = estimates[place]!;
					return [name, name === CONTROL ? 1 + error : ratio];
				}),
			),
	);
	const mostDoubtful = weighable.reduce((most, one) => (doubt(one) > doubt(most) ? one : most));
	return {
		title: 'Believing a delivery',
		method: [
			`How long the trigger takes to sign a delivery of ${thousands(bytes)} bytes with two secrets and to compare the results with 50 received signatures, seven kinds in random order, ${thousands(compared.length)} rounds. Were wrong signatures told apart sooner the sooner they differ, an attacker could find a right one byte by byte. Compared are the distributions, at five quantiles: the table has the mean ratio of ${compared.length / BLOCK} blocks of rounds to "${COMPARED_WITH}", and the noise, which is ${NOISE_FACTOR} times the standard error of the control, a kind just like the compared one. Below that, the whole verification of a genuine delivery.`,
		],
		tables: [
			{
				columns: ['Kind', 'Median', ...QUANTILES.map((share) => `× at ${share * 100} %`)],
				rows: [
					...[...found].map(([name, estimates]) => [
						name,
						`${median(kinds[name]!).toFixed(1)} µs`,
						...estimates.map(({ ratio }) => ratio.toFixed(3)),
					]),
					['noise', '', ...weighable.map((ratios) => `± ${weigh(ratios).noise.toFixed(3)}`)],
				],
			},
			{
				caption: 'A genuine delivery by its size',
				columns: ['Bytes', 'Time'],
				rows: sizes.map((size) => [thousands(size.bytes), `${size.microseconds.toFixed(1)} µs`]),
			},
		],
		verdicts: [constantTime(mostDoubtful)],
		panels: [],
	};
}

/** How far the furthest kind's ratio is from 1, and how far it may be by chance. */
function weigh(ratios: ReadonlyMap<string, number>): { furthest: number; noise: number } {
	const distance = (name: string) => Math.abs(ratios.get(name)! - 1);
	return {
		furthest: Math.max(...[...ratios.keys()].map(distance)),
		noise: Math.max(distance(CONTROL) * NOISE_FACTOR, LEAST_NOISE),
	};
}

function doubt(ratios: ReadonlyMap<string, number>): number {
	const { furthest, noise } = weigh(ratios);
	return furthest / noise;
}

/**
 * Whether no kind's ratio to the compared one is further from 1 than the noise, which the control shows:
 * it is a kind just like the compared one.
 */
export function constantTime(ratios: ReadonlyMap<string, number>): Verdict {
	const { furthest, noise } = weigh(ratios);
	const percent = (value: number) => `${hundredths(value * 100)} %`;
	return {
		target: 'The time does not tell where a signature differs',
		measured: percent(furthest),
		met: furthest <= noise,
		margin: `noise is ${percent(noise)}`,
	};
}
