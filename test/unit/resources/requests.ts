import type { IDataObject } from 'n8n-workflow';
import { findOperation } from '../../../nodes/CustomerRelationship/resources';
import type {
	ItemParameters,
	Operation,
} from '../../../nodes/CustomerRelationship/resources/operation';
import type { Answer } from '../../../nodes/CustomerRelationship/transport/answer';
import type { Step } from '../../../nodes/CustomerRelationship/transport/plan';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import type { FailedAttempt } from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { refusalOf } from '../fields/refusals';
import { broken, refusal as refusedWith } from '../transport/failedAttempts';

/** A node's parameters as a workflow holds them, expressions already resolved. */
export type Values = Record<string, unknown>;

/** Parameters of one item, with the default that n8n puts in; the workflow is in São Paulo. */
export function parametersOf(given: Values): ItemParameters {
	const values: Values = { oncePerPhone: false, ...given };
	return {
		read: (name) => values[name],
		collection: (name) => (values[name] ?? {}) as never,
		raw: (name) => values[name],
		row: {},
		timezone: 'America/Sao_Paulo',
	};
}

/** The operation of these names. */
export function operationOf(resource: string, operation: string): Operation {
	const found = findOperation(resource, operation);
	if (!found) throw new Error(`There is no ${resource}.${operation}`);
	return found;
}

/** The plan of `contact.upsert` and the like for the values. */
export function planOf(name: string, values: Values) {
	const [resource = '', operation = ''] = name.split('.');
	return operationOf(resource, operation).plan(parametersOf(values));
}

/** The first request of that plan. */
export function firstRequest(name: string, values: Values): ApiRequest {
	const { value } = planOf(name, values).next();
	if (!('request' in value)) throw new Error(`${name} asks for nothing`);
	return value.request;
}

/** A request in one line: method, address, and behind them the body's very bytes. */
export function lineOf({ method, path, query, body }: ApiRequest): string {
	const search = new URLSearchParams(query).toString().replace(/^(?=.)/, '?');
	return [`${method} ${path}${search}`, ...(body ? [JSON.stringify(body)] : [])].join(' ');
}

/** A success of the service, `at` ms after the start of time. */
export const answered = (body: IDataObject, at = 0): Answer => ({
	...{ statusCode: 200, body, requestId: 'req_1', replayed: false, at },
});

/** Why the service turns a request away, for `carriedOut` to throw. */
export const refusal = (statusCode: number, code: string, param?: string) =>
	failed(refusedWith(statusCode, '', code, { param, requestId: undefined }));

/** A connection that broke, likewise. */
export const lost = () => failed(broken('maybe'));

const failed = (setback: FailedAttempt) =>
	new RequestFailed({ method: 'GET', path: '/' }, setback, { attempts: 1, tookMs: 0 });

/**
 * Carries a whole plan out.
 * @param serve the service: the body of the answer, or an error to be thrown
 */
export function carriedOut(
	name: string,
	values: Values,
	serve: (request: ApiRequest) => IDataObject | Error,
) {
	const plan = planOf(name, values);
	const lines: string[] = [];
	const steps: Step[] = [];
	let turn = plan.next();
	while (!turn.done) {
		const { request, sharedAs } = turn.value;
		lines.push(lineOf(request));
		steps.push(turn.value);
		const answer = serve(request);
		turn =
			answer instanceof Error
				? plan.throw(answer)
				: plan.next(answered(sharedAs ? sharedAs(answer) : answer));
	}
	return { lines, steps, records: turn.value.records.map(({ record }) => record) };
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
