import { countBy, groupBy } from 'lodash';

import type { SandboxControl } from '../../playground/sandboxControl';

/** Who was written to, by the names in the messages' texts: one entry a message. */
export async function greeted(sandbox: SandboxControl): Promise<string[]> {
	return (await sandbox.messages()).flatMap(({ text }) => /Cliente-\d+/.exec(text) ?? []);
}

/** Lets contacts be created, `total` in all, as fast as messages go out. */
export class ContactFeed {
	private created = 0;

	/** @param ahead contacts that have no message yet */
	constructor(
		private readonly sandbox: SandboxControl,
		private readonly total: number,
		private readonly ahead: number,
	) {}

	/** @returns how many were written to, from time to time called to keep the events coming */
	async topUp(): Promise<number> {
		const reached = new Set(await greeted(this.sandbox)).size;
		const most = Math.min(this.total, reached + this.ahead);
		for (; this.created < most; this.created += 1) {
			const name = `Cliente-${String(this.created).padStart(3, '0')}`;
			await this.sandbox.asTheApp('POST', '/contacts', { name, phone: `119${40_000_000 + this.created}` });
		}
		return reached;
	}
}

/** How the service fared; what a test asserts and a person may want to know. */
export interface Tally {
	/** Events that were answered 2xx in the end. */
	accepted: number;
	/** Answers to deliveries, by status; 0 for none within the service's patience. */
	deliveries: Record<string, number>;
	/** Answers to conversation starts, by status. */
	sends: Record<string, number>;
	/** Most messages that were accepted in any window. */
	mostInAWindow: number;
}

/** @param windowMs length of the service's sliding windows */
export async function tally(sandbox: SandboxControl, windowMs: number): Promise<Tally> {
	const deliveries = await sandbox.deliveries();
	const events = Object.values(groupBy(deliveries, ({ id }) => id));
	const starts = (await sandbox.requests()).filter(({ path }) => path === '/api/v1/conversations');
	const times = (await sandbox.messages()).map(({ createdAt }) => Date.parse(createdAt));
	return {
		accepted: events.filter((attempts) => attempts.some(({ status }) => status === 200)).length,
		deliveries: countBy(deliveries, ({ status }) => status),
		sends: countBy(starts, ({ status }) => status),
		mostInAWindow: Math.max(
			...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length),
		),
	};
}
