import { itemRanges, someItems } from '../../errors/report';
import { notBrazilian } from '../../fields/parsers/phoneFaults';
import { lacksNinthDigit, normalizePhone } from '../../fields/parsers/phone';
import type { IntendedMessage } from '../../resources/shared/operation';
import { excerpt } from '../../quote';

/** An item, the phone that it names, and the message that it sends there rather than write the phone's contact. */
interface Phoned {
	item: number;
	phone: string | undefined;
	/** All phones that it writes, or sends to. */
	phones?: readonly string[] | undefined;
	message: IntendedMessage | undefined;
}

/** Warnings about phones that are valid but probably wrong. */
interface PhoneWarnings {
	/** Of an item. */
	of(item: number): string[];
	/** Of all of them, in a sentence each. */
	hints: string[];
}

/** Warns of phones that lack a digit, are no Brazilian ones, or that several items share. @param all the items of a run */
export function phoneWarnings(all: readonly Phoned[]): PhoneWarnings {
	const byNumber = new Map<string, Shared>();
	const short: Array<{ item: number; phone: string }> = [];
	const foreign: Array<{ item: number; phone: string; why: string }> = [];
	for (const { item, phone, phones = [], message } of all) {
		for (const one of phones) {
			const why = notBrazilian(one);
			if (why !== undefined) foreign.push({ item, phone: one, why });
		}
		if (phone === undefined) continue;
		const number = normalizePhone(phone);
		const one = byNumber.get(number) ?? { items: [], phone, means: meaning(message) };
		one.items.push(item);
		byNumber.set(number, one);
		if (lacksNinthDigit(phone) && notBrazilian(phone) === undefined) short.push({ item, phone });
	}
	const shared = [...byNumber.values()].filter(({ items }) => items.length > 1);
	const ofItem = new Map<number, string[]>();
	const warn = (item: number, text: string) => {
		const texts = ofItem.get(item) ?? [];
		ofItem.set(item, texts);
		texts.push(text);
	};
	for (const { item, phone, why } of foreign) {
		warn(item, `${excerpt(phone)} is no Brazilian phone: ${why}. ${ABROAD}`);
	}
	for (const { item } of short) warn(item, `The phone has ${LACKS}.`);
	for (const { items } of shared) {
		const text = `The same phone is that of ${someItems(items)}.`;
		for (const item of items) warn(item, text);
	}
	const more = shared.length - MOST_NAMED;
	return {
		of: (item) => ofItem.get(item) ?? [],
		hints: [
			...(foreign.length > 0
				? [
						`${foreign.length === 1 ? 'This is no Brazilian phone' : 'These are no Brazilian phones'}: ${named(foreign)}. ${ABROAD} The first item is item 0.`,
					]
				: []),
			...(short.length > 0
				? [
						`Is a 9 missing in ${named(short)}? ${short.length === 1 ? 'It has' : 'They have'} ${LACKS}. If so, correct it first: to the service the corrected phone may be another contact. The first item is item 0.`,
					]
				: []),
			...shared
				.slice(0, MOST_NAMED)
				.map(
					({ items, phone, means }) =>
						`The phone ${excerpt(phone)} is that of ${itemRanges(items)} (counted from 0): ${means}.`,
				),
			...(more > 0 ? [`${more} more ${more === 1 ? 'phone is' : 'phones are'} repeated.`] : []),
		],
	};
}

/** A number that several items have, as the first of them writes it, and what that means. */
interface Shared {
	items: number[];
	phone: string;
	means: string;
}

/** In a run all items have one operation, unless an expression chooses it. */
function meaning(message: IntendedMessage | undefined): string {
	if (message) {
		return message.oncePerPhone === undefined
			? 'each is a message to it'
			: 'Once per Phone sends a template to it at most once';
	}
	return 'they are one contact to the service. Of a field that several of them fill in, it keeps what was written last; tags are added up';
}

/** How many phones are named of each kind. */
const MOST_NAMED = 5;

const named = (short: ReadonlyArray<{ item: number; phone: string; why?: string }>): string => {
	const some = short
		.slice(0, MOST_NAMED)
		.map(({ item, phone, why }) => `${excerpt(phone)} (item ${item}${why ? `: ${why}` : ''})`);
	const more = short.length - some.length;
	return `${some.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const ABROAD =
	'The service takes it for one all the same; for another country begin with + and the country code.';

const LACKS =
	'eight digits behind the area code, of which the first is 6 to 9, while mobile numbers in Brazil have nine';
