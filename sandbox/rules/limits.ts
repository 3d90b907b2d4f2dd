import type { Behaviour } from '../behaviour';
import type { Clock } from '../clock';
import type { SandboxOptions } from '../options';
import { ApiError } from './errors';
import { SlidingWindow } from './slidingWindow';

type LimitOptions = Pick<
	SandboxOptions,
	'rateWindowMs' | 'tokenLimit' | 'accountLimit' | 'channelLimit'
>;

/** "Limits": requests a token, requests a company, sends a channel number. */
export class Limits {
	private readonly windows = new Map<string, SlidingWindow>();

	constructor(
		private readonly options: LimitOptions,
		private readonly clock: Clock,
		private readonly behaviour: Behaviour,
	) {}

	/** Counts one request, or refuses it with 429 `rate_limited` and the seconds to wait. */
	takeRequest(tokenId: string, accountId: string): void {
		const now = this.clock.now();
		const windows = this.requestWindows(tokenId, accountId);
		const full = windows.filter((window) => window.remaining(now) === 0);
		const isRefused = full.length > 0;
		if (!isRefused || this.behaviour.isTurned('refusedRequestsCount')) {
			for (const window of windows) window.add(now);
		}
		if (isRefused) refuseFor(full, now, 'Too many requests in the last minute.');
	}

	/** Refuses a send over the channel's limit, before anything was created. */
	requireChannelSlot(channelId: string): void {
		const now = this.clock.now();
		const window = this.channelWindow(channelId);
		if (window.remaining(now) === 0) {
			refuseFor([window], now, "The channel's number reached its sends per minute.");
		}
	}

	/** Counts a send that was accepted. */
	takeChannelSlot(channelId: string): void {
		this.channelWindow(channelId).add(this.clock.now());
	}

	/** "Rate-limit headers": the tighter of both limits at this moment. */
	headers(tokenId: string, accountId: string): Record<string, string> {
		const now = this.clock.now();
		const [token, account] = this.requestWindows(tokenId, accountId) as [
			SlidingWindow,
			SlidingWindow,
		];
		const difference = token.remaining(now) - account.remaining(now);
		const sameButLater =
			difference === 0 && account.secondsToNextSlot(now) > token.secondsToNextSlot(now);
		const tighter = difference > 0 || sameButLater ? account : token;
		const values = {
			Limit: String(tighter.limit),
			Remaining: String(tighter.remaining(now)),
			Reset: String(tighter.secondsToNextSlot(now)),
		};
		return Object.fromEntries(
			Object.entries(values).flatMap(([name, value]) => [
				[`RateLimit-${name}`, value],
				[`X-RateLimit-${name}`, value],
			]),
		);
	}

	reset(): void {
		this.windows.clear();
	}

	private requestWindows(tokenId: string, accountId: string): SlidingWindow[] {
		return [
			this.window(`token ${tokenId}`, this.options.tokenLimit),
			this.window(`account ${accountId}`, this.options.accountLimit),
		];
	}

	private channelWindow(channelId: string): SlidingWindow {
		return this.window(`channel ${channelId}`, this.options.channelLimit);
	}

	private window(name: string, limit: number): SlidingWindow {
		const existing = this.windows.get(name);
		if (existing) return existing;
		const window = new SlidingWindow(limit, this.options.rateWindowMs);
		this.windows.set(name, window);
		return window;
	}
}

function refuseFor(full: SlidingWindow[], nowMs: number, message: string): never {
	const wait = Math.max(1, ...full.map((window) => window.secondsToNextSlot(nowMs)));
	throw new ApiError('rate_limited', message, undefined, wait);
}
