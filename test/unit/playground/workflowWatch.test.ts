import type { N8nRest } from '../../../playground/n8nRest';
import type { ListedWorkflow, SandboxControl } from '../../../playground/sandboxControl';
import { WorkflowWatch } from '../../../playground/workflowWatch';

const n8nUrl = 'http://127.0.0.1:1';
const urlOf = (webhookId: string) => `${n8nUrl}/webhook/${webhookId}/webhook`;
const webhook = { url: urlOf('w'), events: ['contact.created'], secret: 's'.repeat(64) };

const ownSecret = 'o'.repeat(64);

function trigger(webhookId: string, events: unknown = ['contact.created']) {
	const type = 'n8n-nodes-customer-relationship.customerRelationshipTrigger';
	return { name: 'T', type, webhookId, parameters: { events } };
}

/** Workflows in an n8n, as it stores them. */
class FakeN8n {
	readonly url = n8nUrl;
	readonly stored = new Map<string, Record<string, unknown>>();
	reads = 0;

	put(id: string, webhookId: string, active: boolean, more: object = {}): void {
		const nodes = [trigger(webhookId)];
		this.stored.set(id, { id, name: `Name of ${id}`, active, versionId: 'v1', nodes, ...more });
	}
	async workflows() {
		return [...this.stored.values()];
	}
	async get(path: string) {
		this.reads++;
		return this.stored.get(path.replace('/workflows/', ''));
	}
}

class FakeSandbox {
	shown: ListedWorkflow[] = [];
	registrations: Array<{ id: string; url: string; events: string[]; secret?: string }> = [];
	/** What it was told, in order. */
	readonly told: string[] = [];

	async workflows() {
		return this.shown;
	}
	async showWorkflows(workflows: ListedWorkflow[]) {
		this.told.push('workflows');
		this.shown = workflows;
	}
	async webhooks() {
		return this.registrations;
	}
	async registerWebhook(url: string, events: string[], secret?: string) {
		this.told.push('webhook');
		const id = `whk_${this.told.length}`;
		this.registrations.push({ id, url, events, secret });
		return { id, secret: secret ?? '' };
	}
	async removeWebhook(id: string) {
		this.told.push('removal');
		this.registrations = this.registrations.filter((one) => one.id !== id);
	}
}

function watched() {
	const [n8n, sandbox] = [new FakeN8n(), new FakeSandbox()];
	const watch = new WorkflowWatch({
		n8n: n8n as unknown as N8nRest,
		sandbox: sandbox as unknown as SandboxControl,
		webhooks: [webhook],
		ownSecret,
		commands: new Map([['example', 'npm run try']]),
	});
	return { n8n, sandbox, look: async () => await watch.look() };
}

test('registers the webhook of an example while it is published, with the secret that the credential has', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('example', 'w', false);
	await look();
	expect(sandbox.registrations).toEqual([]);
	n8n.put('example', 'w', true);
	await look();
	expect(sandbox.registrations).toEqual([{ id: expect.any(String), ...webhook }]);
	// Who waits for the workflow to be shown as published may count on the registration.
	expect(sandbox.told).toEqual(['workflows', 'webhook', 'workflows']);
	n8n.put('example', 'w', false);
	await look();
	expect(sandbox.registrations).toEqual([]);
});

test('shows every workflow, with its URL in n8n, its webhooks and how to try it', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('example', 'w', true);
	const recipe = 'https://n8n.example/blob/main/docs/recipes/report.md#export-to-csv';
	const note = { type: 'n8n-nodes-base.stickyNote', parameters: { content: `[How](${recipe})` } };
	n8n.put('own', 'x', false, { nodes: [trigger('x'), note] });
	await look();
	expect(sandbox.shown).toEqual([
		{
			...{ id: 'example', name: 'Name of example', url: `${n8nUrl}/workflow/example` },
			...{ isPublished: true, webhooks: [urlOf('w')], command: 'npm run try', recipe: null },
		},
		{
			...{ id: 'own', name: 'Name of own', url: `${n8nUrl}/workflow/own` },
			...{ isPublished: false, webhooks: [urlOf('x')], command: null, recipe },
		},
	]);
	expect(sandbox.registrations.map(({ url }) => url)).toEqual([urlOf('w')]);
});

test('registers the webhook of a workflow of the user’s own while it is published, for the events that it has now', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('own', 'x', true);
	await look();
	const own = { id: expect.any(String) as string, url: urlOf('x'), secret: ownSecret };
	expect(sandbox.registrations).toEqual([{ ...own, events: ['contact.created'] }]);
	const nodes = [trigger('x', ['message.failed'])];
	n8n.put('own', 'x', true, { nodes, versionId: 'v2' });
	await look();
	expect(sandbox.registrations).toEqual([{ ...own, events: ['message.failed'] }]);
	n8n.put('own', 'x', false, { versionId: 'v2' });
	await look();
	expect(sandbox.registrations).toEqual([]);
});

test('leaves a webhook alone that the user registers for an own workflow, before or after it is published', async () => {
	for (const isBefore of [true, false]) {
		const { n8n, sandbox, look } = watched();
		const registerByHand = async () =>
			await sandbox.registerWebhook(urlOf('x'), ['contact.created'], 'of its user');
		if (isBefore) await registerByHand();
		n8n.put('own', 'x', true);
		await look();
		if (!isBefore) await registerByHand();
		for (let time = 0; time < 2; time++) await look();
		expect(sandbox.registrations.map(({ secret }) => secret)).toEqual(['of its user']);
		n8n.put('own', 'x', false);
		await look();
		expect(sandbox.registrations).toHaveLength(1);
	}
});

test('registers nothing for events that an expression chooses', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('own', 'x', true, { nodes: [trigger('x', '={{ $vars.events }}')] });
	await look();
	expect(sandbox.registrations).toEqual([]);
});

test('registers for a copy that is published in place of the example', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('example', 'w', false);
	n8n.put('copy', 'w', true);
	await look();
	expect(sandbox.registrations.map(({ url }) => url)).toEqual([urlOf('w')]);
});

test('goes by what is published where the editor shows something newer', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('example', 'newer', true, { activeVersion: { nodes: [trigger('w')] } });
	await look();
	expect(sandbox.shown[0]?.webhooks).toEqual([urlOf('w')]);
});

test('adds no second registration, and leaves a deleted one deleted until the example is published again', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('example', 'w', true);
	await sandbox.registerWebhook(webhook.url, ['*'], 'of its user');
	await look();
	expect(sandbox.registrations).toHaveLength(1);
	sandbox.registrations = [];
	await look();
	expect(sandbox.registrations).toEqual([]);
	for (const isPublished of [false, true]) {
		n8n.put('example', 'w', isPublished);
		await look();
	}
	expect(sandbox.registrations).toHaveLength(1);
});

test('puts everything back after a reset of the sandbox', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('example', 'w', true);
	await look();
	Object.assign(sandbox, { shown: [], registrations: [] });
	await look();
	expect(sandbox.registrations).toHaveLength(1);
	expect(sandbox.shown).toHaveLength(1);
});

test('reads a workflow again only when it has changed, and tells nothing twice', async () => {
	const { n8n, sandbox, look } = watched();
	n8n.put('example', 'w', true);
	for (let time = 0; time < 3; time++) await look();
	expect([n8n.reads, sandbox.told]).toEqual([1, ['webhook', 'workflows']]);
	n8n.put('example', 'x', true, { versionId: 'v2' });
	await look();
	expect([n8n.reads, sandbox.shown[0]?.webhooks]).toEqual([2, [urlOf('x')]]);
});
