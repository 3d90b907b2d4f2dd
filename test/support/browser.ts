import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

import { chromium, type Browser, type Page } from 'playwright-core';

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

/** Starts a headless Chromium. @throws Error when there is none */
export async function launchBrowser(): Promise<Browser> {
	const executablePath = BROWSERS.find((path) => path !== '' && existsSync(path));
	if (!executablePath) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH');
	return await chromium.launch({ executablePath, args: FLAGS });
}

/**
 * Simulates a slower machine, which reveals tests that act before the editor is ready: with `E2E_SLOWER_MS`, each of
 * n8n's answers is delayed by up to so many milliseconds, at random, and the tab gets a quarter of its processor time.
 */
export async function slowDown(page: Page, n8nUrl: string): Promise<void> {
	const upTo = Number(process.env.E2E_SLOWER_MS ?? 0);
	if (upTo === 0) return;
	await page.route(`${n8nUrl}/rest/**`, async (route) => {
		await setTimeout(Math.random() * upTo);
		await route.continue();
	});
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
