import type { HttpAnswer } from '../../../nodes/CustomerRelationship/transport/answer';
import type { WireRequest } from '../../../nodes/CustomerRelationship/transport/clientDependencies';
import type { NetworkFailure } from '../../../nodes/CustomerRelationship/transport/networkErrors';
import type { FakeClock } from './fakeClock';

export interface Limits {
	windowMs: number;
	tokenLimit: number;
	companyLimit: number;
	channelLimit: number;
}

/** A sliding window by the specification: the sum of the last `windowMs`. */
class ReferenceWindow {
	private times: number[] = [];

	constructor(
		readonly limit: number,
		private readonly windowMs: number,
	) {}

	remaining(now: number): number {
		this.times = this.times.filter((at) => at > now - this.windowMs);
		return this.limit - this.times.length;
	}

	/** Whole seconds to the next slot, rounded up. */
	reset(now: number): number {
		const [oldest] = this.times;
		return oldest === undefined ? 0 : Math.ceil((oldest + this.windowMs - now) / 1000);
	}

	add(now: number): void {
		this.times.push(now);
	}
}

/** One request as the service saw it. */
export interface Seen {
	url: string;
	/** When the client sent it and when the service handled it, in ms since the epoch. */
	sentAt: number;
	handledAt: number;
	refused: boolean;
}

/** A service that only counts requests and messages, by the clock of the test. */
export class ReferenceService {
	readonly seen: Seen[] = [];
	private readonly token: ReferenceWindow;
	private readonly company: ReferenceWindow;
	private readonly channels = new Map<string, ReferenceWindow>();

	/** @param latencies ms of each way, there and back, in turn */
	constructor(
		private readonly clock: FakeClock,
		private readonly limits: Limits,
		private readonly latencies: number[],
	) {
		this.token = new ReferenceWindow(limits.tokenLimit, limits.windowMs);
		this.company = new ReferenceWindow(limits.companyLimit, limits.windowMs);
	}

	get refusals(): number {
		return this.seen.filter(({ refused }) => refused).length;
	}

	/** What the network loses, in turn. */
	losses: Array<'none' | 'request' | 'answer'> = ['none'];
	private sent = 0;

	readonly exchange = async (request: WireRequest): Promise<HttpAnswer | NetworkFailure> => {
		const loss = this.losses[this.sent++ % this.losses.length];
		const sentAt = this.clock.now();
		await this.clock.wait(this.latency());
		if (loss === 'request') return { reached: 'maybe', code: 'ECONNRESET' };
		const answer = this.handle(request.url, sentAt);
		await this.clock.wait(this.latency());
		return loss === 'answer' ? { reached: 'maybe', code: 'ECONNRESET' } : answer;
	};

	/** A request of another program with the same token, or with another token of the company. @returns whether it was accepted */
	otherClient(token: 'same' | 'other', channel?: string): boolean {
		const now = this.clock.now();
		if (this.company.remaining(now) <= 0) return false;
		if (token === 'same' && this.token.remaining(now) <= 0) return false;
		this.company.add(now);
		if (token === 'same') this.token.add(now);
		if (channel !== undefined && this.channel(channel).remaining(now) > 0) {
			this.channel(channel).add(now);
		}
		return true;
	}

	private handle(url: string, sentAt: number): HttpAnswer {
		const now = this.clock.now();
		const full = [this.token, this.company].filter((window) => window.remaining(now) <= 0);
		let refused = full.length > 0;
		if (!refused) {
			this.token.add(now);
			this.company.add(now);
			const [, via] = /\/sends\/(\w+)/.exec(url) ?? [];
			const channel = via === undefined ? undefined : this.channel(via);
			if (channel && channel.remaining(now) <= 0) {
				refused = true;
				full.push(channel);
			} else channel?.add(now);
		}
		this.seen.push({ url, sentAt, handledAt: now, refused });
		const tighter =
			this.company.remaining(now) < this.token.remaining(now) ? this.company : this.token;
		const headers = {
			'request-id': `req_${this.seen.length}`,
			'ratelimit-limit': String(tighter.limit),
			'ratelimit-remaining': String(Math.max(0, tighter.remaining(now))),
			'ratelimit-reset': String(tighter.reset(now)),
		};
		if (!refused) return { statusCode: 200, headers, body: {} };
		const retryAfter = Math.max(1, ...full.map((window) => window.reset(now)));
		return {
			statusCode: 429,
			headers: { ...headers, 'retry-after': String(retryAfter) },
			body: { error: { type: 'rate_limit_error', code: 'rate_limited', message: 'Too many' } },
		};
	}

	private channel(name: string): ReferenceWindow {
		const known = this.channels.get(name);
		if (known) return known;
		const window = new ReferenceWindow(this.limits.channelLimit, this.limits.windowMs);
		this.channels.set(name, window);
		return window;
	}

	private turn = 0;

	private latency(): number {
		return this.latencies[this.turn++ % this.latencies.length] ?? 0;
	}
}
