import { join } from 'node:path';

import { repository } from '../../../playground/folders';
import { credentialName } from '../../../playground/exampleWorkflows';
import { useDesk } from './desk';
import { WENT_OUT } from './sandboxPage';
import { station } from './station';

const CUSTOMER = 'Cliente com Lembrete';

const desk = useDesk();

/** Imports a file of `examples/`, and finds every node known, with its icon, and without an issue. */
async function imported(file: string, ourNodes: string[]): Promise<void> {
	await desk.editor.importFile(join(repository, 'examples', file));
	for (const name of ourNodes) {
		const icon = desk.editor.node(name).locator('img').first();
		expect(await icon.getAttribute('src')).toMatch(/CustomerRelationship(\.dark)?\.svg$/);
	}
	for (const mark of ['node-not-installed', 'node-issues']) {
		expect(
			await desk.editor.page.locator(`[data-test-id=canvas] [data-test-id=${mark}]`).count(),
		).toBe(0);
	}
	await desk.editor.keep(`example-${file.replace('.json', '')}`);
}

/** The credential that each of the nodes has now. */
async function credentialsOf(nodes: string[]): Promise<string[]> {
	const names: string[] = [];
	for (const name of nodes) {
		const panel = await desk.editor.openNode(name);
		names.push(await panel.credential());
		await panel.close();
	}
	return names;
}

station(
	'imports “Welcome a new contact” with its values; one new credential serves all its nodes',
	desk,
	async () => {
		const nodes = ['When a contact is created', 'Look the contact up', 'Conversations so far'];
		await imported('welcome-new-contact.json', [...nodes, 'Start the welcome conversation']);
		const panel = await desk.editor.openNode('Start the welcome conversation');
		for (const [label, value] of [
			['Template Name', 'boas_vindas'],
			['Resource', 'Conversation'],
			['Operation', 'Send Template'],
		] as const) {
			expect(await panel.field(label).locator('input').last().inputValue()).toBe(value);
		}
		expect(await panel.chosen('Template Language')).toBe('Portuguese (Brazil)');
		const dialog = await panel.newCredential();
		await dialog.fill('Base URL', desk.n8n.service.baseUrl);
		await dialog.fill('Access Token', desk.n8n.service.tokens.manager);
		await dialog.save();
		await dialog.isGone();
		await desk.editor.keep('example-action-node');
		await panel.close();
		expect(await credentialsOf(nodes)).toEqual(nodes.map(() => credentialName));
	},
);

station('imports “When a message fails”; its trigger has the credential', desk, async () => {
	await imported('message-failed.json', ['When a message fails']);
	const panel = await desk.editor.openNode('When a message fails');
	expect(await panel.credential()).toBe(credentialName);
	await panel.field('Events').getByText('Message Failed').waitFor();
	await desk.editor.keep('example-trigger-node');
	await panel.close();
});

station('imports “Send a reminder to tagged contacts” and runs it by a click', desk, async () => {
	await imported('scheduled-reminder.json', ['Get the contacts', 'Send the reminder']);
	const sandbox = await desk.editor.openSandbox(desk.n8n.service.baseUrl);
	const contact = { name: CUSTOMER, phone: '(11) 97777-0301', tags: ['payment-reminder'] };
	await desk.n8n.sandbox.asTheApp('POST', '/contacts', contact);

	await desk.editor.page.bringToFront();
	await desk.editor.page.getByRole('button', { name: 'Execute workflow' }).last().click();
	await desk.editor.node('Sent').locator('[data-test-id=canvas-node-status-success]').waitFor();
	expect(
		await desk.editor.page.locator('[data-test-id=canvas] [data-test-id=node-issues]').count(),
	).toBe(0);
	await desk.editor.keep('example-executed');
	const panel = await desk.editor.openNode('Sent');
	await panel.output.getByText('1 item', { exact: true }).waitFor();
	await desk.editor.keep('example-output');

	const messages = await sandbox.conversationWith(CUSTOMER);
	await messages.getByText(WENT_OUT).waitFor();
	expect(await messages.count()).toBe(1);
	expect(await messages.innerText()).toContain('vence em');
	await desk.editor.keep('example-message', sandbox.page);
});
