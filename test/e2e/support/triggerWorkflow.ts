import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import type { Delivery } from '../../../playground/sandboxControl';
import { waitUntil } from '../../../playground/waitUntil';
import { signatureHeader } from '../../../sandbox/webhooks/signature';
import type { Execution } from '../../../playground/n8nRest';
import type { RealN8n } from './realN8n';

/** The name of the trigger in its workflow. */
const TRIGGER = 'Trigger';

/** The sandbox resends an event for two minutes (its README, "Retry schedule"), and for an answer it waits 10 s. */
export const RESENT_MS = 150_000;

/** How long the trigger may use a cached credential. */
const READING_SERVES_MS = 1_000;

/** Longer than anything that these tests wait for. */
const ANSWER_MS = 20_000;

const CREDENTIAL = { name: 'Trigger account', type: 'customerRelationshipApi' };

export interface Node {
	name: string;
	type: string;
	typeVersion?: number;
	parameters?: Record<string, unknown>;
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
}

interface Publication {
	status: 'published' | 'failed' | 'in_progress' | 'not_published';
	triggers: Array<{ errorMessage: string | null }>;
}

/** The signing secrets, by the credential's fields. */
export interface Secrets {
	signingSecret?: string;
	testSigningSecret?: string;
}

/** The credential by which the Webhook node authenticates callers. */
const headerAuth = { name: 'x-webhook-secret', value: randomUUID() };

/** A step that calls the service, so that the sandbox's faults on `/channels` make it fail or take long. */
export const callingStep: Node = {
	name: 'List the channels',
	type: 'n8n-nodes-customer-relationship.customerRelationship',
	parameters: { resource: 'channel', operation: 'getAll', returnAll: true },
};

/** An event as the service sends it (specification: Webhook event envelope). */
export interface Envelope {
	event: string;
	id: string;
	data: Record<string, unknown>;
}

/** An event that no other test sends. */
export function anEvent(event = 'contact.created'): Envelope {
	return { event, id: `evt_${randomUUID()}`, data: { contactId: 'cnt_1', name: 'Olá 🙂' } };
}

/** The value of `Svc-Signature` for a body that is signed with these secrets, `ageSeconds` ago. */
export const signed = (body: string | Buffer, secrets: string[], ageSeconds = 0) =>
	signatureHeader(String(body), secrets, Math.floor(Date.now() / 1000) - ageSeconds);

/** Sends an event that was signed with these secrets `ageSeconds` ago. @returns the answer's status */
export async function send(
	url: string,
	envelope: Envelope,
	secrets: string[],
	{ ageSeconds = 0, headers = {} as Record<string, string> } = {},
): Promise<number> {
	const body = JSON.stringify(envelope);
	return await post(url, body, { 'svc-signature': signed(body, secrets, ageSeconds), ...headers });
}

/** Sends a request with only the given signature. @returns the answer's status */
export async function post(
	url: string,
	body: string | Uint8Array<ArrayBuffer>,
	headers: Record<string, string> = {},
): Promise<number> {
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body,
		signal: AbortSignal.timeout(ANSWER_MS),
	});
	await answer.text();
	return answer.status;
}

/** Sends an event and hangs up after so many milliseconds, whether or not there is an answer. */
export async function sendAndHangUp(
	url: string,
	envelope: Envelope,
	secrets: string[],
	afterMs: number,
): Promise<void> {
	const body = JSON.stringify(envelope);
	const { hostname, port, pathname } = new URL(url);
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	const lines = [
		`POST ${pathname} HTTP/1.1`,
		`host: ${hostname}`,
		'content-type: application/json',
		`content-length: ${Buffer.byteLength(body)}`,
		`svc-signature: ${signed(body, secrets)}`,
	];
	socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
	await pause(afterMs);
	socket.destroy();
}

/** A workflow of the trigger and one step in a real n8n, with its own credential. */
export class TriggerWorkflow {
	private hasListened = false;

	private constructor(
		private readonly n8n: RealN8n,
		private readonly credentialId: string,
		readonly id: string,
		/** The trigger's production URL. */
		readonly url: string,
		readonly testUrl: string,
	) {}

	/**
	 * @param steps the nodes after the trigger, in a row; by default one that does nothing
	 * @param secrets of the production URL and of the test URL
	 */
	static async create(
		n8n: RealN8n,
		parameters: Record<string, unknown>,
		steps?: Node[],
		secrets: Secrets = {},
	): Promise<TriggerWorkflow> {
		const type = 'n8n-nodes-customer-relationship.customerRelationshipTrigger';
		const credential = { ...CREDENTIAL, data: credentialData(n8n, secrets) };
		const trigger = { type, typeVersion: 1.1, parameters };
		return await TriggerWorkflow.put(n8n, trigger, '/webhook', credential, steps);
	}

	/** The same workflow with n8n's own Webhook node, with which our trigger is compared. */
	static async ofWebhookNode(n8n: RealN8n, steps?: Node[]): Promise<TriggerWorkflow> {
		const path = randomUUID();
		const parameters = { httpMethod: 'POST', path, authentication: 'headerAuth', options: {} };
		const trigger = { type: 'n8n-nodes-base.webhook', typeVersion: 2.1, parameters };
		const credential = { name: 'Header', type: 'httpHeaderAuth', data: headerAuth };
		return await TriggerWorkflow.put(n8n, trigger, '', credential, steps, path);
	}

	/** @param path below the node's own part of the URL */
	private static async put(
		n8n: RealN8n,
		trigger: Omit<Node, 'name'>,
		path: string,
		credential: { name: string; type: string; data: object },
		steps: Node[] = [{ name: 'Step', type: 'n8n-nodes-base.noOp' }],
		webhookId: string = randomUUID(),
	): Promise<TriggerWorkflow> {
		const { name, type } = credential;
		const stored = await n8n.rest.send<{ id: string }>('POST', '/credentials', credential);
		const nodes = [{ ...trigger, name: TRIGGER, webhookId }, ...steps];
		const { id } = await n8n.rest.createWorkflow({
			name: 'Trigger under test',
			nodes: nodes.map((node, index) => ({
				parameters: {},
				typeVersion: 1,
				...node,
				id: randomUUID(),
				position: [index * 200, 0],
				credentials: { [type]: { id: stored.id, name } },
			})),
			connections: Object.fromEntries(
				steps.map((step, index) => [
					nodes[index]!.name,
					{ main: [[{ node: step.name, type: 'main', index: 0 }]] },
				]),
			),
			settings: { executionOrder: 'v1' },
		});
		const at = (endpoint: string) => `${n8n.url}/${endpoint}/${webhookId}${path}`;
		return new TriggerWorkflow(n8n, stored.id, id, at('webhook'), at('webhook-test'));
	}

	/** Sets the credential's secrets of the production URL to these. */
	async useSecrets(...secrets: string[]): Promise<void> {
		await this.putSecrets({ signingSecret: secrets.join(', ') });
	}

	/** Sets the credential's signing secrets to these, and waits until they take effect. */
	async putSecrets(secrets: Secrets): Promise<void> {
		const data = credentialData(this.n8n, secrets);
		await this.n8n.rest.send('PATCH', `/credentials/${this.credentialId}`, { ...CREDENTIAL, data });
		if (this.hasListened) await pause(READING_SERVES_MS);
	}

	/** Deletes the credential. */
	async loseCredential(): Promise<void> {
		await this.n8n.rest.send('DELETE', `/credentials/${this.credentialId}`, undefined);
	}

	/** @throws Error with what n8n shows when the trigger refuses, which n8n 2 tries five times in 15 s */
	async activate(): Promise<void> {
		this.hasListened = true;
		await this.n8n.rest.activate(this.id);
		const { status, triggers } = await this.publication(['published', 'failed']);
		if (status === 'failed')
			throw new Error(triggers.map(({ errorMessage }) => errorMessage).join());
	}

	async deactivate(): Promise<void> {
		await this.n8n.rest.deactivate(this.id);
		await this.publication(['not_published']);
	}

	/** Waits until n8n is done: n8n 2 answers first, and opens or closes webhooks afterwards. */
	private async publication(ends: Array<Publication['status']>): Promise<Publication> {
		if (!this.n8n.rest.publishes) return { status: ends[0]!, triggers: [] };
		return await waitUntil(
			`${this.id} to be ${ends.join(' or ')}`,
			60_000,
			async () => {
				const now = await this.n8n.rest.get<Publication>(
					`/workflows/${this.id}/publication-status`,
				);
				return ends.includes(now.status) ? now : undefined;
			},
			50,
		);
	}

	/**
	 * Adds a webhook beside the trigger, with a Code node that saves what it is sent in the workflow's static data, as
	 * `{ kept: [1, 2, …] }`. @returns its URL, which answers when that is done
	 */
	async addWriter(): Promise<string> {
		const path = `writer-${this.id}`;
		const { rest, url } = this.n8n;
		const { nodes, connections, versionId } = await rest.get<{
			nodes: object[];
			connections: object;
			versionId: string;
		}>(`/workflows/${this.id}`);
		const writer = {
			...{ id: randomUUID(), name: 'Writer', webhookId: path, position: [0, 300] },
			...{ type: 'n8n-nodes-base.webhook', typeVersion: 2.1 },
			parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
		};
		const jsCode = `const data = $getWorkflowStaticData('global');
data.kept = [...(data.kept ?? []), $input.first().json.body.number];
return $input.all();`;
		const code = {
			...{ id: randomUUID(), name: 'Code', position: [200, 300] },
			...{ type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
		};
		await rest.send('PATCH', `/workflows/${this.id}`, {
			versionId,
			nodes: [...nodes, writer, code],
			connections: {
				...connections,
				Writer: { main: [[{ node: 'Code', type: 'main', index: 0 }]] },
			},
		});
		return `${url}/webhook/${path}`;
	}

	/** What the Code node has saved. */
	async kept(): Promise<number[]> {
		const { staticData } = await this.n8n.rest.get<{
			staticData: { global?: { kept?: number[] } } | null;
		}>(`/workflows/${this.id}`);
		return staticData?.global?.kept ?? [];
	}

	/** Clicks “Listen for test event”. Rejects with n8n's message when the trigger refuses. */
	async listen(): Promise<void> {
		await this.n8n.runByHand(this.id, TRIGGER);
	}

	/** Its executions, the newest first, once there are `count` and none is running. */
	async executions(count = 0): Promise<Execution[]> {
		return await this.n8n.executionsOf(this.id, count);
	}

	/** The output of a node, by default the trigger, over all executions, the newest first. */
	async output(node = TRIGGER): Promise<unknown[]> {
		const all = await this.executions();
		return (await Promise.all(all.map(({ id }) => this.n8n.outputOf(id, node)))).flat();
	}

	/** The id of the event that started each execution, the newest first, even of one that never ran. */
	async startedBy(): Promise<string[]> {
		const records = (await this.executions()).map(async ({ id }) => await this.n8n.recordOf(id));
		return (await Promise.all(records)).map(({ resultData, executionData }) => {
			// After a crash n8n invents the trigger's output, but keeps the items that it was started with.
			const [crashed] = executionData?.nodeExecutionStack ?? [];
			const [run] = resultData.runData[TRIGGER] ?? [];
			const item = (crashed ?? run)?.data?.main[0]?.[0];
			return (item?.json as Envelope | undefined)?.id ?? 'no event';
		});
	}

	/** The ids of the events that started it, over all executions, once there are `count`. */
	async started(count: number): Promise<string[]> {
		const outputs: unknown[] = [];
		for (const { id } of await this.executions(count))
			outputs.push(...(await this.n8n.outputOf(id, TRIGGER)));
		return outputs.map((output) => (output as Envelope).id);
	}

	/** The current status of its executions, the newest first. */
	async statuses(): Promise<string[]> {
		return (await this.n8n.executionsNow(this.id)).map(({ status }) => status);
	}

	/** The sandbox's attempts to deliver to one of the URLs, the oldest first. */
	async deliveries(url = this.url): Promise<Delivery[]> {
		return (await this.n8n.sandbox.deliveries()).filter((one) => one.url === url);
	}

	/** The answers to the first `count` attempts to deliver to the production URL, once there are so many. */
	async answers(count: number): Promise<number[]> {
		const all = await waitUntil(`${count} deliveries`, 30_000, async () => {
			const deliveries = await this.deliveries();
			return deliveries.length >= count ? deliveries : undefined;
		});
		return all.map(({ status }) => status);
	}

	/** The ids of the events that one of the URLs answered 200. */
	async accepted(url = this.url): Promise<Set<string>> {
		return new Set(
			(await this.deliveries(url)).filter(({ status }) => status === 200).map(({ id }) => id),
		);
	}

	/** Waits for an attempt to deliver to one of the URLs that got this answer. */
	async delivered(status: number, url = this.url): Promise<Delivery> {
		return await waitUntil(`a delivery answered ${status}`, RESENT_MS, async () =>
			(await this.deliveries(url)).find((one) => one.status === status),
		);
	}
}

function credentialData(n8n: RealN8n, secrets: Secrets): Record<string, string> {
	const { baseUrl, tokens } = n8n.service;
	const none = { signingSecret: '', testSigningSecret: '' };
	return { baseUrl, accessToken: tokens.manager, ...none, ...secrets };
}
