/** What holds of the page as a whole, and of the views that the journey does not go through. */
import type { Page } from 'playwright-core';
import { startSandbox } from '../../../sandbox';
import { Receiver } from '../harness/receiver';
import { useSandbox } from '../harness/sandbox';
import { accessibilityProblems } from './accessibility';
import { loaded, usePage } from './browser';
import { isSignedWith, sendTemplate } from './journey';
import { focused } from './keyboard';

const under = useSandbox();
const { open, takeComplaints } = usePage(under);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('row');

async function registerWebhook(page: Page, url: string): Promise<string> {
	const form = page.getByRole('form', { name: 'New webhook' });
	await form.getByLabel('Address').fill(url);
	await form.getByLabel('All events').check();
	await button(page, 'Create webhook').click();
	return await page.getByLabel('Signing Secret', { exact: true }).inputValue();
}

/** Everything that a page shows or keeps. */
const everythingOn = async (page: Page): Promise<string> =>
	await page.evaluate(() =>
		[
			document.documentElement.outerHTML,
			...Array.from(document.querySelectorAll('input'), (input) => input.value),
			JSON.stringify({ ...localStorage, ...sessionStorage }),
			location.href,
		].join('\n'),
	);

test.each<['light' | 'dark', string[]]>([
	['light', []],
	// What is not about colours is the same.
	['dark', ['color-contrast']],
])('axe finds nothing wrong with any view, full or opened: %s', async (colorScheme, rules) => {
	await under.api.control('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['*'] });
	const { conversationId } = await sendTemplate(under);
	await under.api.control('POST', '/customer-messages', { conversationId, text: 'Olá' });
	const page = await open('inbox', { colorScheme });
	for (const view of ['inbox', `inbox/${conversationId}`, 'requests', 'webhooks', 'records']) {
		await page.goto('about:blank');
		await page.goto(new URL(`/#/${view}`, under.sandbox.baseUrl).href);
		await loaded(page);
		await page.getByText('Sandbox', { exact: true }).waitFor();
		if (view === 'webhooks') await registerWebhook(page, 'http://127.0.0.1:9/another');
		const opener = page.locator('.opener').first();
		if (await opener.isVisible()) await opener.click();
		expect({ view, problems: await accessibilityProblems(page, rules) }).toEqual({
			view,
			problems: [],
		});
	}
});

test('shows records of any kind as the API gives them, newest first, and updates them', async () => {
	const { body: deal } = await under.api.post('/deals', {
		title: 'Mesa',
		pipelineId: under.fixtures.pipelines.default,
	});
	const page = await open('records/deals');
	await rows(page).nth(1).getByText('Mesa', { exact: true }).waitFor();
	await button(page, 'Mesa: all properties').click();
	const shown = async () => JSON.parse(await page.getByLabel('Details').innerText());
	expect(await shown()).toEqual((await under.api.get(`/deals/${deal.id}`)).body);
	await under.api.post(`/deals/${deal.id}/win`, {});
	await page.getByLabel('Details').getByText('"status": "won"').waitFor();

	const kinds = await page.getByLabel('Kind').getByRole('option').allInnerTexts();
	expect(kinds).toContain('contacts');
	for (const kind of kinds) {
		await page.getByLabel('Kind').selectOption(kind);
		await page.getByRole('table', { name: `The newest ${kind}` }).waitFor();
		expect(page.url()).toMatch(new RegExp(`#/records/${kind}$`));
	}
});

test('shows stored values as text and never runs them', async () => {
	const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
	await under.api.post('/contacts', { name, tags: ['<b>vip</b>'] });
	const page = await open('records');
	await button(page, `${name}: all properties`).click();
	await page.getByLabel('Details').getByText('<b>vip</b>').waitFor();
	await page.getByRole('link', { name: 'Requests' }).click();
	await button(page, 'POST /api/v1/contacts: headers and body').click();
	await page.getByLabel('Details').getByText('onerror').waitFor();
	expect(await page.title()).toBe('Requests · Sandbox');
	expect(await page.locator('main img, main script, main b').count()).toBe(0);
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

test('shows a secret once, signs with a rotated one beside the former, and sends nothing to a deleted webhook', async () => {
	const receiver = new Receiver();
	const address = await receiver.start();
	try {
		const page = await open('webhooks');
		const former = await registerWebhook(page, address);
		expect(await everythingOn(page)).toContain(former);
		await button(page, `Rotate secret of ${address}`).click();
		await page.getByRole('heading', { name: `New signing secret for ${address}` }).waitFor();
		const rotated = await page.getByLabel('Signing Secret', { exact: true }).inputValue();
		expect(rotated).not.toBe(former);
		await page.getByRole('cell', { name: '2, after a rotation' }).waitFor();
		await button(page, 'Done').click();
		await focused(page.getByRole('heading', { name: 'Registrations' }));
		const everything = await everythingOn(page);
		expect([former, rotated].filter((secret) => everything.includes(secret))).toEqual([]);

		await sendTemplate(under);
		const [sent] = await receiver.of('message.sent');
		const signed = [former, rotated].map((secret) => sent && isSignedWith(secret, sent));
		expect(signed).toEqual([true, true]);
		await button(page, `Delete ${address}`).click();
		await page.getByText('No webhooks yet.').waitFor();
		expect(await under.api.control('GET', '/webhooks')).toEqual([]);
	} finally {
		await receiver.stop();
	}
});

test('requires an event for a webhook, in the form', async () => {
	const page = await open('webhooks');
	const form = page.getByRole('form', { name: 'New webhook' });
	await form.getByLabel('Address').fill('http://127.0.0.1:9/none');
	await button(page, 'Create webhook').click();
	await form.getByRole('alert').getByText('Choose at least one event.').waitFor();
	expect(await under.api.control('GET', '/webhooks')).toEqual([]);
});

test('plays and stops a short day, and shows its progress', async () => {
	const page = await open('records/deals');
	await button(page, 'Play a short day').click();
	await page
		.getByRole('status')
		.getByText(/^1 of 10: .* fills in the form/)
		.waitFor();
	await page.getByRole('status').getByText('2 of 10: A deal is opened for the sofa.').waitFor();
	await page.getByRole('button', { name: /^Sofá para/ }).waitFor();
	await button(page, 'Stop the day').click();
	await button(page, 'Play a short day').waitFor();
	expect((await under.api.control('GET', '/short-day')).isPlaying).toBe(false);
});

test('asks before a reset, and shows it everywhere', async () => {
	const { conversationId } = await sendTemplate(under);
	const page = await open(`inbox/${conversationId}`);
	page.once('dialog', (dialog) => void dialog.dismiss());
	await button(page, 'Reset').click();
	await page.getByLabel('Reply as the customer').waitFor();
	page.once('dialog', (dialog) => void dialog.accept());
	await button(page, 'Reset').click();
	await page.getByText('There is no such conversation.').waitFor();
});

test('reports a lost connection, and loads what changed meanwhile', async () => {
	const { port } = new URL(under.sandbox.baseUrl);
	const page = await open('records');
	await page.getByText('Live', { exact: true }).waitFor();
	await under.sandbox.stop();
	await page.getByText('Connection lost, trying again').waitFor();
	under.sandbox = await startSandbox({ port: Number(port), contacts: 1, seed: 7 });
	const [newest] = await under.api.all('/contacts');
	await page.getByText('Live', { exact: true }).waitFor();
	await rows(page).nth(1).getByText(newest.id).waitFor();
});

test('wraps a long word everywhere', async () => {
	const word = 'Sofá'.repeat(60);
	const { conversationId } = await sendTemplate(under, { name: word });
	const page = await open('inbox');
	for (const view of [`inbox/${conversationId}`, 'records', 'requests']) {
		await page.goto(page.url().replace(/#.*/, `#/${view}`));
		await loaded(page);
		const html = page.locator('html');
		expect(await html.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
	}
});
