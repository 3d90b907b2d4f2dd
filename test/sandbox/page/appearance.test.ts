import type { Page } from 'playwright-core';
import { startSandbox } from '../../../sandbox';
import { useSandbox } from '../harness/sandbox';
import { accessibilityProblems } from './accessibility';
import { loaded, usePage } from './browser';
import { sendTemplate } from './journey';

const under = useSandbox();
const { open, takeComplaints } = usePage(under);
const VIEWS = [
	'inbox',
	'contacts',
	'companies',
	'deals',
	'channels',
	'templates',
	'settings',
	'deliveries',
	'requests',
];
const NARROW = { viewport: { width: 360, height: 740 } };

/** Something in every view: a conversation, a webhook with a delivery, requests. */
async function fillEveryView(): Promise<string[]> {
	await under.api.control('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] });
	const { conversationId, contactId } = await sendTemplate(under);
	await under.api.control('POST', '/customer-messages', { conversationId, text: 'Olá' });
	const { data: companies } = await under.api.control('GET', '/app/companies');
	return [
		...VIEWS,
		`inbox/${conversationId}`,
		`contacts/${contactId}`,
		`companies/${companies[0].id}`,
	];
}

async function show(page: Page, view: string): Promise<void> {
	await page.goto('about:blank');
	await page.goto(new URL(`/#/${view}`, under.sandbox.baseUrl).href);
	await loaded(page);
}

test.each([
	['wide', {}],
	['narrow', NARROW],
])('every view says in large letters that this is a sandbox: %s', async (_name, options) => {
	const page = await open('inbox', options);
	for (const view of VIEWS) {
		await show(page, view);
		const name = page.getByText('Sandbox', { exact: true });
		const size = await name.evaluate((element) =>
			Number.parseFloat(getComputedStyle(element).fontSize),
		);
		const heading = await page
			.getByRole('heading', { level: 1 })
			.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
		expect(size).toBeGreaterThan(heading);
		expect(await name.isVisible()).toBe(true);
		expect(await page.title()).toContain('Sandbox');
	}
});

test('nothing sticks out of a screen 360 pixels wide', async () => {
	const views = await fillEveryView();
	const page = await open('inbox', NARROW);
	for (const view of views) {
		await show(page, view);
		const [content, screen] = await page.evaluate(() => [
			document.documentElement.scrollWidth,
			document.documentElement.clientWidth,
		]);
		expect({ view, content }).toEqual({ view, content: screen });
	}
});

test('narrow, a conversation takes the place of the list, and leads back to it', async () => {
	const { conversationId } = await sendTemplate(under);
	const page = await open('inbox', NARROW);
	const conversations = page.getByRole('navigation', { name: 'Conversations' });
	await page.getByRole('link', { name: /Cliente de teste/ }).click();
	await page.getByLabel('Reply as the customer').waitFor();
	expect(page.url()).toContain(conversationId);
	expect(await conversations.isVisible()).toBe(false);
	await page.getByRole('link', { name: 'All conversations' }).click();
	await conversations.waitFor();
});

test.each(['light', 'dark'] as const)(
	'axe finds nothing wrong with any view: %s',
	async (colorScheme) => {
		const views = await fillEveryView();
		const page = await open('inbox', { colorScheme });
		const backgrounds = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		expect(backgrounds).toBe(colorScheme === 'dark' ? 'rgb(22, 23, 28)' : 'rgb(246, 246, 248)');
		for (const view of views) {
			await show(page, view);
			expect({ view, problems: await accessibilityProblems(page) }).toEqual({ view, problems: [] });
		}
	},
	60_000,
);

test('axe finds nothing wrong with dialogs and with what is shown once', async () => {
	const page = await open('contacts');
	await page.getByRole('button', { name: 'New contact' }).click();
	expect(await accessibilityProblems(page)).toEqual([]);
	await show(page, 'settings');
	await page.getByRole('form', { name: 'New token' }).getByLabel('Name').fill('n8n');
	await page.getByRole('button', { name: 'Create token' }).click();
	await page.getByLabel('Access Token', { exact: true }).waitFor();
	expect(await accessibilityProblems(page)).toEqual([]);
});

test('only the page itself may run scripts', async () => {
	const answer = await fetch(new URL('/', under.sandbox.baseUrl));
	const policy = answer.headers.get('content-security-policy') ?? '';
	expect(policy).toContain("default-src 'self'");
	expect(policy).not.toContain('unsafe-');
	const page = await open('inbox');
	const ran = await page.evaluate(() => {
		const script = document.createElement('script');
		script.textContent = 'window.ran = true';
		document.head.append(script);
		return 'ran' in window;
	});
	expect(ran).toBe(false);
	expect(takeComplaints()).toEqual([expect.stringContaining('Content Security Policy')]);
});

test('a lost connection is said, and what changed meanwhile is loaded afterwards', async () => {
	const { port } = new URL(under.sandbox.baseUrl);
	const page = await open('contacts');
	await page.getByText('Live', { exact: true }).waitFor();
	await under.sandbox.stop();
	await page.getByText('Connection lost, trying again').waitFor();
	under.sandbox = await startSandbox({ port: Number(port), contacts: 1, seed: 7 });
	const app = `${under.sandbox.controlUrl}/app/contacts`;
	const { data } = (await (await fetch(app)).json()) as { data: unknown[] };
	await page.getByText('Live', { exact: true }).waitFor();
	await page.getByText(`${data.length} contacts`, { exact: true }).waitFor();
});

test('a reset is asked about first, and shows everywhere', async () => {
	const { conversationId } = await sendTemplate(under);
	const page = await open(`inbox/${conversationId}`);
	await page.getByRole('button', { name: 'Reset', exact: true }).click();
	await page.getByRole('button', { name: 'Cancel' }).click();
	await page.getByLabel('Reply as the customer').waitFor();
	await page.getByRole('button', { name: 'Reset', exact: true }).click();
	await page.getByRole('button', { name: 'Reset the sandbox' }).click();
	await page.getByText('There is no such conversation.').waitFor();
});
