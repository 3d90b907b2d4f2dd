/** The middle value, or the mean of the two in the middle. @throws RangeError when there is none */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const middle = sorted.length >> 1;
	const upper = sorted[middle];
	if (upper === undefined) throw new RangeError('No values, no median');
	return sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
}

/**
 * How many times the reference a contender needs: the median of the rounds' own ratios. What slows the
 * machine down for a while slows a whole round, and so leaves its ratio alone.
 * @throws RangeError when the two did not run the same number of rounds
 */
export function ratio(values: readonly number[], reference: readonly number[]): number {
	if (values.length !== reference.length)
		throw new RangeError('Not as many rounds as the reference');
	return median(values.map((value, round) => value / reference[round]!));
}

/** The value below which this share of all lies, from 0 to 1. @throws RangeError when there is none */
export function quantile(share: number, values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const value = sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)];
	if (value === undefined) throw new RangeError('No values, no quantile');
	return value;
}

/**
 * How values compare with the reference's at a quantile: the mean of the ratios that blocks of so many
 * rounds give, and its standard error.
 */
export function ratioAt(
	share: number,
	values: readonly number[],
	reference: readonly number[],
	block: number,
): { ratio: number; error: number } {
	const ratios: number[] = [];
	for (let start = 0; start < values.length; start += block) {
		const at = (all: readonly number[]) => quantile(share, all.slice(start, start + block));
		ratios.push(at(values) / at(reference));
	}
	const ratio = mean(ratios);
	const variance = mean(ratios.map((one) => (one - ratio) ** 2));
	return { ratio, error: Math.sqrt(variance / (ratios.length - 1)) };
}

const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;
