import { InvalidInput } from '../../invalidInput';

/** A reason why a text can't be meant as a phone, or is probably the wrong one. */
interface PhoneProblem {
	fits(phone: string, digits: string): boolean;
	/** What is wrong with it, as in "has no area code". */
	problem: string;
	remedy: string;
}

const matches = (pattern: RegExp) => (phone: string) => pattern.test(phone);

const EXAMPLE =
	'Enter a phone with its area code, for example (11) 98765-4321. For a country other than Brazil, start with + and the country code.';
const ABROAD =
	'For another country, start with + and the country code, for example +1 415 555 0100.';

/** Not the phone of a person. */
const ADDRESSES: readonly PhoneProblem[] = [
	{ fits: matches(/@g\.us$/i), problem: 'is the ID of a group, not a phone', remedy: EXAMPLE },
	{
		fits: matches(/@lid$/i),
		problem: 'is an ID that the messaging platform uses to hide the phone',
		remedy: `It can’t be converted into the phone. ${EXAMPLE}`,
	},
	{
		fits: matches(/@(?:broadcast|newsletter)$/i),
		problem: 'is the ID of a broadcast, not a phone',
		remedy: EXAMPLE,
	},
];

const SHORTENED: PhoneProblem = {
	fits: matches(/^[+-]?\d+(?:[.,]\d+)?\s*e\s*(?:\+\s*)?\d+$/i),
	problem: 'was shortened by a spreadsheet',
	remedy:
		'In the sheet, format the column as a number without decimals, then export it again. If digits have become zeros, restore them from the original: formatting as text does not bring them back.',
};

const TWO_PHONES: PhoneProblem = {
	fits: holdsTwoPhones,
	problem: 'holds two phones',
	remedy: 'Keep only one of them.',
};

/** What can't be a phone in any field. The error tells the first that fits. */
const IN_ANY_FIELD: readonly PhoneProblem[] = [
	...ADDRESSES,
	SHORTENED,
	TWO_PHONES,
	{
		// Without the letter the rest may be another person's phone.
		fits: matches(/\d[OoIlSZBQ]\d|\d[OoIl]$/),
		problem: 'has a letter among its digits',
		remedy: 'Put the digit that is meant in its place, such as 0 for O or 1 for l.',
	},
	{
		fits: matches(/\p{L}/u),
		problem: 'has letters in it',
		remedy:
			'Remove the words, such as “ramal 12”, and keep the digits. Leave it empty if there is no phone.',
	},
	{
		fits: (_, { length }) => length < 8,
		problem: 'has too few digits for a phone',
		remedy: EXAMPLE,
	},
	{
		fits: (_, { length }) => length > 15,
		problem: 'has too many digits for a phone',
		remedy: EXAMPLE,
	},
];

/**
 * What a list of phones does not take. Words, such as an extension, may stand in it: no message goes to its
 * phones.
 */
const IN_A_LIST: readonly PhoneProblem[] = [
	...ADDRESSES,
	SHORTENED,
	{ ...TWO_PHONES, remedy: 'Put a comma between them.' },
];

const AREA_CODE_MISSING: PhoneProblem = {
	fits: (_, { length }) => length < 10,
	problem: 'has no area code',
	remedy: `Enter it with its area code, for example (11) 98765-4321. ${ABROAD}`,
};

/**
 * Numbers without `+` that are too short: digits are missing behind an area code in parentheses, or there is
 * none.
 */
const TOO_SHORT: readonly PhoneProblem[] = [
	{
		fits: (phone, { length }) => length < 10 && /^\D*\(0?\d{2}\)/.test(phone),
		problem: 'has too few digits behind its area code',
		remedy: `Enter all of them, for example (11) 98765-4321. ${ABROAD}`,
	},
	AREA_CODE_MISSING,
];

/** Numbers without `+` that have too few digits for a message, or too many. */
const WRONG_LENGTH: readonly PhoneProblem[] = [
	...TOO_SHORT,
	// Abroad this calls Brazil. In Brazil it can call another country through a carrier, as 00 55 34 912 345
	// 678 calls Spain, so reading it as +55 could send to somebody else.
	countryCodeAfter('00'),
	{
		fits: (phone) => /^0055\d{8,9}$/.test(phone.replace(/\D/g, '')),
		problem: 'begins with 0055 and has no area code',
		remedy: `If it is a Brazilian phone, write +55 and its area code in place of 0055. ${ABROAD}`,
	},
	// The service does not accept 0 in place of `+`.
	countryCodeAfter('0'),
	{
		fits: (_, digits) => digits.length > 11 && !/^55\d{10,11}$/.test(digits),
		problem: 'has more digits than a Brazilian phone',
		remedy: ABROAD,
	},
];

/** Brazil's country code after zeros in place of `+`. */
function countryCodeAfter(zeros: string): PhoneProblem {
	const prefix = `${zeros}55`;
	const pattern = new RegExp(`^${prefix}\\d{10,11}$`);
	return {
		fits: (phone) => pattern.test(phone.replace(/\D/g, '')),
		problem: `begins with ${prefix}`,
		remedy: `If it is a Brazilian phone, write +55 in place of ${prefix}. ${ABROAD}`,
	};
}

/** Brazil's area codes, by their first digit. */
const AREA_CODES = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/;

/** What is wrong with ten or eleven digits without `+` that are no Brazilian phone. */
const NOT_BRAZILIAN: ReadonlyArray<Pick<PhoneProblem, 'fits' | 'problem'>> = [
	{ fits: matches(/^\D*0\D*8\D*0\D*0/), problem: 'is a toll-free number (0800)' },
	{
		fits: (_, digits) => !AREA_CODES.test(digits),
		problem: 'has an area code that does not exist',
	},
	{
		fits: (_, digits) => digits.length === 11 && digits[2] !== '9',
		problem: 'has eleven digits, but the third is not 9',
	},
];

/** @throws InvalidInput for what can't be a phone anywhere */
export const assertPhone = (phone: string, label: string): void =>
	assertNoProblem(phone, label, IN_ANY_FIELD);

/** @throws InvalidInput for an entry that can't be one phone of a list */
export const assertPhoneListEntry = (phone: string, label: string): void =>
	assertNoProblem(phone, label, IN_A_LIST);

/** @throws InvalidInput if a spreadsheet has shortened one of several phones, which are not yet split at commas */
export const assertNotShortened = (phones: string, label: string): void => {
	for (const phone of phones.split(';')) assertNoProblem(phone.trim(), label, [SHORTENED]);
};

/** A phone without its area code behind `+55`. Without `+` it reads as another person's, in area code 55. */
const AREA_CODE_MISSING_BEHIND_55: PhoneProblem = {
	...AREA_CODE_MISSING,
	// Numbers that begin with 300 or 400 are dialed without one.
	fits: (_, digits) => /^55(?:9\d{8}|(?!300|400)\d{8})$/.test(digits),
};

/** @throws InvalidInput for a phone without area code or with too many digits, to which no message can be sent */
export function assertMessagePhone(phone: string, label: string): void {
	if (isInternational(phone)) assertNoProblem(phone, label, [AREA_CODE_MISSING_BEHIND_55]);
	else assertNoProblem(phone, label, WRONG_LENGTH, nationalDigits(phone));
}

/** @throws InvalidInput for a phone whose area code is missing */
export function assertHasAreaCode(phone: string, label: string): void {
	if (isNationwideNumber(phone)) return;
	if (isInternational(phone)) assertNoProblem(phone, label, [AREA_CODE_MISSING_BEHIND_55]);
	else assertNoProblem(phone, label, TOO_SHORT, nationalDigits(phone));
}

/** Whether a phone is one of those that are dialed without area code all over Brazil. */
export const isNationwideNumber = (phone: string): boolean =>
	/^(?:\+55)?(?:4004|3003|0300|0800)/.test(phone.replace(/[^\d+]/g, ''));

/**
 * Why a phone that counts as Brazilian can't be one.
 * @returns words that follow “it”; undefined if it can be one, or is of another country
 */
export function brazilianPhoneProblem(phone: string): string | undefined {
	const digits = nationalDigits(phone);
	if (isInternational(phone) || digits.length < 10 || digits.length > 11) return undefined;
	return NOT_BRAZILIAN.find(({ fits }) => fits(phone, digits))?.problem;
}

function assertNoProblem(
	phone: string,
	label: string,
	candidates: readonly PhoneProblem[],
	digits = phone.replace(/\D/g, ''),
): void {
	const found = candidates.find(({ fits }) => fits(phone, digits));
	if (found) throw new InvalidInput(label, found.problem, found.remedy);
}

/** Without `+` the service assumes Brazil (specification: Contact). */
const isInternational = (phone: string): boolean => /^\D*\+/.test(phone);

/** The digits without the zero that is dialed before an area code, also after 55. */
function nationalDigits(phone: string): string {
	const digits = phone.replace(/\D/g, '');
	return digits.length < 11 ? digits : digits.replace(/^0|^(55)0(?=\d{10,11}$)/, '$1');
}

/** Whether two phones stand in a text. */
function holdsTwoPhones(phone: string, digits: string): boolean {
	const counts = phone.split(/[^\d\s().+-]+|[\r\n]+|\s-\s/).map(countOfDigits);
	return (
		hasTwoLongParts(counts) ||
		(hasOtherEndings(counts) && digits.length > 13 && !/\p{L}/u.test(phone)) ||
		holdsPhonesSideBySide(phone, digits.length)
	);
}

/**
 * Between two phones is something that no mask has, as in “(11) 98765-4321 / (11) 3333-4444”.
 * @param counts how many digits each part has
 */
const hasTwoLongParts = (counts: readonly number[]): boolean =>
	counts.filter((count) => count >= 8).length > 1;

/** A phone is followed by other endings for it, as in “(11) 3333-4444/4445”. @param counts as above */
const hasOtherEndings = ([firstCount = 0, ...endings]: readonly number[]): boolean =>
	endings.length > 0 && firstCount >= 8 && endings.every((count) => count >= 4);

/** Between two phones is a separator that masks have as well, as in “11 98765-4321 11 3333-4444”. */
function holdsPhonesSideBySide(phone: string, digitCount: number): boolean {
	// With a hyphen before its last four digits, a phone may lack its area code.
	const isLocal = (end: number) =>
		/\d{4}-\d{4}$/.test(phone.slice(Math.max(0, end - LONGEST_ENDING), end).trimEnd());
	const isPhone = (count: number, end: number) => count >= (isLocal(end) ? 8 : 10);
	let countBefore = 0;
	for (let at = 0; at < phone.length; at += 1) {
		const countAfter = digitCount - countBefore;
		const isSeparator = /[\s.(+-]/.test(phone.charAt(at));
		// Too few digits on one side need no look at its end.
		const isBetween = isSeparator && countBefore >= 8 && countAfter >= 8;
		if (isBetween && isPhone(countBefore, at) && isPhone(countAfter, phone.length)) return true;
		if (/\d/.test(phone.charAt(at))) countBefore += 1;
	}
	return false;
}

/** How many characters before a separator are looked at, so that a long text takes no long time. */
const LONGEST_ENDING = 40;

const countOfDigits = (text: string): number => text.replace(/\D/g, '').length;
