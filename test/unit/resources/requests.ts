import type { IDataObject } from 'n8n-workflow';
import { findOperation } from '../../../nodes/CustomerRelationship/resources';
import { readCustomFieldTypes } from '../../../nodes/CustomerRelationship/resources/shared/fieldTypes';
import type {
	Operation,
	Preparation,
	PreparedItem,
} from '../../../nodes/CustomerRelationship/resources/shared/operation';
import type { ItemParameters } from '../../../nodes/CustomerRelationship/resources/shared/parameters';

import type { Answer, FailedAttempt } from '../../../nodes/CustomerRelationship/transport/answer';
import type { Ask, AskOptions } from '../../../nodes/CustomerRelationship/transport/ask';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { refusalOf } from '../fields/refusals';
import { broken, refusal as refusedWith } from '../transport/failedAttempts';

/** A node's parameters as a workflow holds them, expressions already resolved. */
export type Values = Record<string, unknown>;

/** Parameters of one item, with the default that n8n puts in; the workflow is in São Paulo. */
export function judgingParametersOf(given: Values, itemCount = 1): ItemParameters {
	const values: Values = { oncePerPhone: false, ...given };
	return {
		read: (name) => values[name],
		collection: (name) => (values[name] ?? {}) as never,
		raw: (name) => values[name],
		judgeValue: (_field, value) => value,
		inputJson: {},
		now: () => Date.now(),
		itemCount,
		timezone: 'America/Sao_Paulo',
	};
}

/** The operation of these names. */
export function operationOf(resource: string, operation: string): Operation {
	const found = findOperation(resource, operation);
	if (!found) throw new Error(`There is no ${resource}.${operation}`);
	return found;
}

/** What `contact.upsert` and the like prepare for the values. */
export function preparation(name: string, values: Values, itemCount?: number): Preparation {
	const [resource = '', operation = ''] = name.split('.');
	return operationOf(resource, operation).prepare(judgingParametersOf(values, itemCount));
}

/** The same, where no types of custom fields are needed. */
export function prepared(name: string, values: Values): PreparedItem {
	const made = preparation(name, values);
	if ('resolveTypes' in made) throw new Error(`${name} needs the types of custom fields`);
	return made;
}

/** The first request for the values. */
export function firstRequest(name: string, values: Values): ApiRequest {
	const made = preparation(name, values);
	let first: ApiRequest | undefined;
	const ask: Ask = async (request) => {
		first ??= request;
		return await new Promise<never>(() => undefined);
	};
	const asking =
		'resolveTypes' in made ? readCustomFieldTypes(ask, made.fieldTypesFrom) : made.perform(ask);
	// An operation that ends without a request fails below.
	asking.catch(() => undefined);
	if (!first) throw new Error(`${name} asks for nothing`);
	return first;
}

/** A request in one line: method, address, and behind them the body's very bytes. */
export function lineOf({ method, path, query, body }: ApiRequest): string {
	const search = new URLSearchParams(query).toString().replace(/^(?=.)/, '?');
	return [`${method} ${path}${search}`, ...(body ? [JSON.stringify(body)] : [])].join(' ');
}

/** A success of the service, `receivedAt` ms after the start of time. */
export const answered = (body: IDataObject, receivedAt = 0): Answer => ({
	...{ statusCode: 200, body, requestId: 'req_1', replayed: false, receivedAt },
});

/** Why the service turns a request away, for `carriedOut` to throw. */
export const refusal = (statusCode: number, code: string, param?: string) =>
	failed(refusedWith(statusCode, '', code, { param, requestId: undefined }));

/** A connection that broke, likewise. */
export const lost = () => failed(broken('maybe'));

/** A request that never left, likewise. */
export const notSent = () => failed(undefined);

const failed = (setback: FailedAttempt | undefined) =>
	new RequestFailed({ method: 'GET', path: '/' }, setback, { attempts: 1, tookMs: 0 });

/** One request, and how it was asked for. */
export interface Asked {
	request: ApiRequest;
	options: AskOptions;
}

/**
 * Runs an operation to its end, the types of custom fields first where it needs them.
 * @param serve the service: the body of the answer, or an error to be thrown
 * @param given what the run knows beside the values: the IDs behind links, by their names, and how many items it has
 */
export async function carriedOut(
	name: string,
	values: Values,
	serve: (request: ApiRequest) => IDataObject | Error,
	{
		links = {},
		itemCount,
		writeStatus = 200,
	}: { links?: Record<string, string>; itemCount?: number; writeStatus?: number } = {},
) {
	const steps: Asked[] = [];
	const ask: Ask = async (request, options = {}) => {
		steps.push({ request, options });
		const body = serve(request);
		if (body instanceof Error) throw body;
		const statusCode = request.method === 'GET' ? 200 : writeStatus;
		return { ...answered(options.cacheAs ? options.cacheAs(body) : body), statusCode };
	};
	const made = preparation(name, values, itemCount);
	const { intent, perform } =
		'resolveTypes' in made
			? made.resolveTypes(await readCustomFieldTypes(ask, made.fieldTypesFrom))
			: made;
	const { records, remark } = await perform(ask, { idBehind: (link) => links[link] });
	const lines = steps.map(({ request }) => lineOf(request));
	return { lines, steps, intent, remark, records: records.map(({ record }) => record) };
}

/** The refusal that the work ends in; a test fails when it ends otherwise. */
export async function rejectionOf(work: Promise<unknown>): Promise<ReturnType<typeof refusalOf>> {
	const [ending] = await Promise.allSettled([work]);
	return refusalOf(() => {
		if (ending.status === 'rejected') throw ending.reason;
		return ending.value;
	});
}

/** Pins what is refused before anything is sent: the message that the user reads. */
export function refused(operation: string, rows: Array<[values: Values, message: string]>): void {
	test.each(rows)(`${operation} refuses %j`, (values, message) => {
		expect(refusalOf(() => firstRequest(operation, values)).message).toBe(message);
	});
}

/** A locator's value as n8n keeps it. */
export const located = (value: unknown, mode: 'id' | 'list' = 'id') => ({
	__rl: true,
	mode,
	value,
});

/** Custom fields of a chosen type, for which no records are read. */
export const typed = (type: string, values: object) => ({
	field: Object.entries(values).map(([slug, value]) => ({ slug, type, value: value as unknown })),
});
