import { countBy } from 'lodash';

import type { RunningN8n } from '../../../playground/n8nProcess';
import type { SandboxControl } from '../../../playground/sandboxControl';
import { signatureHeader } from '../../../sandbox/webhooks/signature';
import type { WelcomeWorkflow } from './queueModeWorkflow';

/** Contacts are named by their origin and a number. */
type Origin = 'Fed' | 'Handmade';

/** The names of those who got a message, from the messages' texts: one entry for each message. */
export async function greeted(sandbox: SandboxControl, origin: Origin): Promise<string[]> {
	const name = new RegExp(`${origin}-\\d+`);
	return (await sandbox.messages()).flatMap(({ text }) => name.exec(text) ?? []);
}

/** An event as the service sends it, about a contact that the sandbox does not have yet. */
export function anEvent(number: number) {
	const data = {
		contactId: `cnt_${number}`,
		name: `Handmade-${number}`,
		phoneNumber: `119${80_000_000 + number}`,
	};
	return { event: 'contact.created', id: `evt_${number}`, data };
}

/** Signs an event now and delivers it to one of n8n's processes. @returns the answer's status */
export async function deliver(
	process: RunningN8n,
	workflow: WelcomeWorkflow,
	envelope: object,
): Promise<number> {
	const body = JSON.stringify(envelope);
	const signature = signatureHeader(body, [workflow.secret], Math.floor(Date.now() / 1000));
	const answer = await fetch(`${process.url}${workflow.path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'svc-signature': signature },
		body,
	});
	await answer.text();
	return answer.status;
}

/** The ids of the feed's events that were finally answered 200. Messages of other workflows create contacts, too. */
async function acceptedEvents(sandbox: SandboxControl): Promise<Set<string>> {
	const accepted = (await sandbox.deliveries()).filter(
		({ status, body }) => status === 200 && body.includes('"Fed-'),
	);
	return new Set(accepted.map(({ id }) => id));
}

/** Creates contacts, `total` in all, as fast as their events are accepted. */
export class ContactFeed {
	private created = 0;

	/** @param ahead events in flight at once; if there are more than n8n can handle, they run out of attempts */
	constructor(
		private readonly sandbox: SandboxControl,
		private readonly total: number,
		private ahead: number,
	) {}

	/** Events that are resent only much later, so that the others need not wait for them. */
	setAside(events: number): void {
		this.ahead += events;
	}

	/** Keeps the events coming; call it from time to time. @returns how many were accepted */
	async topUp(): Promise<number> {
		const accepted = (await acceptedEvents(this.sandbox)).size;
		const most = Math.min(this.total, accepted + this.ahead);
		for (; this.created < most; this.created += 1) {
			const phone = `119${40_000_000 + this.created}`;
			await this.sandbox.asTheApp('POST', '/contacts', { name: `Fed-${this.created}`, phone });
		}
		return accepted;
	}
}

/** What the service counted, for assertions and for the reader. */
export interface Tally {
	/** Answers to deliveries, by status; 0 for none before the service's timeout. */
	deliveries: Record<string, number>;
	/** Answers to conversation starts, by status. */
	sends: Record<string, number>;
	/** Most messages that were accepted in any window. */
	mostInAWindow: number;
}

/** @param windowMs length of the service's sliding windows */
export async function tally(sandbox: SandboxControl, windowMs: number): Promise<Tally> {
	const starts = (await sandbox.requests()).filter(({ path }) => path === '/api/v1/conversations');
	const times = (await sandbox.messages()).map(({ createdAt }) => Date.parse(createdAt));
	return {
		deliveries: countBy(await sandbox.deliveries(), ({ status }) => status),
		sends: countBy(starts, ({ status }) => status),
		mostInAWindow: Math.max(
			...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length),
		),
	};
}
