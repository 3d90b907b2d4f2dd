import type { NodeExecutionHint } from 'n8n-workflow';
import type { LimitName } from '../transport/window';

/** Shorter waits than this, in ms, are nobody's concern. */
const WORTH_TELLING_MS = 3_000;

const LIMITS: Record<LimitName, string> = {
	request: 'the limit of requests a minute',
	send: 'the limit of 30 message sends a minute and channel',
};

/** Gathers what the user should know about an execution that went well. */
export class Hints {
	private readonly waitedMs: Record<LimitName, number> = { request: 0, send: 0 };
	private readonly notes = new Set<string>();

	waited(limit: LimitName, ms: number): void {
		this.waitedMs[limit] += ms;
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
