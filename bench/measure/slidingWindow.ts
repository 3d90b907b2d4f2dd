/**
 * The least time in ms between the first and the last of `count` requests when at most `limit` fit in any
 * `windowMs` ("Limits", sliding window) and answers take no time: each full window but the last is waited for.
 */
export function leastMs(count: number, limit: number, windowMs: number): number {
	return count > 0 ? Math.floor((count - 1) / limit) * windowMs : 0;
}
