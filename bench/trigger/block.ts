/** A block: a fixed number of events, a fixed number of them in flight, to one contender. */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { signatureHeader } from '../../sandbox/webhooks/signature';
import { waitUntil } from '../../playground/waitUntil';
import type { BenchN8n } from './n8n';
import { headerAuth, secrets, succeeded, type Contender } from './contenders';
import { anEvent } from './events';
import { processTime } from './processTime';

export interface BlockSize {
	/** Events, each with an id of its own. */
	events: number;
	/** Of these how many are sent to our trigger a second time, once all is measured: none may start anything. */
	duplicates: number;
	bodyBytes: number;
	inFlight: number;
}

export interface Block {
	/** Events accepted, as many as executions that ended well. */
	events: number;
	/** Events accepted a second, from the first request to the last answer. */
	acceptedPerSecond: number;
	/** CPU time of n8n's process for each event, in ms, execution included. */
	cpuMs: number;
}

const FINISHED_MS = 120_000;
/** By then an execution that a duplicate started would have ended: it does nothing. */
const STRAY_MS = 500;

/** @throws Error unless each event was answered 200 and started exactly one execution that ended well */
export async function runBlock(
	n8n: BenchN8n,
	contender: Contender,
	size: BlockSize,
): Promise<Block> {
	const events = Array.from({ length: size.events }, () => anEvent(size.bodyBytes));
	const before = await succeeded(n8n, contender.workflowId);
	const { origin, pathname } = new URL(contender.url);
	const pool = new Pool(origin, { connections: size.inFlight });

	const send = async (body: string): Promise<void> => {
		const { statusCode, body: answer } = await pool.request({
			method: 'POST',
			path: pathname,
			headers: {
				'content-type': 'application/json',
				[headerAuth.name]: headerAuth.value,
				'svc-signature': signatureHeader(body, secrets.slice(0, 1), Math.floor(Date.now() / 1000)),
			},
			body,
		});
		const text = await answer.text();
		if (statusCode !== 200) throw new Error(`${contender.name} answered ${statusCode}: ${text}`);
	};
	let next = 0;
	const worker = async () => {
		while (next < events.length) await send(events[next++]!);
	};

	const cpuBefore = processTime(n8n.pid());
	const began = performance.now();
	await Promise.all(Array.from({ length: size.inFlight }, worker));
	const answered = performance.now();
	await waitUntil(
		`${size.events} executions of ${contender.name}`,
		FINISHED_MS,
		async () =>
			(await succeeded(n8n, contender.workflowId)) >= before + size.events ? true : undefined,
		50,
	);
	const cpu = processTime(n8n.pid()) - cpuBefore;
	if (contender.name === 'our trigger') {
		for (const event of events.slice(0, size.duplicates)) await send(event);
		await pause(STRAY_MS);
	}
	await pool.close();
	const runs = (await succeeded(n8n, contender.workflowId)) - before;
	if (runs !== size.events) {
		throw new Error(
			`${contender.name}: ${size.events} events were accepted and ${runs} executions ended well`,
		);
	}
	return {
		events: runs,
		acceptedPerSecond: size.events / ((answered - began) / 1000),
		cpuMs: cpu / size.events,
	};
}
