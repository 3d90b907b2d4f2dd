import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';
import { emailKey, comparablePhone, lastEightDigitsOf, tagKey } from '../../fields/comparisonKeys';
import { isBlank } from '../../fields/parsers/empty';
import type { Ask } from '../../transport/ask';
import { readList } from '../../transport/pages';
import { bodyForEmptyFields, entriesMissingFrom, toList } from '../shared/merge';
import type { OperationResult } from '../shared/operation';
import { oneRecord } from '../shared/prepared';
import { searchTextOfEmail } from '../shared/recordTests';
import { toTagTexts } from '../shared/tags';
import { createRecord, toExistingRecord, type ExistingRecord } from '../shared/upsert';

/** What identifies a contact to the service. */
export interface Identity {
	phone: string | undefined;
	email: string | undefined;
}

/** Contacts that the service may take for the one that is meant, and the property by which it finds them. */
interface Candidates {
	by: keyof Identity;
	contacts: readonly ExistingRecord[];
}

/**
 * Fills the empty fields of the contact that the service will find, or creates one: `GET /contacts`, then
 * `POST /contacts` without the fields that the contact has. What somebody fills in between the two is overwritten.
 */
export async function createOrFillContact(
	ask: Ask,
	identity: Identity,
	body: JsonObject,
): Promise<OperationResult> {
	const candidates = await findContacts(ask, identity);
	if (!candidates) {
		const created = await createRecord(ask, 'contacts', body);
		const isNew = created.records.every(({ answer }) => answer.statusCode !== 200);
		return isNew ? created : { ...created, remark: REMARK_NOT_FOUND_BY_NODE };
	}
	const { by, contacts } = candidates;
	const [first] = contacts;
	const { tags, ...fields } = body;
	// The service may take any of several contacts, so nothing is written that one of them has.
	const fills = contacts.reduce((rest, { record }) => bodyForEmptyFields(record, rest), fields);
	const addsTags = contacts.some(({ record }) => lacksTags(record, tags));
	const isNothingNew = Object.keys(fills).length === 0 && !addsTags;
	if (isNothingNew && first && contacts.length === 1) return oneRecord(first.answer, first.record);
	// Of several contacts only the service tells which one it takes, so it is asked even if nothing is new.
	// That changes at most how the phone or email of that contact is spelled.
	const answer = await ask(
		{
			method: 'POST',
			path: '/contacts',
			// The phone or email as the first contact spells it, so that a single contact keeps its spelling.
			body: {
				...fills,
				...(tags !== undefined && addsTags && { tags }),
				[by]: String(first?.record[by]),
			},
		},
		{ part: 'update' },
	);
	if (contacts.some(({ id }) => id === String(answer.body.id))) return oneRecord(answer);
	const remark = answer.statusCode === 201 ? REMARK_CREATED_FROM_GAPS : REMARK_OTHER_CONTACT;
	return { ...oneRecord(answer), remark };
}

/**
 * The contacts that the service may find (specification: Rules for POST /contacts): by the phone, then by the
 * email. If the item has a phone, a contact with another phone is not found by its email.
 */
async function findContacts(ask: Ask, { phone, email }: Identity): Promise<Candidates | undefined> {
	if (phone !== undefined) {
		const normalized = comparablePhone(phone);
		const contacts = await searchContacts(ask, lastEightDigitsOf(phone), (record) => {
			return !isBlank(record.phone) && comparablePhone(String(record.phone)) === normalized;
		});
		if (contacts.length > 0) return { by: 'phone', contacts };
	}
	if (email === undefined) return undefined;
	const key = emailKey(email);
	const contacts = await searchContacts(ask, searchTextOfEmail(email), (record) => {
		const countsByEmail = phone === undefined || isBlank(record.phone);
		return countsByEmail && !isBlank(record.email) && emailKey(String(record.email)) === key;
	});
	return contacts.length > 0 ? { by: 'email', contacts } : undefined;
}

async function searchContacts(
	ask: Ask,
	search: string,
	passes: (record: IDataObject) => boolean,
): Promise<ExistingRecord[]> {
	const { records } = await readList(
		ask,
		{ method: 'GET', path: '/contacts', query: { search } },
		{ passes },
	);
	return records.map(({ record, answer }) => toExistingRecord('contact', record, answer));
}

/** Whether a record lacks any of the tags. */
function lacksTags(record: IDataObject, tags: JsonValue | undefined): boolean {
	const current = toList(record.tags as JsonValue | undefined);
	return entriesMissingFrom(current, toTagTexts(tags), tagKey).length > 0;
}

const REMARK_NOT_FOUND_BY_NODE =
	'The service found a contact that the node had not found, so what was given has replaced what it had';
const REMARK_CREATED_FROM_GAPS =
	'The service did not take the contact that the node had found, but created another one from what that one lacked. Its phone or email changed meanwhile, or several contacts have it';
const REMARK_OTHER_CONTACT =
	'The service wrote another contact than the node had looked at, so what was given may have replaced what it had';
