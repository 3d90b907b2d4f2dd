import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

import { repository } from '../../../playground/folders';
import { owner } from '../../../playground/n8nRest';
import { launchBrowser, slowDown } from '../browser';
import { NodePanel } from './nodePanel';
import { NodesPanel } from './nodesPanel';
import { clickToRun, runOf, type Run } from './runs';
import { SandboxPage } from './sandboxPage';

const artifacts = join(repository, 'artifacts');

/** n8n's editor, used as a person uses it. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		private readonly context: BrowserContext,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens a headless Chromium and signs in through the form. @throws Error when there is no browser */
	static async signIn(url: string): Promise<Editor> {
		const browser = await launchBrowser();
		const context = await browser.newContext({
			viewport: { width: 1440, height: 900 },
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		context.setDefaultTimeout(30_000);
		const page = await context.newPage();
		await slowDown(page, url);
		const editor = new Editor(browser, context, page, url);
		await page.goto(`${url}/signin`);
		await page.fill('input[name=emailOrLdapLoginId]', owner.email);
		await page.fill('input[name=password]', owner.password);
		await page.keyboard.press('Enter');
		await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
		return editor;
	}

	/** Opens a workflow and waits until its nodes are drawn. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.locator('[data-test-id=canvas-node]').first().waitFor();
	}

	/** Opens an empty workflow in the front tab, since Chromium hardly renders a tab behind another. */
	async newWorkflow(): Promise<void> {
		await this.page.bringToFront();
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.locator('[data-test-id=canvas-plus-button]').waitFor();
	}

	/** Menu > Import > From file, in an empty workflow. */
	async importFile(path: string): Promise<void> {
		await this.newWorkflow();
		await this.page.locator('[data-test-id=workflow-menu]').click();
		await this.page.getByRole('menuitem', { name: 'Import', exact: true }).hover();
		const chooser = this.page.waitForEvent('filechooser');
		await this.page.getByRole('menuitem', { name: 'From file' }).click();
		await (await chooser).setFiles(path);
		await this.page.locator('[data-test-id=canvas-node]').first().waitFor();
	}

	/** Opens the list of nodes that can be added. */
	async openNodesPanel(): Promise<NodesPanel> {
		await this.page.getByRole('button', { name: 'Open nodes panel' }).click();
		return await NodesPanel.shown(this.page);
	}

	/** Clicks the plus behind a node. @returns the list of nodes that can follow it */
	async openNodesPanelBehind(name: string): Promise<NodesPanel> {
		await this.node(name).locator('[data-test-id=canvas-handle-plus]').click();
		return await NodesPanel.shown(this.page);
	}

	/** Clicks “Execute workflow”. */
	async execute(): Promise<Run> {
		const button = this.page.getByRole('button', { name: 'Execute workflow' }).last();
		return await runOf(await clickToRun(this.page, button));
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/** Double-clicks a node. @returns its panel */
	async openNode(name: string): Promise<NodePanel> {
		await this.node(name).dblclick();
		return await NodePanel.shown(this.page);
	}

	/** Publishes the workflow, and dismisses n8n's messages about it. */
	async publish(): Promise<void> {
		await this.page.getByRole('button', { name: 'Publish', exact: true }).click();
		const dialog = this.page.getByRole('dialog');
		await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
		await dialog.getByText('Workflow published').waitFor();
		await this.keep('workflow-published');
		await dialog.getByRole('button', { name: 'Got it' }).click();
		await this.page.getByRole('button', { name: 'Published', exact: true }).waitFor();
	}

	/** The workflow that is open, once it is saved. */
	async workflowId(): Promise<string> {
		await this.page.waitForURL(({ pathname }) => !pathname.endsWith('/new'));
		return String(/\/workflow\/([^/]+)/.exec(new URL(this.page.url()).pathname)?.[1]);
	}

	/** Goes to the executions of the workflow. @returns the entries of the list, the newest first */
	async openExecutions(): Promise<Locator> {
		await this.page.getByRole('radio', { name: 'Executions' }).click();
		return this.page.locator(
			'[data-test-id=current-executions-list] [data-test-id^=execution-details]',
		);
	}

	/** The sandbox's page, in a further tab of the same browser, so that the two share a clipboard. */
	async openSandbox(baseUrl: string): Promise<SandboxPage> {
		return await SandboxPage.open(await this.context.newPage(), baseUrl);
	}

	/** Saves a picture as an artefact of the test run, if E2E_PICTURES is set: each takes up to a second. */
	async keep(name: string, page = this.page): Promise<void> {
		if (process.env.E2E_PICTURES === undefined) return;
		const folder = join(artifacts, 'screenshots');
		await mkdir(folder, { recursive: true });
		await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
	}

	/** Saves a picture and the HTML of every tab of a failed test. @returns the text that the editor shows */
	async keepEvidence(of: string): Promise<string> {
		const folder = join(artifacts, 'failures');
		await mkdir(folder, { recursive: true });
		for (const [index, page] of this.context.pages().entries()) {
			const path = join(folder, `${of.replace(/\W+/g, '-')}-tab-${index + 1}`);
			await writeFile(`${path}.html`, await page.content());
			await page.screenshot({ path: `${path}.png` });
		}
		return (await this.page.locator('body').innerText()).replaceAll(/\s*\n\s*/g, ' · ');
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
