/**
 * What our trigger keeps in memory, in a process of its own. Run with --expose-gc and a number of events, it prints
 * the heap in bytes, garbage collected: once a thousand and more are remembered, and when all have come.
 */
import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { promisify } from 'node:util';
import type { IWebhookFunctions } from 'n8n-workflow';
import { receive } from '../../nodes/CustomerRelationship/webhook/delivery';
import { REMEMBERED } from '../../nodes/CustomerRelationship/webhook/memory';
import { repository } from '../../playground/folders';
import { signatureHeader } from '../../sandbox/webhooks/signature';
import { thousands } from '../report/format';
import type { Part } from '../report/part';
import { anEvent } from './events';

const EVENTS = 100_000;
const ALLOWED_BYTES = 100 * 1024;
const secret = '1'.repeat(64);

class Answer extends EventEmitter {
	statusCode = 200;
	writableEnded = false;
}

/** One event, as n8n hands it over and answers it. */
async function take(): Promise<void> {
	const body = anEvent(1024);
	const header = signatureHeader(body, [secret], Math.floor(Date.now() / 1000));
	const answer = new Answer();
	const { workflowData } = await receive({
		getNodeParameter: (name: string, fallback: unknown) => (name === 'events' ? ['*'] : fallback),
		getRequestObject: () => ({ rawBody: Buffer.from(body) }),
		getResponseObject: () => answer,
		getHeaderData: () => ({ 'svc-signature': header }),
		getCredentials: async () => ({ signingSecret: secret }),
		getMode: () => 'webhook',
		getNode: () => ({ id: 'bench', name: 'Trigger' }),
		getWorkflow: () => ({ id: 'bench', name: 'Bench' }),
	} as unknown as IWebhookFunctions);
	if (workflowData === undefined) throw new Error('An event was not taken');
	answer.writableEnded = true;
	answer.emit('close');
}

function heapBytes(): number {
	globalThis.gc!();
	return process.memoryUsage().heapUsed;
}

async function heaps(events: number): Promise<number[]> {
	const measured: number[] = [];
	for (let count = 1; count <= events; count++) {
		await take();
		if (count === 10 * REMEMBERED || count === events) measured.push(heapBytes());
	}
	return measured;
}

/** @param node n8n's Node */
export async function memoryPart(node: string): Promise<Part> {
	const args = ['--expose-gc', '--import', 'tsx', __filename, String(EVENTS)];
	const { stdout } = await promisify(execFile)(node, args, { cwd: repository });
	const [early, late] = JSON.parse(stdout) as [number, number];
	const growth = late - early;
	return {
		title: 'Memory',
		method: [
			`What our trigger keeps, in a process of its own on n8n’s Node (\`bench/trigger/memory.ts\`): the heap after ${thousands(10 * REMEMBERED)} events, when it has long remembered as many as it does, and after ${thousands(EVENTS)}, garbage collected.`,
		],
		tables: [
			{
				columns: ['After', 'Heap'],
				rows: [
					[`${thousands(10 * REMEMBERED)} events`, `${thousands(Math.round(early / 1024))} kB`],
					[`${thousands(EVENTS)} events`, `${thousands(Math.round(late / 1024))} kB`],
				],
			},
		],
		verdicts: [
			{
				target: `Memory after ${thousands(EVENTS)} events: at most ${thousands(ALLOWED_BYTES / 1024)} kB more than after ${thousands(10 * REMEMBERED)}`,
				measured: `${Math.round(growth / 1024)} kB`,
				met: growth <= ALLOWED_BYTES,
				margin: '',
			},
		],
		panels: [],
	};
}

if (require.main === module) {
	void heaps(Number(process.argv[2])).then((measured) => console.log(JSON.stringify(measured)));
}
