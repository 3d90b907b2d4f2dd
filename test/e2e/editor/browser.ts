import { existsSync } from 'node:fs';

import { chromium, type Browser } from 'playwright-core';

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
