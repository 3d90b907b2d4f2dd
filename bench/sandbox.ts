import { Pool } from 'undici';
import { startSandbox } from '../sandbox';

/**
 * The sandbox's two promises about load: a page of 50,000 contacts in single-digit milliseconds at
 * any cursor depth, and flat memory over a million requests.
 *
 *   npm run bench:sandbox -- [requests, 1,000,000 by default]
 */
const CONTACTS = 50_000;
const UNLIMITED = { tokenLimit: 1e9, accountLimit: 1e9, channelLimit: 1e9 };
const PAGE_SIZE = 100;
const IN_FLIGHT = 32;
const REPORTS = 10;

const requests = Number(process.argv[2] ?? 1_000_000);
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);

function percentile(sorted: number[], share: number): string {
	return `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2)} ms`;
}

async function main(): Promise<void> {
	const began = performance.now();
	const sandbox = await startSandbox({ contacts: CONTACTS, ...UNLIMITED });
	console.log(`started with ${CONTACTS} contacts in ${Math.round(performance.now() - began)} ms`);
	const { origin, pathname } = new URL(sandbox.baseUrl);
	const pool = new Pool(origin, { connections: IN_FLIGHT });

	async function send(method: 'GET' | 'POST', path: string, body?: object, key?: string) {
		const reply = await pool.request({
			method,
			path: `${pathname}${path}`,
			headers: {
				authorization: `Bearer ${sandbox.tokens.manager}`,
				...(body ? { 'content-type': 'application/json' } : {}),
				...(key ? { 'idempotency-key': key } : {}),
			},
			body: body ? JSON.stringify(body) : undefined,
		});
		const text = await reply.body.text();
		if (reply.statusCode > 299) throw new Error(`${method} ${path}: ${reply.statusCode} ${text}`);
		return text;
	}

	await pages(send);
	await load(send);
	await pool.close();
	await sandbox.stop();
}

type Send = (method: 'GET' | 'POST', path: string, body?: object, key?: string) => Promise<string>;

/** Walks the whole list and times each page by its depth. */
async function pages(send: Send): Promise<void> {
	for (let at = 0; at < 50; at++) await send('GET', `/contacts?limit=${PAGE_SIZE}`);
	const times: number[] = [];
	for (let cursor: string | null = ''; cursor !== null;) {
		const began = performance.now();
		const text = await send('GET', `/contacts?limit=${PAGE_SIZE}${cursor && `&cursor=${cursor}`}`);
		times.push(performance.now() - began);
		cursor = (JSON.parse(text) as { nextCursor: string | null }).nextCursor;
	}
	for (const [name, part] of [
		['first tenth', times.slice(0, times.length / 10)],
		['last tenth', times.slice(-times.length / 10)],
		['all', times],
	] as const) {
		const sorted = [...part].sort((a, b) => a - b);
		console.log(
			`pages, ${name}: median ${percentile(sorted, 0.5)}, 99 % ${percentile(sorted, 0.99)}, slowest ${percentile(sorted, 1)}`,
		);
	}
}

/** Reads, writes with keys and refused replays, in equal parts; the records stay as many as they are. */
async function load(send: Send): Promise<void> {
	let sent = 0;
	const worker = async () => {
		while (sent < requests) {
			const number = sent++;
			if (number % 3 === 0) await send('GET', '/contacts?limit=1');
			else if (number % 3 === 1) await send('GET', '/pipelines');
			else
				await send(
					'POST',
					'/contacts',
					{ phone: '11 98888-0001', name: `${number}` },
					`key-${number}`,
				);
			if (number > 0 && number % Math.ceil(requests / REPORTS) === 0) report(number);
		}
	};
	const began = performance.now();
	await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
	report(requests);
	const seconds = (performance.now() - began) / 1000;
	console.log(
		`${requests} requests in ${Math.round(seconds)} s, ${Math.round(requests / seconds)} a second`,
	);
}

function report(done: number): void {
	globalThis.gc?.();
	const { heapUsed, rss } = process.memoryUsage();
	console.log(
		`after ${done} requests: heap ${megabytes(heapUsed)} MB, resident ${megabytes(rss)} MB`,
	);
}

void main();
