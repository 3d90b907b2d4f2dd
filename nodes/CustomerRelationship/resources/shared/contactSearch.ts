/** The texts by which `GET /contacts` finds one contact. The contacts that it gives have to be compared. */
import { beginningOf } from '../../quote';
import { MAX_SEARCH_LENGTH } from '../../fields/parsers/length';
import { lastEightDigitsOf } from '../../fields/comparisonKeys';

/** The last eight digits of a phone, which all of its spellings have. */
export const searchTextOfPhone = (phone: string): string => lastEightDigitsOf(phone);

/** An email, or the part of it that a search may have. */
export const searchTextOfEmail = (email: string): string =>
	beginningOf(email.trim(), MAX_SEARCH_LENGTH);
