/** Create or Update for resources whose API has no such request: the node looks for the record first. */
import type { IDataObject, JsonObject } from 'n8n-workflow';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { UnusableAnswer } from '../../transport/pages';
import { path, recordIdOf } from '../../transport/request';
import { isUnchanged } from './merge';
import type { OperationResult } from './operation';
import { oneRecord } from './prepared';

/** A record that the service has, with the answer that it comes from. */
export interface ExistingRecord {
	id: string;
	record: IDataObject;
	answer: Answer;
}

/** A record with its ID. @throws UnusableAnswer if it has none, without which it can't be updated */
export function toExistingRecord(
	noun: string,
	record: IDataObject,
	answer: Answer,
): ExistingRecord {
	const id = recordIdOf(record);
	if (id !== undefined) return { id, record, answer };
	throw new UnusableAnswer(`the ${noun} in it has no ID`, answer.requestId);
}

/** Creates a record. @param plural the path segment of the resource, such as `companies` */
export const createRecord = async (
	ask: Ask,
	plural: string,
	body: JsonObject,
): Promise<OperationResult> =>
	oneRecord(await ask({ method: 'POST', path: `/${plural}`, body }, { part: 'create' }));

/** Updates a record. If the body would change nothing, it writes nothing and returns the record as found. */
export async function updateUnlessUnchanged(
	ask: Ask,
	plural: string,
	{ id, record, answer }: ExistingRecord,
	body: JsonObject,
): Promise<OperationResult> {
	if (isUnchanged(record, body)) return oneRecord(answer, record);
	const address = path`/${plural}/${id}`;
	return oneRecord(
		await ask(
			{ method: 'PATCH', path: address, record: { id }, current: record, body },
			{ part: 'update' },
		),
	);
}
