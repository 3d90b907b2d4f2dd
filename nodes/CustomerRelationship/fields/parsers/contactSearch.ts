/** What `GET /contacts` is searched for to find one contact; what it gives has to be compared. */
import { phoneLockKey } from './phone';

/** The most characters that a search may have (specification: Limits). */
const MAX_LENGTH = 200;

/** The last eight digits of a phone, which all of its spellings have. */
export const searchForPhone = (phone: string): string => phoneLockKey(phone);

/** An email, or the part of it that a search may have. */
export const searchForEmail = (email: string): string => email.trim().slice(0, MAX_LENGTH);
