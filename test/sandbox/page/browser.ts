import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser';
import type { SandboxUnderTest } from '../harness/sandbox';

export interface PageUnderTest {
	/** Opens a view in a browser of its own, by its part of the address such as `inbox`. */
	open(view: string, options?: BrowserContextOptions): Promise<Page>;
	/** What went wrong in the pages so far, when a test wants it to. */
	takeComplaints(): string[];
}

/**
 * The sandbox's page in a real browser. After each test its pages are closed, and whatever script
 * error, blocked resource or foreign address they had fails the test.
 */
export function usePage(under: SandboxUnderTest): PageUnderTest {
	let browser: Browser;
	let pages: Page[] = [];
	let complaints: string[] = [];

	beforeAll(async () => {
		browser = await launchBrowser();
	});
	afterEach(async () => {
		await Promise.all(pages.map((page) => page.context().close()));
		pages = [];
		expect(takeComplaints()).toEqual([]);
	});
	afterAll(async () => {
		await browser?.close();
	});

	function takeComplaints(): string[] {
		const found = complaints;
		complaints = [];
		return found;
	}

	function watch(page: Page, origin: string): void {
		page.on('pageerror', (error) => complaints.push(error.message));
		page.on('console', (message) => {
			// A refusal of the sandbox is logged by the browser, too; the tests look at those themselves.
			const isRefusal = message.text().startsWith('Failed to load resource');
			if (['error', 'warning'].includes(message.type()) && !isRefusal)
				complaints.push(message.text());
		});
		page.on('request', (request) => {
			if (!request.url().startsWith(origin)) complaints.push(`Asked for ${request.url()}`);
		});
	}

	return {
		takeComplaints,
		async open(view, options = {}) {
			const { origin } = new URL(under.sandbox.baseUrl);
			const context = await browser.newContext({
				viewport: { width: 1280, height: 800 },
				permissions: ['clipboard-read', 'clipboard-write'],
				...options,
			});
			const page = await context.newPage();
			page.setDefaultTimeout(30_000);
			pages.push(page);
			watch(page, origin);
			await page.goto(`${origin}/#/${view}`);
			await loaded(page);
			return page;
		},
	};
}

/** Waits until a view has its data. */
export async function loaded(page: Page): Promise<void> {
	await page.getByRole('heading', { level: 1 }).waitFor();
	await page.waitForFunction(
		() => !document.querySelector('main')?.textContent?.includes('Loading…'),
	);
}
