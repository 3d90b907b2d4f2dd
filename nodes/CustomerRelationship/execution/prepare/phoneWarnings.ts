import { brazilianPhoneProblem } from '../../fields/parsers/phoneProblems';
import { lacksNinthDigit, comparablePhone } from '../../fields/comparisonKeys';
import { FIRST_ITEM_IS_0, type NameOf } from '../../itemsText';
import { excerpt } from '../../quote';
import { getOrCreate } from '../../maps';
import { sharedValueWarnings, keptValuesText } from './sharedValues';
import { firstFewAndOtherCount, type RunWarnings } from './runWarnings';

/** An item, and the phone that it names. */
interface ItemPhones {
	item: number;
	phone: string | undefined;
	/** All phones that it writes, or sends to. */
	phones?: readonly string[] | undefined;
	/**
	 * What it means to send to a phone that several items have; undefined for items that write the phone's
	 * contact.
	 */
	sharedPhoneClause: string | undefined;
	onlyFillsEmpty?: boolean | undefined;
}

/**
 * Warns of phones that lack a digit, are not Brazilian, or that several items share.
 * @param all the items of a run
 */
export function phoneWarnings(all: readonly ItemPhones[], nameOf?: NameOf): RunWarnings {
	const short: Array<{ item: number; phone: string }> = [];
	const foreign: Array<{ item: number; phone: string; why: string }> = [];
	for (const { item, phone, phones = [] } of all) {
		for (const written of phones) {
			const why = brazilianPhoneProblem(written);
			if (why !== undefined) foreign.push({ item, phone: written, why });
		}
		if (phone === undefined) continue;
		if (lacksNinthDigit(phone) && brazilianPhoneProblem(phone) === undefined)
			short.push({ item, phone });
	}
	const shared = sharedValueWarnings(
		'phone',
		all.flatMap((holder) => {
			const { phone } = holder;
			return phone === undefined ? [] : { ...holder, value: phone, key: comparablePhone(phone) };
		}),
		sharedPhoneClauseOf,
		nameOf,
	);
	const ofItem = new Map<number, string[]>();
	const warn = (item: number, text: string) => getOrCreate(ofItem, item, () => []).push(text);
	for (const { item, phone, why } of foreign) {
		warn(item, `${excerpt(phone)} is not a Brazilian phone: it ${why}. ${ABROAD}`);
	}
	for (const { item } of short) warn(item, `The phone has ${LACKS}.`);
	return {
		forItem: (item) => [...(ofItem.get(item) ?? []), ...shared.forItem(item)],
		forPanel: [
			...(foreign.length > 0
				? [
						`${foreign.length === 1 ? 'This is not a Brazilian phone' : 'These are not Brazilian phones'}: ${phonesText(foreign)}. ${ABROAD}`,
					]
				: []),
			...(short.length > 0
				? [
						`Is a 9 missing in ${phonesText(short)}? ${short.length === 1 ? 'It has' : 'They have'} ${LACKS}. If so, correct it first: to the service the corrected phone may be another contact.`,
					]
				: []),
			...shared.forPanel,
		],
	};
}

/**
 * Says what it means that several items have one phone. They differ only if an expression sets a rule: the
 * first item's text then stands for all.
 */
function sharedPhoneClauseOf(sharing: readonly ItemPhones[]): string {
	return (
		sharing[0]?.sharedPhoneClause ??
		`they are one contact to the service. ${keptValuesText(sharing)}`
	);
}

const phonesText = (
	phones: ReadonlyArray<{ item: number; phone: string; why?: string }>,
): string => {
	const { named, others } = firstFewAndOtherCount(phones);
	const clauses = named.map(({ item, phone, why }, at) => {
		const which = `item ${item}${at === 0 ? `; ${FIRST_ITEM_IS_0}` : ''}`;
		return `${excerpt(phone)} (${why === undefined ? which : `it ${why}; ${which}`})`;
	});
	return `${clauses.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
};

const ABROAD =
	'The service takes it for one all the same; for another country begin with + and the country code.';

const LACKS =
	'eight digits after the area code, of which the first is 6 to 9, while mobile numbers in Brazil have nine';
