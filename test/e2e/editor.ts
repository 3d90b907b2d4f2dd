import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { chromium, type Browser, type Locator, type Page } from 'playwright-core';

import { repository } from '../../playground/folders';
import { owner } from '../../playground/n8nRest';

const BROWSERS = [
	process.env.CHROMIUM_PATH ?? '',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const FLAGS = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
	...['--disable-background-networking', '--disable-component-update'],
];

/** n8n's editor, driven as a person drives it. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens a headless Chromium and signs in through the form. @throws Error when there is no browser */
	static async signIn(url: string): Promise<Editor> {
		const executablePath = BROWSERS.find((path) => path !== '' && existsSync(path));
		if (!executablePath) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH');
		const browser = await chromium.launch({ executablePath, args: FLAGS });
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		page.setDefaultTimeout(45_000);
		const editor = new Editor(browser, page, url);
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

	node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	/** Double-clicks a node. @returns its panel */
	async openPanel(name: string): Promise<Locator> {
		await this.node(name).dblclick();
		const panel = this.page.locator('[data-test-id=ndv]');
		await panel.waitFor();
		return panel;
	}

	/** Keeps a picture as an artefact of the test run. */
	async keep(name: string): Promise<void> {
		const folder = join(repository, 'artifacts');
		await mkdir(folder, { recursive: true });
		await this.page.screenshot({ path: join(folder, `${name}.png`) });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}
