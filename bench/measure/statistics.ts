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
