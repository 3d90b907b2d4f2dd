/** Workflows that are alike but for their trigger, active in one real n8n. */
import { randomBytes, randomUUID } from 'node:crypto';
import { waitUntil } from '../../playground/waitUntil';
import type { BenchN8n } from './n8n';

export const contenderNames = ['our trigger', 'Webhook', 'Webhook, Header Auth'] as const;
export type ContenderName = (typeof contenderNames)[number];

export interface Contender {
	name: ContenderName;
	workflowId: string;
	/** The production URL. */
	url: string;
}

/** In the Header Auth credential. */
export const headerAuth = { name: 'x-bench-secret', value: randomBytes(32).toString('hex') };

interface Trigger {
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	/** Below n8n's `/webhook/`. */
	path: string;
}

const PUBLISHED_MS = 30_000;

/** Of the production URL, and of the test URL. */
export const secrets = [1, 2].map(() => randomBytes(32).toString('hex'));

async function triggers(
	n8n: BenchN8n,
): Promise<Record<ContenderName, (webhookId: string) => Trigger>> {
	const credential = async (type: string, data: Record<string, string>) => {
		const name = `Bench: ${type}`;
		const { id } = await n8n.rest.send<{ id: string }>('POST', '/credentials', {
			name,
			type,
			data,
		});
		return { [type]: { id, name } };
	};
	const account = await credential('customerRelationshipApi', {
		baseUrl: 'http://127.0.0.1:9/api/v1',
		accessToken: '',
		signingSecret: secrets[0]!,
		testSigningSecret: secrets[1]!,
	});
	const header = await credential('httpHeaderAuth', headerAuth);
	const webhook = (path: string, parameters: object = {}): Trigger => ({
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		parameters: {
			httpMethod: 'POST',
			path,
			responseMode: 'onReceived',
			options: {},
			...parameters,
		},
		path,
	});
	return {
		'our trigger': (webhookId) => ({
			type: 'n8n-nodes-customer-relationship.customerRelationshipTrigger',
			typeVersion: 1.1,
			parameters: { events: ['*'], options: {} },
			credentials: account,
			path: `${webhookId}/webhook`,
		}),
		Webhook: (path) => webhook(path),
		'Webhook, Header Auth': (path) => ({
			...webhook(path, { authentication: 'headerAuth' }),
			credentials: header,
		}),
	};
}

/** Waits until n8n has opened every URL, as it does some time after its start. */
export async function untilOpen(contenders: Contender[]): Promise<void> {
	for (const { name, url } of contenders) {
		// A preflight request starts nothing.
		const headers = { origin: new URL(url).origin, 'access-control-request-method': 'POST' };
		await waitUntil(`${name} to be open`, PUBLISHED_MS, async () => {
			const answer = await fetch(url, { method: 'OPTIONS', headers });
			const allowed = answer.headers.get('access-control-allow-methods') ?? '';
			return answer.ok && allowed.includes('POST') ? true : undefined;
		});
	}
}

/** Puts the workflows in place and publishes them. Saving of executions is n8n's default. */
export async function putInPlace(n8n: BenchN8n): Promise<Contender[]> {
	const contenders: Contender[] = [];
	for (const [name, triggerOf] of Object.entries(await triggers(n8n))) {
		const webhookId = randomUUID();
		const { path, ...trigger } = triggerOf(webhookId);
		const step = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		const workflow = await n8n.rest.send<{ id: string; versionId: string }>('POST', '/workflows', {
			name: `Bench: ${name}`,
			nodes: [
				{ ...trigger, name: 'Trigger', id: randomUUID(), webhookId, position: [0, 0] },
				{ ...step, name: 'Step', id: randomUUID(), position: [200, 0] },
			],
			connections: { Trigger: { main: [[{ node: 'Step', type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		});
		const { id: workflowId, versionId } = workflow;
		await n8n.rest.send('POST', `/workflows/${workflowId}/activate`, { versionId });
		await waitUntil(`${name} to be published`, PUBLISHED_MS, async () => {
			const state = await n8n.rest.get<{ status: string }>(
				`/workflows/${workflowId}/publication-status`,
			);
			return state.status === 'published' ? true : undefined;
		});
		contenders.push({ name: name as ContenderName, workflowId, url: `${n8n.url}/webhook/${path}` });
	}
	return contenders;
}

/** How many executions of the workflow went well so far. */
export async function succeeded(n8n: BenchN8n, workflowId: string): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['success'] }));
	return (await n8n.rest.get<{ count: number }>(`/executions?limit=1&filter=${filter}`)).count;
}
