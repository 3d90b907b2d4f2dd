import { hundredths, percent } from './format';
import type { Verdict } from './part';

/** Judges a ratio that may be `allowed` at most, e.g. 1.15 × undici's time. */
export function atMostTimes(what: string, measured: number, allowed: number): Verdict {
	return {
		target: `${what} at most ${hundredths(allowed)} ×`,
		measured: `${hundredths(measured)} ×`,
		...judged(measured, allowed),
	};
}

/** Judges a count that may be `allowed` at most. */
export function atMost(what: string, count: number, allowed: number): Verdict {
	return {
		target: `at most ${allowed} ${what}`,
		measured: String(count),
		...judged(count, allowed),
	};
}

/** Judges a count of what must not happen. */
export function none(what: string, count: number): Verdict {
	const met = count === 0;
	return {
		target: `no ${what}`,
		measured: String(count),
		met,
		margin: met ? '' : `${count} too many`,
	};
}

function judged(measured: number, allowed: number): Pick<Verdict, 'met' | 'margin'> {
	const met = measured <= allowed;
	const away = Math.abs(measured / allowed - 1);
	return { met, margin: `${percent(away)} ${met ? 'below' : 'above'}` };
}
