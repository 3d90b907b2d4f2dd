import type { NodeExecutionHint } from 'n8n-workflow';
import { LIMITS, type LimitName } from '../transport/rateLimit';

/** Shorter waits than this, in ms, are nobody's concern. */
const WORTH_TELLING_MS = 3_000;

/** Gathers what the user should know about an execution that went well. */
export class Hints {
	private readonly waitedMs: Record<LimitName, number> = { request: 0, send: 0 };
	private readonly toldUntil: Record<LimitName, number> = { request: 0, send: 0 };
	private readonly notes = new Set<string>();

	/** Times in ms. What items waited beside each other counts once. */
	waited(limit: LimitName, from: number, to: number): void {
		this.waitedMs[limit] += Math.max(0, to - Math.max(from, this.toldUntil[limit]));
		this.toldUntil[limit] = Math.max(to, this.toldUntil[limit]);
	}

	note(text: string): void {
		this.notes.add(text);
	}

	get all(): NodeExecutionHint[] {
		const waits = (Object.keys(LIMITS) as LimitName[])
			.filter((limit) => this.waitedMs[limit] >= WORTH_TELLING_MS)
			.map(
				(limit) =>
					`Waited ${Math.round(this.waitedMs[limit] / 1000)} s in all to stay within ${LIMITS[limit]}.`,
			);
		return [...waits, ...this.notes].map((message) => ({
			message,
			type: 'info',
			location: 'outputPane',
		}));
	}
}
