import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { findOperation } from '../../../nodes/CustomerRelationship/resources';
import type {
	ItemParameters,
	Operation,
} from '../../../nodes/CustomerRelationship/resources/operation';
import type { Answer } from '../../../nodes/CustomerRelationship/transport/answer';
import type { Step } from '../../../nodes/CustomerRelationship/transport/plan';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import type { Setback } from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { broken, refusal as refusedWith } from '../transport/setbacks';

/** A node's parameters as a workflow holds them, expressions already resolved. */
export type Values = Record<string, unknown>;

/** Parameters of one item; the workflow is in São Paulo. */
export const parametersOf = (values: Values): ItemParameters => ({
	read: (name) => values[name],
	collection: (name) => (values[name] ?? {}) as never,
	raw: (name) => values[name],
	timezone: 'America/Sao_Paulo',
});

/** The operation of these names. */
export function operationOf(resource: string, operation: string): Operation {
	const found = findOperation(resource, operation);
	if (!found) throw new Error(`There is no ${resource}.${operation}`);
	return found;
}

/** A request as it would travel: method and address in one line, the body's very bytes. */
export interface Travelling {
	line: string;
	body: string | undefined;
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

/** A success of the service, `at` ms after the start of time. */
export const answered = (body: IDataObject, at = 0): Answer => ({
	...{ statusCode: 200, body, requestId: 'req_1', replayed: false, at },
});

/** What the operation gives out when its requests are answered with these bodies. */
export function outputOf(name: string, values: Values, ...bodies: IDataObject[]): IDataObject[] {
	const plan = planOf(name, values);
	let turn = plan.next();
	for (const body of bodies) turn = plan.next(answered(body));
	if (!('records' in turn.value)) throw new Error(`${name} asks for more`);
	return turn.value.records.map(({ record }) => record);
}

/** Why the service turns a request away, for `carriedOut` to throw. */
export const refusal = (statusCode: number, code: string, param?: string) =>
	failed(refusedWith(statusCode, '', code, { param, requestId: undefined }));

/** A connection that broke, likewise. */
export const lost = () => failed(broken('maybe'));

const failed = (setback: Setback) =>
	new RequestFailed({ method: 'GET', path: '/' }, setback, { attempts: 1, tookMs: 0 });

/**
 * Carries a whole plan out.
 * @param serve the service: the body of the answer, or an error to be thrown
 */
export function carriedOut(
	name: string,
	values: Values,
	serve: (request: ApiRequest, line: string) => IDataObject | Error,
) {
	const plan = planOf(name, values);
	const lines: string[] = [];
	const steps: Step[] = [];
	let turn = plan.next();
	while (!turn.done) {
		const { request, sharedAs } = turn.value;
		const { method, path, query, body } = request;
		const search = new URLSearchParams(query).toString().replace(/^(?=.)/, '?');
		const line = `${method} ${path}${search}`;
		lines.push(body ? `${line} ${JSON.stringify(body)}` : line);
		steps.push(turn.value);
		const answer = serve(request, line);
		turn =
			answer instanceof Error
				? plan.throw(answer)
				: plan.next(answered(sharedAs ? sharedAs(answer) : answer));
	}
	return { lines, steps, records: turn.value.records.map(({ record }) => record) };
}

/** What is to be sent for the values. */
export function requestOf(name: string, values: Values): Travelling {
	const { method, path, query, body } = firstRequest(name, values);
	const search = query && Object.keys(query).length > 0 ? `?${JSON.stringify(query)}` : '';
	return { line: `${method} ${path}${search}`, body: body && JSON.stringify(body) };
}

/** One row of a table: what the user filled in, and the line and body that go out. */
export type Row = [title: string, values: Values, line: string, body?: string];

/** Pins requests byte for byte. */
export function pinned(operation: string, rows: Row[]): void {
	for (const [title, values, line, body] of rows) {
		test(`${operation}: ${title}`, () => {
			expect(requestOf(operation, values)).toEqual({ line, body });
		});
	}
}

/** Pins what is refused before anything is sent: the message that the user reads. */
export function refused(operation: string, rows: Array<[values: Values, message: string]>): void {
	test.each(rows)(`${operation} refuses %j`, (values, message) => {
		let error: unknown;
		try {
			error = { sent: requestOf(operation, values) };
		} catch (caught) {
			error = caught;
		}
		expect(error).toBeInstanceOf(InvalidInput);
		expect((error as InvalidInput).message).toBe(message);
		expect((error as InvalidInput).remedy).toMatch(/^[A-Z].*\.$/);
	});
}

/** The forms in which an expression gives nothing. */
const nothings: unknown[] = [undefined, null, ''];

/** Rows that pin one request for every form of nothing in the places that `fill` puts it. */
export const unmoved = (fill: (nothing: unknown) => Values, line: string, body?: string): Row[] =>
	nothings.map((nothing) => [
		`what gives ${String(nothing) || 'an empty text'} is not sent`,
		fill(nothing),
		line,
		body,
	]);

/** A locator's value as n8n keeps it. */
export const located = (value: unknown, mode: 'id' | 'list' = 'id') => ({
	__rl: true,
	mode,
	value,
});
