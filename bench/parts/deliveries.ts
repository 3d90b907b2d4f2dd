import { join } from 'node:path';
import { COMPARED_WITH, CONTROL, type Judging } from '../contender/judging';
import { runForJson } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { median } from '../measure/statistics';
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
	const medians = new Map(Object.entries(kinds).map(([name, times]) => [name, median(times)]));
	const compared = medians.get(COMPARED_WITH)!;
	return {
		title: 'Believing a delivery',
		method: [
			`The trigger's verification of a delivery of ${thousands(bytes)} bytes with 50 signatures and two secrets, seven kinds in random order, ${thousands(kinds[COMPARED_WITH]!.length)} rounds. Were wrong signatures told apart sooner the sooner they differ, an attacker could find a right one byte by byte.`,
		],
		tables: [
			{
				columns: ['Kind', 'Time', `× "${COMPARED_WITH}"`],
				rows: [...medians].map(([name, middle]) => [
					name,
					`${middle.toFixed(1)} µs`,
					(middle / compared).toFixed(3),
				]),
			},
			{
				caption: 'A genuine delivery by its size',
				columns: ['Bytes', 'Time'],
				rows: sizes.map((size) => [thousands(size.bytes), `${size.microseconds.toFixed(1)} µs`]),
			},
		],
		verdicts: [constantTime(medians)],
		panels: [],
	};
}

/** Whether the kinds' medians differ by no more than the noise, which is how far the control differs. */
export function constantTime(medians: ReadonlyMap<string, number>): Verdict {
	const compared = medians.get(COMPARED_WITH)!;
	const share = (name: string) => Math.abs(medians.get(name)! / compared - 1);
	const noise = Math.max(share(CONTROL) * NOISE_FACTOR, LEAST_NOISE);
	const furthest = Math.max(...[...medians.keys()].map(share));
	const met = furthest <= noise;
	const percent = (value: number) => `${hundredths(value * 100)} %`;
	return {
		target: 'The time does not tell where a signature differs',
		measured: percent(furthest),
		met,
		margin: `noise is ${percent(noise)}`,
	};
}
