/**
 * Takes the README's pictures from the real editor: `npm run screenshots`, with the playground running
 * (`npm start -- --fresh`, so that the pictures show no workflows of your own).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { defaultDataFolder, madeIn, repository } from '../playground/folders';
import { explain } from '../playground/playgroundError';
import { findRunning } from '../playground/runningPlayground';
import { SandboxControl } from '../playground/sandboxControl';
import type { SandboxAddresses } from '../playground/sandboxProcess';
import { waitUntil } from '../playground/waitUntil';
import { Editor } from '../test/support/editor';

const folder = join(repository, 'docs', 'images');
/** How long menus and panels take to slide in. */
const SETTLE_MS = 1_500;
const SANDBOX_VIEWPORT = { width: 1180, height: 620 };
const WIDE_VIEWPORT = { width: 1920, height: 960 };
/** Shows the rows of Template Variables below the template's text. */
const TALL_VIEWPORT = { width: 1440, height: 1130 };

async function take(page: Page, name: string, part?: Locator): Promise<void> {
	await page.waitForTimeout(SETTLE_MS);
	await (part ?? page).screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
	console.log(`docs/images/${name}.png`);
}

/** Closes the checklist that n8n shows in front of an active workflow's canvas. */
async function closeChecklist(page: Page): Promise<void> {
	const checklist = page.getByText('Production Checklist');
	await checklist.waitFor({ timeout: 5_000 }).catch(() => {});
	if (await checklist.isVisible()) await page.keyboard.press('Escape');
	await page.mouse.click(720, 800);
}

/** Creates a contact, waits for n8n's welcome message, and replies to it. */
async function haveSomethingToShow(sandbox: SandboxControl, name: string): Promise<void> {
	const contact = await sandbox.api<{ id: string }>('POST', '/contacts', {
		name,
		phone: `119${String(Date.now()).slice(-8)}`,
	});
	const welcome = await waitUntil('the welcome message', 30_000, async () => {
		const [message] = await sandbox.messagesTo(contact.id);
		return message?.status === 'sent' ? message : undefined;
	});
	await sandbox.customerWrites(welcome.conversationId, 'Olá! Quero um orçamento para a cozinha.');
}

/** Breaks the connection of a send, so that the request log shows its retry. */
async function haveSomethingBreak(sandbox: SandboxControl): Promise<void> {
	await sandbox.addFault({ kind: 'dropAfter', method: 'POST', path: '/conversations' });
	await haveSomethingToShow(sandbox, 'Outro cliente');
}

/** Builds the README's first workflow as its reader does: a credential, and the newest contacts. */
async function takeFirstWorkflow(editor: Editor, sandbox: SandboxAddresses): Promise<void> {
	await editor.newWorkflow();
	const nodes = await editor.openNodesPanel();
	const panel = await nodes.find('contact', 'Customer Relationship', 'Get many contacts');
	const credential = await panel.anotherCredential();
	await credential.fill('Base URL', sandbox.baseUrl);
	await credential.fill('Access Token', sandbox.tokens.manager);
	await take(editor.page, 'first-credential', credential.root);
	await credential.save();
	// n8n closes it once its test passes.
	await credential.isGone();
	await panel.execute();
	await panel.output.getByText('Cliente de exemplo').first().waitFor();
	await editor.page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await take(editor.page, 'first-contacts', panel.root);
}

/** A spreadsheet that is imported as it is. */
async function takeTable(editor: Editor): Promise<void> {
	await editor.openWorkflow('importContacts');
	const panel = await editor.openNode('Create or update each contact');
	await panel.execute();
	await panel.output.getByText('result_status').first().waitFor();
	await editor.page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await take(editor.page, 'map-columns', panel.root);
}

/** A workflow that is wider than the others. */
async function takeAgent(editor: Editor): Promise<void> {
	const { page } = editor;
	await page.setViewportSize(WIDE_VIEWPORT);
	await editor.openWorkflow('answerWithAiAgent');
	await closeChecklist(page);
	await take(page, 'answer-with-ai-agent');
}

async function main(): Promise<void> {
	const { n8nUrl, sandbox } = await findRunning(madeIn(defaultDataFolder).running);
	await mkdir(folder, { recursive: true });
	const control = new SandboxControl(sandbox);
	await haveSomethingToShow(control, 'Cliente de exemplo');
	const editor = await Editor.signIn(n8nUrl);
	const { page } = editor;
	try {
		await editor.openWorkflow('welcomeNewContact');
		await closeChecklist(page);
		await take(page, 'example-workflow');
		await page.getByText('Executions', { exact: true }).click();
		await editor.node('Start the welcome conversation').waitFor();
		await closeChecklist(page);
		const viewport = page.viewportSize()!;
		await page.setViewportSize(TALL_VIEWPORT);
		const panel = await editor.openNode('Start the welcome conversation');
		await panel.showOutputAs('JSON');
		await take(page, 'action-node', panel.root);
		await page.setViewportSize(viewport);
		await editor.openWorkflow('welcomeNewContact');
		const trigger = await editor.openNode('When a contact is created');
		await take(page, 'trigger-node', trigger.root);
		await takeFirstWorkflow(editor, sandbox);
		await takeTable(editor);
		await takeAgent(editor);
		await page.goto(new URL('/', sandbox.baseUrl).href);
		await page.setViewportSize(SANDBOX_VIEWPORT);
		await page.getByText('Cliente de exemplo').first().click();
		await take(page, 'sandbox');
		await haveSomethingBreak(control);
		await page.getByRole('link', { name: 'Requests', exact: true }).click();
		await page.getByText('replayed').first().waitFor();
		await take(page, 'sandbox-requests');
	} finally {
		await editor.close();
	}
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
