const MEGABYTE = 1_000_000;

/** A ratio with two decimals. */
export const hundredths = (value: number): string => value.toFixed(2);
/** @param share from 0 to 1 */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** Megabytes of a million bytes, with one decimal. */
export const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
/** A whole number, its digits in threes. */
export const thousands = (count: number): string => count.toLocaleString('en-US');

/** Seconds from 1 s on, else ms; decimals where they say something. */
export function duration(ms: number): string {
	if (ms >= 1_000) return `${(ms / 1000).toFixed(2)} s`;
	return ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

/** The lowest and the highest, each as `text` has it. */
export function range(values: readonly number[], text: (value: number) => string): string {
	return `${text(Math.min(...values))} – ${text(Math.max(...values))}`;
}
