import { randomId } from '../randomId';
import {
	authenticate,
	requireScope,
	requireSubscription,
	type Caller,
	type Viewer,
} from '../rules/authentication';
import { ApiError, notFound, refuse } from '../rules/errors';
import type { ClaimedFault, Fault } from '../rules/faults';
import { requireValidKey } from '../rules/idempotency';
import type { Service } from '../service';
import type { Operation } from './operation';
import { perform } from './perform';
import { strikeBefore } from './proxyFaults';
import type { LoggedRequest } from './requestLog';
import type { Incoming, Outgoing } from './wire';

interface Result {
	status: number;
	body: string;
	requestId: string;
	isReplayed?: boolean;
	isDropped?: boolean;
}

/** Answers one request; `operation` is undefined for an address that the API does not have. */
export async function handle(
	service: Service,
	operation: Operation | undefined,
	incoming: Incoming,
): Promise<Outgoing> {
	await service.behaviour.travel();
	const outgoing = await new Exchange(service, operation, incoming).answer();
	await service.behaviour.travel();
	return outgoing;
}

/**
 * One request through every cross-cutting rule, in this order (README, "Order of the checks"):
 * token, limits, subscription, address, scope, idempotency key, role, path, query, body, operation.
 */
class Exchange {
	private readonly requestId = randomId('req');
	private readonly logged: LoggedRequest;
	private readonly headers: Record<string, string> = {
		'Content-Type': 'application/json; charset=utf-8',
	};
	private fault: ClaimedFault | undefined;
	private caller: Caller | undefined;

	constructor(
		private readonly service: Service,
		private readonly operation: Operation | undefined,
		private readonly incoming: Incoming,
	) {
		this.logged = service.requestLog.arrived(incoming, this.requestId, service.clock.timestamp());
		this.fault = service.faults.claim(incoming.method, incoming.path);
	}

	async answer(): Promise<Outgoing> {
		const { service, headers } = this;
		const proxied = this.fault && strikeBefore(this.fault.fault);
		if (proxied !== undefined) {
			service.requestLog.finish(this.logged, { status: proxied?.status ?? 0 });
			return proxied;
		}
		const result = await this.checked().catch((error: unknown) => this.refusal(error));
		// A fault strikes where the operation would run; a request that never got there gives it back.
		this.fault?.giveBack();
		const { status, body, requestId, isReplayed = false, isDropped = false } = result;
		if (this.caller) {
			const { token, account } = this.caller;
			Object.assign(headers, service.limits.headers(token.id, account.id));
		}
		headers['Request-Id'] = requestId;
		headers.Date = new Date(service.clock.now()).toUTCString();
		if (isReplayed) headers['Idempotent-Replayed'] = 'true';
		if (status === 429) headers['Retry-After'] ??= '1';
		service.requestLog.finish(this.logged, {
			status: isDropped ? 0 : status,
			replayed: isReplayed,
			requestId,
		});
		return isDropped ? null : { status, headers, body };
	}

	private async checked(): Promise<Result> {
		const { service, incoming } = this;
		const caller = authenticate(
			service.accounts,
			incoming.headers.authorization,
			service.clock.now(),
		);
		this.caller = caller;
		service.limits.takeRequest(caller.token.id, caller.account.id);
		const key = incoming.method === 'GET' ? undefined : incoming.headers['idempotency-key'];
		if (key !== undefined && service.behaviour.isTurned('earlyRefusalsStored')) {
			const reached = async () => await this.execute(this.reach(caller), caller);
			return await this.onceForItsKey(key, caller, reached);
		}
		const operation = this.reach(caller);
		const run = async () => await this.execute(operation, caller);
		return key === undefined ? await run() : await this.onceForItsKey(key, caller, run);
	}

	/** The operation, where the caller may get to it at all. */
	private reach({ account, token }: Caller): Operation {
		requireSubscription(account);
		if (this.incoming.isUndecodable) refuse('invalid_parameter', 'The address cannot be decoded.');
		if (!this.operation) notFound('This address');
		requireScope(token, this.operation.scope);
		return this.operation;
	}

	/** "Limits, Idempotency": 4xx answers of the operation itself are its answers, too. */
	private async onceForItsKey(
		key: string,
		caller: Caller,
		run: () => Promise<Result>,
	): Promise<Result> {
		requireValidKey(key);
		const started = this.service.idempotency.begin(caller.token.id, key, this.incoming);
		if ('status' in started) return { ...started, isReplayed: true };
		const result = await run().catch((error: unknown) => this.refusal(error));
		const { status, body, requestId } = result;
		started.finish({ status, body, requestId }, this.operation?.storage ?? 'ordinary');
		return result;
	}

	private async execute(operation: Operation, viewer: Viewer): Promise<Result> {
		const fault = this.fault?.fault;
		this.fault = undefined;
		if (fault?.kind === 'status') {
			const { code, param, retryAfter, status } = fault;
			throw new ApiError(code, 'Asked for by a fault.', param, retryAfter, status);
		}
		if (fault?.kind === 'slow') {
			const { resets } = this.service;
			await new Promise((resolve) => setTimeout(resolve, fault.ms));
			if (resets !== this.service.resets) {
				return { status: 0, body: '', requestId: this.requestId, isDropped: true };
			}
		}
		const result = this.run(operation, viewer, fault);
		return { ...result, isDropped: fault?.kind === 'dropAfter' };
	}

	private run(operation: Operation, viewer: Viewer, fault: Fault | undefined): Result {
		const { requestId } = this;
		try {
			const { status, body, ignored } = perform(this.service, operation, viewer, {
				incoming: this.incoming,
				dialect: this.service.behaviour.dialect,
			});
			this.logged.ignored = ignored;
			const more = fault?.kind === 'unknownProperties' ? fault.properties : {};
			return { status, body: JSON.stringify({ ...(body as object), ...more }), requestId };
		} catch (error) {
			return this.refusal(error);
		}
	}

	/** An error as a result; what is not an `ApiError` is the sandbox's own mistake: 500. */
	private refusal(error: unknown): Result {
		const { requestId } = this;
		const isKnown = error instanceof ApiError;
		if (!isKnown) console.error(error);
		const refused = isKnown ? error : new ApiError('internal_error', 'The sandbox failed.');
		if (refused.retryAfter !== undefined) {
			this.headers['Retry-After'] = String(refused.retryAfter);
		}
		return { status: refused.status, body: refused.envelope(requestId), requestId };
	}
}
