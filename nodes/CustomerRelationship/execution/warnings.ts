import { listed } from '../errors/report';
import { lacksNinthDigit, wholeNumber } from '../fields/phone';

/** The phone that an item's request is for; undefined where there is none. */
interface Phoned {
	item: number;
	phone: string | undefined;
}

/** What is legal and probably wrong. */
interface Warnings {
	/** Of an item. */
	of(item: number): string[];
	/** Of all of them, in a sentence each. */
	hints: string[];
}

/** @param all the items of a run */
export function warningsOf(all: readonly Phoned[]): Warnings {
	const byNumber = new Map<string, number[]>();
	const short: number[] = [];
	for (const { item, phone } of all) {
		if (phone === undefined) continue;
		const number = wholeNumber(phone);
		byNumber.set(number, [...(byNumber.get(number) ?? []), item]);
		if (lacksNinthDigit(phone)) short.push(item);
	}
	const shared = [...byNumber.values()].filter((items) => items.length > 1);
	return {
		of: (item) => [
			...(short.includes(item) ? [`The phone ${LACKS}.`] : []),
			...shared
				.filter((items) => items.includes(item))
				.map((items) => `The same phone is that of ${listed(items)}.`),
		],
		hints: [
			...(short.length > 0
				? [`The phone of ${listed(short)} ${LACKS}. Look whether a 9 is missing.`]
				: []),
			...shared
				.slice(0, MOST_NAMED)
				.map(
					(items) =>
						`The phone of ${listed(items)} is the same: they are one contact to the service.`,
				),
			...(shared.length > MOST_NAMED
				? [`So it is with ${shared.length - MOST_NAMED} more phones.`]
				: []),
		],
	};
}

/** How many phones that several items share are named. */
const MOST_NAMED = 5;

const LACKS =
	'has eight digits behind the area code and begins with 6 to 9, while mobile numbers in Brazil have nine';
