/** Measures the events a second that our trigger and n8n's own accept, both active in one real n8n. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { installPackage, packPackage } from '../playground/communityPackage';
import { startN8n } from '../playground/n8nProcess';
import { N8nRest } from '../playground/n8nRest';
import { freePort } from '../playground/ports';
import { waitForWebhook } from '../playground/provisioning';
import { SAMPLE_DATA } from '../playground/sampleEvents';
import { waitUntil } from '../playground/waitUntil';
import { signatureHeader } from '../sandbox/webhooks/signature';
import type { BenchEnvironment } from './environment';
import { interleaved, judge, median, ratio, times, type Part } from './report';

const OURS = 'our trigger';
/** n8n's own trigger that reads and decrypts a credential, as ours does. */
const THEIRS = 'Webhook, Header Auth';

/** The configurations of n8n in which the triggers are compared, and the target of each. */
const settings = [
	{
		title: 'Expression engine on demand',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
		means:
			'n8n with `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`: it starts its expression engine only for calls that evaluate an expression. This is where a trigger’s own work shows.',
		atLeast: 1,
	},
	{
		title: 'n8n as it comes',
		env: {},
		means:
			'n8n 2.41 without settings starts an expression engine, an isolate of V8 with a bundle of libraries, for every call of a trigger and for every reading of a credential, whether or not there is an expression. One node is exempt, by its type’s name: its own Webhook (`webhookPhaseNeedsIsolate` in n8n’s `live-webhooks.js`). So “Webhook, Header Auth” starts one, for its credential, and ours one, for the call: its credential it reads once a second at the most.',
		atLeast: 0.9,
	},
];

const [BODY_BYTES, IN_FLIGHT] = [1024, 8];
const FINISHED_MS = 120_000;
const secret = randomBytes(32).toString('hex');
const headerAuth = { name: 'x-bench-secret', value: randomBytes(32).toString('hex') };

/** Compares the events a second that our trigger accepts with those of n8n's own trigger that also reads a credential. */
export async function trigger(environment: BenchEnvironment): Promise<Part[]> {
	const { supervisor, progress, n8n: installation, quick } = environment;
	const [rounds, events] = [environment.rounds ?? (quick ? 1 : 25), quick ? 10 : 40];
	const how = `Workflows of a trigger and a step that does nothing, active in one real n8n with SQLite, saving every execution. They take turns, ${rounds} times, ${events} events of ${BODY_BYTES} bytes at a time, ${IN_FLIGHT} in flight over connections that are kept alive; each event has an ID of its own and is signed. Each is answered 200 and starts one execution that ends well, or the measurement fails.`;
	const dataFolder = await mkdtemp(join(tmpdir(), 'bench-n8n-'));
	try {
		const tarball = await packPackage(dataFolder, supervisor);
		await installPackage(tarball, installation, dataFolder, supervisor);
		const port = await freePort();
		const parts: Part[] = [];
		let contenders: Contender[] | undefined;
		for (const { title, env, means, atLeast } of settings) {
			const role = { name: 'n8n', args: ['start'], env: { ...env } as Record<string, string> };
			const n8n = await startN8n(installation, { port, dataFolder, role }, supervisor);
			const rest = new N8nRest(n8n.url);
			await rest.signIn();
			const both = (contenders ??= await publishContenders(rest));
			const all = await progress.step(title, async () => {
				for (const { url } of both) await waitForWebhook(url);
				const block = async (contender: Contender) => await runBlock(rest, contender, events);
				await interleaved(both, 1, block);
				return await interleaved(both, rounds, block);
			});
			await n8n.process.stop();
			const [ours, theirs] = both.map((contender) => all.get(contender)!) as [number[], number[]];
			const compared = ratio(ours, theirs);
			parts.push({
				title,
				method: `${parts.length === 0 ? `${how}\n\n` : ''}${means}`,
				tables: [
					{
						columns: ['Trigger', 'Accepted a second', '×'],
						rows: [
							[OURS, median(ours).toFixed(1), times(compared)],
							[THEIRS, median(theirs).toFixed(1), times(1)],
						],
					},
				],
				verdicts: [judge(`${title}: events a second of ${THEIRS}`, compared, 'least', atLeast)],
			});
		}
		return parts;
	} finally {
		await supervisor.stopAll();
		await rm(dataFolder, { recursive: true, force: true });
	}
}

/** A published workflow that starts with a trigger. */
interface Contender {
	name: string;
	workflowId: string;
	/** The production URL. */
	url: string;
}

async function publishContenders(rest: N8nRest): Promise<Contender[]> {
	const credential = async (type: string, data: Record<string, string>) => {
		const made = await rest.send<{ id: string }>('POST', '/credentials', {
			name: type,
			type,
			data,
		});
		return { [type]: { id: made.id, name: type } };
	};
	const account = await credential('customerRelationshipApi', {
		...{ baseUrl: 'http://127.0.0.1:9/api/v1', accessToken: '' },
		...{ signingSecret: secret, testSigningSecret: '' },
	});
	const header = await credential('httpHeaderAuth', headerAuth);
	const publish = async (name: string, path: string, trigger: object): Promise<Contender> => {
		const step = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		const { id: workflowId } = await rest.createWorkflow({
			name: `Bench: ${name}`,
			nodes: [
				{ ...trigger, name: 'Trigger', id: randomUUID(), position: [0, 0] },
				{ ...step, name: 'Step', id: randomUUID(), position: [200, 0] },
			],
			connections: { Trigger: { main: [[{ node: 'Step', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		await rest.activate(workflowId);
		return { name, workflowId, url: `${rest.url}/webhook/${path}` };
	};
	const [webhookId, path] = [randomUUID(), randomUUID()];
	return [
		await publish(OURS, `${webhookId}/webhook`, {
			type: 'n8n-nodes-customer-relationship.customerRelationshipTrigger',
			...{ typeVersion: 1.1, webhookId, credentials: account },
			parameters: { events: ['*'], options: {} },
		}),
		await publish(THEIRS, path, {
			...{ type: 'n8n-nodes-base.webhook', typeVersion: 2.1, webhookId: path, credentials: header },
			parameters: {
				...{ httpMethod: 'POST', path, responseMode: 'onReceived' },
				authentication: 'headerAuth',
			},
		}),
	];
}

/** How many executions of the workflow have succeeded so far. */
async function succeeded(rest: N8nRest, { workflowId }: Contender): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
	return (await rest.get<{ count: number }>(`/executions?limit=1&filter=${filter}`)).count;
}

/** A `message.received` with an ID of its own, padded to {@link BODY_BYTES}. */
function anEvent(): string {
	const event = { event: 'message.received', id: `evt_${randomUUID()}` };
	const data = SAMPLE_DATA['message.received']!;
	const body = (text: string) => JSON.stringify({ ...event, data: { ...data, text } });
	return body('x'.repeat(BODY_BYTES - Buffer.byteLength(body(''))));
}

/**
 * Sends a block of events.
 * @returns events accepted a second, from the first request to the last answer
 * @throws Error unless each was answered 200 and started an execution that succeeded
 */
async function runBlock(rest: N8nRest, contender: Contender, count: number): Promise<number> {
	const events = Array.from({ length: count }, anEvent);
	const before = await succeeded(rest, contender);
	const { origin, pathname } = new URL(contender.url);
	const pool = new Pool(origin, { connections: IN_FLIGHT });
	const send = async (body: string): Promise<void> => {
		const { statusCode, body: answer } = await pool.request({
			method: 'POST',
			path: pathname,
			headers: {
				'content-type': 'application/json',
				[headerAuth.name]: headerAuth.value,
				'svc-signature': signatureHeader(body, [secret], Math.floor(Date.now() / 1000)),
			},
			body,
		});
		const text = await answer.text();
		if (statusCode !== 200) throw new Error(`${contender.name} answered ${statusCode}: ${text}`);
	};
	const began = performance.now();
	await Promise.all(events.map(send));
	const seconds = (performance.now() - began) / 1000;
	await pool.close();
	await waitUntil(`${count} executions of ${contender.name}`, FINISHED_MS, async () =>
		(await succeeded(rest, contender)) === before + count ? true : undefined,
	);
	return count / seconds;
}
