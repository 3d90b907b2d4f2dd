import type { Page } from 'playwright-core';
import { Receiver } from '../harness/receiver';
import { errorOf, eventually, useSandbox } from '../harness/sandbox';
import { usePage } from './browser';
import { isSignedWith, sendTemplate } from './journey';
import { focused } from './keyboard';

const under = useSandbox();
const { open } = usePage(under);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const switchOf = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
const startConversation = async (name = 'boas_vindas', params = ['Cliente'], channelId?: string) =>
	errorOf(
		await under.api.post('/conversations', {
			phone: '11 98888-7777',
			template: { name, language: 'pt_BR', params },
			channelId,
		}),
	);

/** Registers an address by the form; the secret that it shows. */
async function registerWebhook(page: Page, url: string): Promise<string> {
	const form = page.getByRole('form', { name: 'New webhook' });
	await form.getByLabel('Address').fill(url);
	await form.getByLabel('All events').check();
	await button(page, 'Create webhook').click();
	return await page.getByLabel('Signing Secret', { exact: true }).inputValue();
}

/** Everything that a page shows or keeps. */
async function everythingOn(page: Page): Promise<string> {
	return await page.evaluate(() =>
		[
			document.documentElement.outerHTML,
			...Array.from(document.querySelectorAll('input'), (input) => input.value),
			JSON.stringify({ ...localStorage, ...sessionStorage }),
			location.href,
		].join('\n'),
	);
}

test('a signing secret is shown once only', async () => {
	const page = await open('settings');
	const secret = await registerWebhook(page, 'http://127.0.0.1:9/first');
	expect(await everythingOn(page)).toContain(secret);
	await button(page, 'Done').click();
	await focused(page.getByRole('heading', { name: 'Webhooks' }));
	expect(await everythingOn(page)).not.toContain(secret);

	const second = await registerWebhook(page, 'http://127.0.0.1:9/second');
	await page.getByRole('link', { name: 'Delivery log' }).click();
	await page.getByRole('link', { name: 'Account settings' }).click();
	await page.getByRole('row').filter({ hasText: '/second' }).waitFor();
	expect(await everythingOn(page)).not.toContain(second);

	const third = await registerWebhook(page, 'http://127.0.0.1:9/third');
	await page.reload();
	await page.getByRole('row').filter({ hasText: '/third' }).waitFor();
	expect(await everythingOn(page)).not.toContain(third);
});

test('a rotated secret is shown once, and both sign; a deleted webhook gets nothing more', async () => {
	const receiver = new Receiver();
	const address = await receiver.start();
	try {
		const page = await open('settings');
		const former = await registerWebhook(page, address);
		await button(page, `Rotate secret of ${address}`).click();
		await page.getByRole('heading', { name: `New signing secret for ${address}` }).waitFor();
		const rotated = await page.getByLabel('Signing Secret', { exact: true }).inputValue();
		expect(rotated).toHaveLength(64);
		expect(rotated).not.toBe(former);
		expect(await everythingOn(page)).not.toContain(former);
		await page.getByRole('cell', { name: '2, after a rotation' }).waitFor();

		await sendTemplate(under);
		const [sent] = await receiver.of('message.sent');
		expect(sent && [former, rotated].map((secret) => isSignedWith(secret, sent))).toEqual([
			true,
			true,
		]);

		await button(page, `Delete ${address}`).click();
		await page.getByRole('dialog', { name: 'Delete the webhook?' }).getByText(address).waitFor();
		await button(page, 'Delete webhook').click();
		await page.getByText('No webhooks yet.').waitFor();
		await focused(page.getByRole('heading', { name: 'Webhooks' }));
		const count = receiver.received.length;
		await under.api.post('/contacts', { name: 'Depois' });
		expect(await under.api.control('GET', '/webhooks')).toEqual([]);
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(receiver.received).toHaveLength(count);
	} finally {
		await receiver.stop();
	}
});

test('a webhook needs an event, and says so in its form', async () => {
	const page = await open('settings');
	await page
		.getByRole('form', { name: 'New webhook' })
		.getByLabel('Address')
		.fill('http://127.0.0.1:9/none');
	await button(page, 'Create webhook').click();
	await page
		.getByRole('form', { name: 'New webhook' })
		.getByRole('alert')
		.getByText('Choose at least one event.')
		.waitFor();
	expect(await under.api.control('GET', '/webhooks')).toEqual([]);
});

test('a token has its user and scopes, is shown once, and ends when it is revoked', async () => {
	const page = await open('settings');
	const form = page.getByRole('form', { name: 'New token' });
	await form.getByLabel('Name').fill('Somente leitura');
	await form.getByLabel('User').selectOption(under.fixtures.users.seller);
	for (const scope of ['crm:write', 'inbox:read', 'inbox:send'])
		await form.getByLabel(scope).uncheck();
	await button(page, 'Create token').click();
	const token = await page.getByLabel('Access Token', { exact: true }).inputValue();

	const listed = await under.api.get('/deals', token);
	expect(listed.status).toBe(200);
	const owners = new Set(listed.body.data.map((deal: { ownerId: string }) => deal.ownerId));
	expect([...owners]).toEqual([under.fixtures.users.seller]);
	expect(errorOf(await under.api.get('/conversations', token))).toBe(
		'403 insufficient_api_token_scope',
	);

	await button(page, 'Done').click();
	expect(await everythingOn(page)).not.toContain(token);
	await page.reload();
	await button(page, 'Revoke Somente leitura').click();
	await page.getByRole('dialog', { name: 'Revoke the token Somente leitura?' }).waitFor();
	await page.keyboard.press('Escape');
	await focused(button(page, 'Revoke Somente leitura'));
	expect((await under.api.get('/deals', token)).status).toBe(200);
	await button(page, 'Revoke Somente leitura').click();
	await button(page, 'Revoke token').click();
	await page
		.getByRole('row')
		.filter({ hasText: 'Somente leitura' })
		.getByText('revoked', { exact: true })
		.waitFor();
	expect(errorOf(await under.api.get('/deals', token))).toBe('401 invalid_api_token');
	expect(await everythingOn(page)).not.toContain(token);
});

test("a channel's switches decide what a send gets", async () => {
	const { official } = under.fixtures.channels;
	const page = await open('channels');
	const connected = switchOf(page, 'Connected, Comercial');
	await connected.click();
	await page.getByText('Comercial: Connected is off.').waitFor();
	expect(await connected.getAttribute('aria-checked')).toBe('false');
	expect(await startConversation(undefined, undefined, official)).toBe(
		'409 channel_disconnected channelId',
	);
	await connected.press('Space');
	await page.getByText('Comercial: Connected is on.').waitFor();
	await focused(connected);

	await switchOf(page, 'Queue on, Comercial').click();
	await page.getByText('Comercial: Queue on is off.').waitFor();
	expect(await startConversation(undefined, undefined, official)).toBe('503 queue_unavailable');
	await switchOf(page, 'Queue on, Comercial').click();
	await page.getByText('Comercial: Queue on is on.').waitFor();
	expect(await startConversation(undefined, undefined, official)).toBe('202');
});

test('a template is approved by its switch', async () => {
	const page = await open('templates');
	expect(await startConversation('em_analise')).toBe('422 template_not_found template.name');
	await switchOf(page, 'Approved, em_analise').click();
	await page.getByText('em_analise: Approved is on.').waitFor();
	await under.api.control('POST', '/clock', { advanceMs: 5 * 60 * 1000 });
	expect(await startConversation('em_analise')).toBe('202');
});

test('the subscription is a switch; a change made elsewhere shows at once', async () => {
	const page = await open('settings');
	const subscription = switchOf(page, 'Subscription active');
	await subscription.click();
	await page.getByText('Subscription active is off.').waitFor();
	expect(errorOf(await under.api.get('/contacts'))).toBe('402 subscription_inactive');

	await under.api.control('PATCH', '/settings', { subscriptionActive: true });
	await eventually(
		async () => await subscription.getAttribute('aria-checked'),
		(value) => value === 'true',
	);
});
