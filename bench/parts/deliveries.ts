import { join } from 'node:path';
import { COMPARED_WITH, CONTROL, type Judging } from '../contender/judging';
import { runForJson } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { median, ratio } from '../measure/statistics';
import { hundredths, thousands } from '../report/format';
import type { Part, Verdict } from '../report/part';

/** Two kinds that are alike differ by so much by chance, at the least. */
const LEAST_NOISE = 0.01;
const NOISE_FACTOR = 3;

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
	const ratios = new Map(Object.entries(kinds).map(([name, times]) => [name, ratio(times, compared)]));
	return {
		title: 'Believing a delivery',
		method: [
			`How long the trigger takes to sign a delivery of ${thousands(bytes)} bytes with two secrets and to compare the results with 50 received signatures, seven kinds in random order, ${thousands(compared.length)} rounds. Were wrong signatures told apart sooner the sooner they differ, an attacker could find a right one byte by byte. Below that, the whole verification of a genuine delivery.`,
		],
		tables: [
			{
				columns: ['Kind', 'Time', `× "${COMPARED_WITH}"`],
				rows: [...ratios].map(([name, times]) => [
					name,
					`${median(kinds[name]!).toFixed(1)} µs`,
					times.toFixed(3),
				]),
			},
			{
				caption: 'A genuine delivery by its size',
				columns: ['Bytes', 'Time'],
				rows: sizes.map((size) => [thousands(size.bytes), `${size.microseconds.toFixed(1)} µs`]),
			},
		],
		verdicts: [constantTime(ratios)],
		panels: [],
	};
}

/**
 * Whether no kind's ratio to the compared one is further from 1 than the noise, which the control shows:
 * it is a kind just like the compared one.
 */
export function constantTime(ratios: ReadonlyMap<string, number>): Verdict {
	const distance = (name: string) => Math.abs(ratios.get(name)! - 1);
	const noise = Math.max(distance(CONTROL) * NOISE_FACTOR, LEAST_NOISE);
	const furthest = Math.max(...[...ratios.keys()].map(distance));
	const met = furthest <= noise;
	const percent = (value: number) => `${hundredths(value * 100)} %`;
	return {
		target: 'The time does not tell where a signature differs',
		measured: percent(furthest),
		met,
		margin: `noise is ${percent(noise)}`,
	};
}
