import type { Call, Operation } from './operation';
import { readBody, readPathParams, readQuery } from './input';
import type { LoggedRequest } from './requestLog';
import {
	authenticate,
	requireManager,
	requireScope,
	requireSubscription,
	type Caller,
	type Viewer,
} from '../rules/authentication';
import { ApiError, notFound } from '../rules/errors';
import type { ClaimedFault, Fault } from '../rules/faults';
import { requireValidKey } from '../rules/idempotency';
import { randomId } from '../randomId';
import type { Service } from '../service';

/** A request below `/api/v1`, before anything was decided about it. */
export interface Incoming {
	method: string;
	/** As sent: with `/api/v1` and the query. */
	target: string;
	/** Below `/api/v1`, without query. */
	path: string;
	params: Record<string, string>;
	headers: Record<string, string | undefined>;
	body: Buffer;
}

/** What goes out; null: the connection is broken without an answer. */
export type Outgoing = { status: number; headers: Record<string, string>; body: string } | null;

interface Result {
	status: number;
	body: string;
	requestId: string;
	replayed?: boolean;
	isDropped?: boolean;
}

/**
 * One request through every cross-cutting rule, in this order (README, "Order of the checks"):
 * token, subscription, limits, address, scope, idempotency key, role, path, query, body, operation.
 */
export async function handle(
	service: Service,
	operation: Operation | undefined,
	incoming: Incoming,
): Promise<Outgoing> {
	const requestId = randomId('req');
	const logged = log(service, incoming, requestId);
	const claimed = service.faults.claim(incoming.method, incoming.path);
	const proxied = claimed && strikeBefore(claimed.fault);
	if (proxied !== undefined) {
		service.requestLog.finish(logged, { status: proxied?.status ?? 0 });
		return proxied;
	}
	const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' };
	const fault = new PendingFault(claimed);
	let caller: Caller | undefined;
	let result: Result;
	try {
		caller = authenticate(service.accounts, incoming.headers.authorization, service.clock.now());
		requireSubscription(caller.account);
		service.limits.takeRequest(caller.token.id, caller.account.id);
		if (!operation) notFound('This address');
		requireScope(caller.token, operation.scope);
		const found = operation;
		const viewer = caller;
		result = await onceForItsKey(service, found, viewer, incoming, requestId, () =>
			execute(service, found, viewer, incoming, logged, fault.strike(), requestId),
		);
	} catch (error) {
		result = refusal(error, requestId, headers);
	}
	fault.release();
	if (caller) Object.assign(headers, service.limits.headers(caller.token.id, caller.account.id));
	if (result.status === 429) headers['Retry-After'] ??= '1';
	if (result.replayed) headers['Idempotent-Replayed'] = 'true';
	headers['Request-Id'] = result.requestId;
	logged.requestId = result.requestId;
	service.requestLog.finish(logged, {
		status: result.isDropped ? 0 : result.status,
		replayed: result.replayed ?? false,
	});
	return result.isDropped ? null : { status: result.status, headers, body: result.body };

	/** "Limits, Idempotency" around the operation itself; 4xx thrown by it are its answers, too. */
	async function onceForItsKey(
		...[, op, { token }, request, id, run]: [
			Service,
			Operation,
			Caller,
			Incoming,
			string,
			() => Promise<Result>,
		]
	): Promise<Result> {
		const key = request.headers['idempotency-key'];
		const settled = () => run().catch((error: unknown) => refusal(error, id, headers));
		if (key === undefined || request.method === 'GET') return await settled();
		requireValidKey(key);
		const started = service.idempotency.begin(token.id, key, request);
		if ('status' in started) return { ...started, replayed: true };
		const answer = await settled();
		started.finish(
			{ status: answer.status, body: answer.body, requestId: answer.requestId },
			op.storage ?? 'ordinary',
		);
		return answer;
	}
}

/** Runs an operation for a viewer: role, path, query, body, then its own rules. Throws `ApiError`. */
export function perform(
	service: Service,
	operation: Operation,
	viewer: Viewer,
	incoming: Incoming,
): { status: number; body: unknown; ignored: string[] } {
	if (operation.managerOnly) requireManager(viewer.user);
	readPathParams(incoming.params);
	const query = readQuery(incoming.target.split('?').slice(1).join('?'), operation.query ?? {});
	const body = operation.body
		? readBody(incoming.body, incoming.headers['content-type'], {
				schema: operation.body,
				isOptional: operation.bodyIsOptional ?? false,
				ignoresEmpty: operation.ignoresEmpty ?? false,
			})
		: { value: undefined, ignored: [] };
	const { account, user } = viewer;
	const { method, path, params } = incoming;
	const call: Call = { service, account, user, method, path, params, query, body: body.value };
	return { ...operation.run(call as Call<never, never>), ignored: body.ignored };
}

async function execute(
	service: Service,
	operation: Operation,
	viewer: Viewer,
	incoming: Incoming,
	logged: LoggedRequest,
	fault: Fault | undefined,
	requestId: string,
): Promise<Result> {
	if (fault?.kind === 'status') {
		const { code, param, retryAfter, status } = fault;
		throw new ApiError(code, 'Asked for by a fault.', param, retryAfter, status);
	}
	if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
	const result: Result = { status: 0, body: '', requestId };
	try {
		const { status, body, ignored } = perform(service, operation, viewer, incoming);
		logged.ignored = ignored;
		const more = fault?.kind === 'unknownProperties' ? fault.properties : undefined;
		Object.assign(result, { status, body: JSON.stringify(more ? { ...(body as object), ...more } : body) });
	} catch (error) {
		if (fault?.kind !== 'dropAfter') throw error;
		Object.assign(result, refusal(error, requestId, {}));
	}
	return { ...result, isDropped: fault?.kind === 'dropAfter' };
}

/** An error as a result; what is not an `ApiError` is the sandbox's own mistake: 500. */
function refusal(error: unknown, requestId: string, headers: Record<string, string>): Result {
	const known = error instanceof ApiError;
	if (!known) console.error(error);
	const refused = known ? error : new ApiError('internal_error', 'The sandbox failed.');
	if (refused.retryAfter !== undefined) headers['Retry-After'] = String(refused.retryAfter);
	return { status: refused.status, body: refused.envelope(requestId), requestId };
}

/** Faults in front of the service: undefined when there is none, null for a broken connection. */
function strikeBefore(fault: Fault): Outgoing | undefined {
	if (fault.kind === 'dropBefore') return null;
	if (fault.kind !== 'html') return undefined;
	const title = `${fault.status} ${fault.status >= 500 ? 'Bad Gateway' : 'Proxy'}`;
	return {
		status: fault.status,
		headers: { 'Content-Type': 'text/html; charset=utf-8', Server: 'proxy' },
		body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
	};
}

/** A fault strikes where the operation would run; a request that never got there gives it back. */
class PendingFault {
	constructor(private claimed: ClaimedFault | undefined) {}

	strike(): Fault | undefined {
		const fault = this.claimed?.fault;
		this.claimed = undefined;
		return fault;
	}

	release(): void {
		this.claimed?.giveBack();
	}
}

function log(service: Service, incoming: Incoming, requestId: string): LoggedRequest {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(incoming.headers)) {
		if (value !== undefined) headers[name] = value;
	}
	const entry: LoggedRequest = {
		method: incoming.method,
		path: incoming.target,
		headers,
		rawBody: incoming.body.toString('utf8'),
		status: null,
		requestId,
		replayed: false,
		ignored: [],
		at: service.clock.timestamp(),
	};
	service.requestLog.add(entry);
	return entry;
}
