/** Builds what an operation's `prepare` returns. */
import type { IDataObject, JsonObject } from 'n8n-workflow';
import { simplify } from '../../fields/simplify';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { isWrite, recordKeyOf, type ApiRequest } from '../../transport/request';
import type {
	Intent,
	NeedsFieldTypes,
	Operation,
	OperationResult,
	Preparation,
	PreparedItem,
} from './operation';
import { fieldValue } from './parameters';

/** A result of one record. @param record if it is not the answer's body */
export const oneRecord = (answer: Answer, record: IDataObject = answer.body): OperationResult => ({
	records: [{ record, answer }],
});

/**
 * Prepares an item that makes one request.
 * @param intent what the request alone does not tell
 */
export const oneRequest = (request: ApiRequest, intent: Partial<Intent> = {}): PreparedItem => ({
	intent: { ...intentOfRequest(request), ...intent },
	perform: async (ask) => oneRecord(await ask(request)),
});

/** The intent of an item that starts with the request. */
export function intentOfRequest(request: ApiRequest): Intent {
	const { method, path, body, record } = request;
	const key = isWrite(request) && record ? recordKeyOf(record) : undefined;
	return {
		locks: key === undefined ? [] : [key],
		startsWithWrite: isWrite(request),
		target: key,
		phones: phonesIn(body ?? {}),
		fingerprint: { method, path, body },
	};
}

/** The phones of a body, which may be a contact's or a company's. */
export function phonesIn({ phone, phones }: JsonObject): string[] | undefined {
	const all = [phone, ...(Array.isArray(phones) ? phones : [phones])];
	const texts = all.filter((value) => typeof value === 'string');
	return texts.length > 0 ? texts : undefined;
}

/**
 * The intent of an item that reads a record in order to write it.
 * @param lock the key of the record, or of what it is looked up by
 * @param target the key of the record that the item names; where several items may share the record, spread
 *   the intent and set `target: undefined`
 */
export const readThenWriteIntent = (
	lock: string,
	fingerprint: JsonObject,
	target = lock,
): Intent => ({
	locks: [lock],
	readsBeforeWriting: true,
	startsWithWrite: false,
	target,
	fingerprint,
});

/** Whether the types of an item's custom fields must be known before it is ready. */
export const isMissingFieldTypes = (preparation: Preparation): preparation is NeedsFieldTypes =>
	'resolveTypes' in preparation;

/** Applies a change to the prepared item, now or once field types are known. */
export const mapPreparation = (
	preparation: Preparation,
	change: (prepared: PreparedItem) => PreparedItem,
): Preparation =>
	isMissingFieldTypes(preparation)
		? { ...preparation, resolveTypes: (types) => change(preparation.resolveTypes(types)) }
		: change(preparation);

/** Changes the result of an item. @param rework makes the new result of the old one, and may make requests */
export const mapResult = (
	preparation: Preparation,
	rework: (result: OperationResult, ask: Ask) => OperationResult | Promise<OperationResult>,
): Preparation =>
	mapPreparation(preparation, ({ intent, perform }) => ({
		intent,
		perform: async (ask, links) => await rework(await perform(ask, links), ask),
	}));

/** Adds *Simplify* to an operation's `prepare`: the records become rows of a table if the user turns it on. */
export const withSimplify =
	(prepare: Operation['prepare']): Operation['prepare'] =>
	(parameters) => {
		const isTable = fieldValue(parameters, simplify) ?? false;
		return mapResult(prepare(parameters), (result) => ({ ...result, isTable }));
	};
