/** What Create or Update shares where the API has no such request: the record is looked for first. */
import type { IDataObject, JsonObject } from 'n8n-workflow';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { BrokenList } from '../../transport/pages';
import { path, recordId } from '../../transport/request';
import { isUnchanged } from './merge';
import type { Output } from './operation';
import { oneRecord } from './prepared';

/** A record that was found, with the answer that brought it. */
export interface Found {
	id: string;
	record: IDataObject;
	answer: Answer;
}

/** @throws BrokenList where the record has no ID: what is to be changed must be known */
export function foundRecord(noun: string, record: IDataObject, answer: Answer): Found {
	const id = recordId(record);
	if (id !== undefined) return { id, record, answer };
	throw new BrokenList(`the ${noun} in it has no ID`, answer.requestId);
}

/** Creates a record of a collection. */
export const createRecord = async (
	ask: Ask,
	collection: string,
	body: JsonObject,
): Promise<Output> =>
	oneRecord(await ask({ method: 'POST', path: `/${collection}`, body }, { part: 'create' }));

/** Writes what differs in a record; where nothing does, the record is given out as it was found. */
export async function updateFound(
	ask: Ask,
	collection: string,
	{ id, record, answer }: Found,
	body: JsonObject,
): Promise<Output> {
	if (isUnchanged(record, body)) return oneRecord(answer, record);
	const address = path`/${collection}/${id}`;
	return oneRecord(
		await ask(
			{ method: 'PATCH', path: address, record: { id }, current: record, body },
			{ part: 'update' },
		),
	);
}
