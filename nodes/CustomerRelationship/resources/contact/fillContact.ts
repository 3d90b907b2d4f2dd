import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';
import { searchTextOfEmail, searchTextOfPhone } from '../../fields/parsers/contactSearch';
import { emailKey } from '../../fields/parsers/email';
import { isBlank } from '../../fields/parsers/empty';
import { normalizePhone } from '../../fields/parsers/phone';
import { tagKey } from '../../fields/parsers/tags';
import type { Ask } from '../../transport/ask';
import { readList } from '../../transport/pages';
import { bodyForEmptyFields, entriesNotIn, entriesOfList } from '../shared/merge';
import type { OperationResult } from '../shared/operation';
import { oneRecord } from '../shared/prepared';
import { tagTexts } from '../shared/updateRecord';
import { createRecord, foundRecord, type Found } from '../shared/upsert';

/** What identifies a contact to the service. */
export interface Identity {
	phone: string | undefined;
	email: string | undefined;
}

/** Contacts that the service may take for the one that is meant, and by which property. */
interface Candidates {
	by: keyof Identity;
	found: readonly Found[];
}

/**
 * Fills in what is empty of the contact that the service will find, or creates one: `GET /contacts`, then the
 * `POST /contacts` without what is filled in. What somebody fills in between the two is overwritten.
 */
export async function fillContact(
	ask: Ask,
	identity: Identity,
	body: JsonObject,
): Promise<OperationResult> {
	const candidates = await findContacts(ask, identity);
	if (!candidates) {
		const created = await createRecord(ask, 'contacts', body);
		const isNew = created.records.every(({ answer }) => answer.statusCode !== 200);
		return isNew ? created : { ...created, remark: UNSEEN };
	}
	const { by, found } = candidates;
	const [first] = found;
	const { tags, ...given } = body;
	// The service may take any of several contacts, so nothing is written that one of them has.
	const fills = found.reduce((left, { record }) => bodyForEmptyFields(record, left), given);
	const addsTags = found.some(({ record }) => hasNew(record, tags));
	const isNothingNew = Object.keys(fills).length === 0 && !addsTags;
	if (isNothingNew && first && found.length === 1) return oneRecord(first.answer, first.record);
	const answer = await ask(
		{
			method: 'POST',
			path: '/contacts',
			// In the record’s own spelling, which stays so.
			body: {
				...fills,
				...(tags !== undefined && addsTags && { tags }),
				[by]: String(first?.record[by]),
			},
		},
		{ part: 'update' },
	);
	const isKnown = found.some(({ id }) => id === String(answer.body.id));
	return { ...oneRecord(answer), ...(!isKnown && { remark: ANOTHER }) };
}

/**
 * The contacts that the service may find (specification: Rules for POST /contacts): by the phone, then by the email,
 * with a phone only those that have none.
 */
async function findContacts(ask: Ask, { phone, email }: Identity): Promise<Candidates | undefined> {
	if (phone !== undefined) {
		const wanted = normalizePhone(phone);
		const found = await foundBy(ask, searchTextOfPhone(phone), (record) => {
			return !isBlank(record.phone) && normalizePhone(String(record.phone)) === wanted;
		});
		if (found.length > 0) return { by: 'phone', found };
	}
	if (email === undefined) return undefined;
	const wanted = emailKey(email);
	const found = await foundBy(ask, searchTextOfEmail(email), (record) => {
		const mayBeIt = phone === undefined || isBlank(record.phone);
		return mayBeIt && !isBlank(record.email) && emailKey(String(record.email)) === wanted;
	});
	return found.length > 0 ? { by: 'email', found } : undefined;
}

async function foundBy(
	ask: Ask,
	search: string,
	passes: (record: IDataObject) => boolean,
): Promise<Found[]> {
	const { records } = await readList(
		ask,
		{ method: 'GET', path: '/contacts', query: { search } },
		{ passes },
	);
	return records.map(({ record, answer }) => foundRecord('contact', record, answer));
}

function hasNew(record: IDataObject, tags: JsonValue | undefined): boolean {
	const current = entriesOfList(record.tags as JsonValue | undefined);
	return entriesNotIn(current, tagTexts(tags), tagKey).length > 0;
}

const UNSEEN =
	'The service found a contact that the node had not found, so what was given has replaced what it had';
const ANOTHER =
	'The service wrote another contact than the node had looked at, so what was given may have replaced what it had';
