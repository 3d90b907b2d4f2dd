/** A block: a fixed number of events, a fixed number of them in flight, to one contender. */
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
	/** Of these how many are sent to our trigger a second time, on top; n8n's Webhook would run them all. */
	duplicates: number;
	bodyBytes: number;
	inFlight: number;
}

export interface Block {
	/** Events accepted, as many as executions that ended well. */
	events: number;
	/** Events accepted a second, from the first request to the last answer; duplicates don't count. */
	acceptedPerSecond: number;
	/** Executions ended well a second, from the first request until n8n has stored the last. */
	finishedPerSecond: number;
	/** CPU time of n8n's process for each event, in ms, execution and duplicates included. */
	cpuMs: number;
	/** From a request to its answer, in ms. */
	latencies: number[];
}

const FINISHED_MS = 120_000;

/** @throws Error unless each event was answered 200 and started exactly one execution that ended well */
export async function runBlock(n8n: BenchN8n, contender: Contender, size: BlockSize): Promise<Block> {
	const events = Array.from({ length: size.events }, () => anEvent(size.bodyBytes));
	const again = contender.name === 'our trigger' ? size.duplicates : 0;
	const before = await succeeded(n8n, contender.workflowId);
	const { origin, pathname } = new URL(contender.url);
	const pool = new Pool(origin, { connections: size.inFlight });
	const latencies: number[] = [];

	const send = async (body: string): Promise<void> => {
		const began = performance.now();
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
		latencies.push(performance.now() - began);
		if (statusCode !== 200) throw new Error(`${contender.name} answered ${statusCode}: ${text}`);
	};
	/** Every so many events one is sent again, some time after its answer, among the others. */
	const every = again > 0 ? Math.floor(events.length / again) : Infinity;
	let next = 0;
	const worker = async () => {
		while (next < events.length) {
			const index = next++;
			await send(events[index]!);
			if ((index + 1) % every === 0) await send(events[index]!);
		}
	};

	const cpuBefore = processTime(n8n.pid());
	const began = performance.now();
	await Promise.all(Array.from({ length: size.inFlight }, worker));
	const answered = performance.now();
	await waitUntil(
		`${size.events} executions of ${contender.name}`,
		FINISHED_MS,
		async () => ((await succeeded(n8n, contender.workflowId)) >= before + size.events ? true : undefined),
		50,
	);
	const finished = performance.now();
	const cpu = processTime(n8n.pid()) - cpuBefore;
	await pool.close();
	const runs = (await succeeded(n8n, contender.workflowId)) - before;
	if (runs !== size.events) {
		throw new Error(`${contender.name}: ${size.events} events were accepted and ${runs} executions ended well`);
	}
	return {
		events: runs,
		acceptedPerSecond: size.events / ((answered - began) / 1000),
		finishedPerSecond: size.events / ((finished - began) / 1000),
		cpuMs: cpu / size.events,
		latencies,
	};
}
