/** A client whose answers are written down beforehand. */
import type { RawAnswer } from '../../../nodes/CustomerRelationship/transport/answer';
import { send } from '../../../nodes/CustomerRelationship/transport/client';
import type {
	ClientDependencies,
	WireRequest,
} from '../../../nodes/CustomerRelationship/transport/clientDependencies';
import type { SendOptions } from '../../../nodes/CustomerRelationship/transport/pendingRequest';
import type { NetworkFailure } from '../../../nodes/CustomerRelationship/transport/networkErrors';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { RateLimiter } from '../../../nodes/CustomerRelationship/transport/rateLimiter';
import { Outage } from '../../../nodes/CustomerRelationship/transport/outage';
import { isWrite, type ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { LedgerWrite } from '../../../nodes/CustomerRelationship/execution/ledgerWrite';
import { ERROR_CODES } from './errorCodes';
import { FakeClock } from './fakeClock';

/** How an exchange ends, or how that depends on the request; `none`: no answer comes. */
export type Reply = RawAnswer | NetworkFailure | Error | 'none' | ((request: WireRequest) => Reply);

export const ok: RawAnswer = {
	statusCode: 200,
	headers: { 'request-id': 'req_1' },
	body: { id: '1' },
};
export const lost: NetworkFailure = { reached: 'maybe', code: 'ECONNRESET' };
export const page = (statusCode: number, headers = {}): RawAnswer => ({
	statusCode,
	headers,
	body: '<html>',
});

/** A refusal by the service. */
export function error(code: string, headers: Record<string, string> = {}): RawAnswer {
	const [statusCode, type] = ERROR_CODES.find(([, , known]) => known === code) ?? [
		500,
		'api_error',
	];
	return { statusCode, headers, body: { error: { type, code, message: 'No' } } };
}

/** The key of a write that is given none. */
const KEY = 'key-1';

/** How a request is sent, with the key of a write. */
type Given = Partial<SendOptions> & { key?: string; isOwn?: boolean };

/** A client whose exchanges end as told, the last one for ever; each takes `tookMs`. */
export function setUp(replies: Reply[], tookMs = 0) {
	const clock = new FakeClock();
	const sent: Array<WireRequest & { at: number }> = [];
	const timeouts: number[] = [];
	const began = clock.now();
	const cancel = new AbortController();
	const dependencies: ClientDependencies = {
		baseUrl: 'https://example.com/api/v1',
		tokenId: 'one',
		exchange: async (request, timeoutMs) => {
			timeouts.push(timeoutMs);
			sent.push({ ...request, at: clock.now() - began });
			let reply = replies[Math.min(sent.length, replies.length) - 1] as Reply;
			while (typeof reply === 'function') reply = reply(request);
			const isLate = reply === 'none' || tookMs > timeoutMs;
			await clock.wait(isLate ? timeoutMs : tookMs);
			if (isLate || reply === 'none') return { reached: 'maybe', code: 'ETIMEDOUT' };
			if (reply instanceof Error) throw reply;
			return reply;
		},
		rateLimiter: new RateLimiter(clock),
		outage: new Outage(),
		clock,
		random: () => 1,
		signal: cancel.signal,
	};
	const writes = new Map<string, LedgerWrite>();
	/** The same for the same key, as in one execution. */
	const writeOf = (request: ApiRequest, key: string) => {
		const name = `${request.path} ${key}`;
		writes.set(name, writes.get(name) ?? new LedgerWrite(key));
		return isWrite(request) ? writes.get(name) : undefined;
	};
	const run = (request: ApiRequest, { key = KEY, ...sending }: Given = {}) => {
		const write = writeOf(request, key);
		return clock.finish(send(request, dependencies, { maxWaitMs: 300_000, write, ...sending }));
	};
	const failing = async (request: ApiRequest, sending: Given = {}) => {
		const failure: unknown = await run(request, sending).catch((thrown: unknown) => thrown);
		if (!(failure instanceof RequestFailed)) throw failure;
		const write = writeOf(request, sending.key ?? KEY);
		return {
			...failure.circumstances,
			setback: failure.lastAttempt,
			mayHaveRun: write?.mayHaveRun,
		};
	};
	return { clock, sent, timeouts, dependencies, cancel, writeOf, run, failing };
}
