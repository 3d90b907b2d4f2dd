import { countBy } from 'lodash';

import type { RunningN8n } from '../../../playground/n8nProcess';
import type { SandboxControl } from '../../../playground/sandboxControl';
import { signatureHeader } from '../../../sandbox/webhooks/signature';
import type { WelcomeWorkflow } from './queueModeWorkflow';

/** Contacts are named by where they come from, and numbered. */
type Origin = 'Fed' | 'Handmade';

/** Who was written to, by the names in the messages' texts: one entry a message. */
export async function greeted(sandbox: SandboxControl, origin: Origin): Promise<string[]> {
	const name = new RegExp(`${origin}-\\d+`);
	return (await sandbox.messages()).flatMap(({ text }) => name.exec(text) ?? []);
}

/** An event as the service sends it, of a contact that it does not have yet. */
export function anEvent(number: number) {
	const data = {
		contactId: `cnt_${number}`,
		name: `Handmade-${number}`,
		phoneNumber: `119${80_000_000 + number}`,
	};
	return { event: 'contact.created', id: `evt_${number}`, data };
}

/** Delivers an event to one of n8n's processes, signed now. @returns the answer's status */
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

/** The ids of the feed's events that were answered 200 in the end; other workflows' messages make contacts, too. */
async function acceptedEvents(sandbox: SandboxControl): Promise<Set<string>> {
	const accepted = (await sandbox.deliveries()).filter(
		({ status, body }) => status === 200 && body.includes('"Fed-'),
	);
	return new Set(accepted.map(({ id }) => id));
}

/** Lets contacts be created, `total` in all, as fast as their events are accepted. */
export class ContactFeed {
	private created = 0;

	/** @param ahead events that are on their way at once: more than n8n keeps up with would run out of attempts */
	constructor(
		private readonly sandbox: SandboxControl,
		private readonly total: number,
		private ahead: number,
	) {}

	/** Events that come again only much later: the others need not wait for them. */
	setAside(events: number): void {
		this.ahead += events;
	}

	/** To be called from time to time, to keep the events coming. @returns how many were accepted */
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

/** How the service fared; what a test asserts and a person may want to know. */
export interface Tally {
	/** Answers to deliveries, by status; 0 for none within the service's patience. */
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
