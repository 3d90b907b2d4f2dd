/** A client for tests whose answers are written down beforehand. */
import type { HttpAnswer } from '../../../nodes/CustomerRelationship/transport/answer';
import { send } from '../../../nodes/CustomerRelationship/transport/client';
import type {
	ClientDependencies,
	WireRequest,
} from '../../../nodes/CustomerRelationship/transport/clientDependencies';
import type { RequestOptions } from '../../../nodes/CustomerRelationship/transport/requestOptions';
import type { NetworkFailure } from '../../../nodes/CustomerRelationship/transport/networkErrors';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { LearnedLinks } from '../../../nodes/CustomerRelationship/transport/links';
import { RateLimiter } from '../../../nodes/CustomerRelationship/transport/rateLimiter';
import { Outage } from '../../../nodes/CustomerRelationship/transport/outage';
import { isWrite, type ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { LedgerWrite } from '../../../nodes/CustomerRelationship/execution/ledger/ledgerWrite';
import { ERROR_CODES } from './errorCodes';
import { FakeClock } from './fakeClock';

/** The result of an exchange, or a function of the request that gives it; `none` is no answer at all. */
export type Reply =
	HttpAnswer | NetworkFailure | Error | 'none' | ((request: WireRequest) => Reply);

export const ok: HttpAnswer = {
	statusCode: 200,
	headers: { 'request-id': 'req_1' },
	body: { id: '1' },
};
export const lost: NetworkFailure = { reached: 'maybe', code: 'ECONNRESET' };
export const page = (statusCode: number, headers = {}): HttpAnswer => ({
	statusCode,
	headers,
	body: '<html>',
});

/** An error of the service. */
export function error(code: string, headers: Record<string, string> = {}): HttpAnswer {
	const [statusCode, type] = ERROR_CODES.find(([, , known]) => known === code) ?? [
		500,
		'api_error',
	];
	return { statusCode, headers, body: { error: { type, code, message: 'No' } } };
}

/** The key of a write where the test gives none. */
const KEY = 'key-1';

/** How a request is sent, and the key of a write. */
type Given = Partial<RequestOptions> & { key?: string };

/** A client whose exchanges give these replies, the last one again and again; each takes `tookMs`. */
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
		links: new LearnedLinks(),
		linksBefore: new LearnedLinks(),
		outage: new Outage(),
		clock,
		random: () => 1,
		signal: cancel.signal,
	};
	const writes = new Map<string, LedgerWrite>();
	/** The same write for the same key, as in one execution. */
	const writeOf = (request: ApiRequest, key: string) => {
		const name = `${request.path} ${key}`;
		writes.set(name, writes.get(name) ?? new LedgerWrite(key));
		return isWrite(request) ? writes.get(name) : undefined;
	};
	/** Sends a request while the test itself lets time pass. */
	const begin = async (request: ApiRequest, { key = KEY, ...options }: Given = {}) => {
		const write = writeOf(request, key);
		return await send(request, dependencies, { maxWaitMs: 300_000, write, ...options });
	};
	const run = (request: ApiRequest, given: Given = {}) => clock.finish(begin(request, given));
	const failing = async (request: ApiRequest, options: Given = {}) => {
		const failure: unknown = await run(request, options).catch((thrown: unknown) => thrown);
		if (!(failure instanceof RequestFailed)) throw failure;
		const write = writeOf(request, options.key ?? KEY);
		return {
			...failure.circumstances,
			lastAttempt: failure.lastAttempt,
			mayHaveRun: write?.mayHaveRun,
		};
	};
	return { clock, sent, timeouts, dependencies, cancel, writeOf, begin, run, failing };
}
