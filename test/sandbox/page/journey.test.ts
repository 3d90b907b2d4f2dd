import type { Page } from 'playwright-core';
import { Receiver } from '../harness/receiver';
import { eventually, useSandbox } from '../harness/sandbox';
import { openBrowser, usePage } from './browser';
import { isSignedWith, sendTemplate, TEMPLATE_TEXT } from './journey';
import { focused, tabTo } from './keyboard';

const under = useSandbox();
const { open } = usePage(under);
const receiver = new Receiver();
let address = '';

beforeAll(async () => {
	address = await receiver.start();
});
beforeEach(() => void receiver.received.splice(0));
afterAll(async () => await receiver.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const deliveredEvents = () => receiver.received.map(({ body }) => body.event);
const message = (page: Page, text: string) =>
	page.getByRole('log').getByRole('listitem').filter({ hasText: text });
const logRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('without Chromium the tests say how to install it', async () => {
	await expect(openBrowser('/nowhere/chromium')).rejects.toThrow('apt-get install chromium');
});

test('a webhook is registered, a template arrives, the customer replies, the delivery is logged', async () => {
	const page = await open('webhooks');
	const form = page.getByRole('form', { name: 'New webhook' });
	await form.getByLabel('Address').fill(address);
	await form.getByLabel('message.sent').check();
	await form.getByLabel('message.received').check();
	await button(page, 'Create webhook').click();
	const secret = await page.getByLabel('Signing Secret', { exact: true }).inputValue();
	expect(secret).toHaveLength(64);
	await button(page, 'Copy Signing Secret').click();
	await page.getByText('Signing Secret copied.').waitFor();
	expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(secret);

	await page.getByRole('link', { name: 'Inbox' }).click();
	const { conversationId } = await sendTemplate(under);
	await page.getByRole('link', { name: /Cliente de teste/ }).click();
	await message(page, TEMPLATE_TEXT).waitFor();
	await message(page, TEMPLATE_TEXT).getByText('sent', { exact: true }).waitFor();

	await page.getByLabel('Reply as the customer').fill('Quero saber o preço.');
	await button(page, 'Send').click();
	await message(page, 'Quero saber o preço.').waitFor();
	await page.getByText(/free text until/).waitFor();
	await eventually(
		async () => deliveredEvents(),
		(events) => events.includes('message.received'),
	);
	expect(deliveredEvents()).toEqual(['message.sent', 'message.received']);
	expect(receiver.received.every((delivery) => isSignedWith(secret, delivery))).toBe(true);
	expect(receiver.received[1]?.body.data).toMatchObject({
		conversationId,
		text: 'Quero saber o preço.',
	});

	await page.getByRole('link', { name: 'Webhooks' }).click();
	await logRow(page, 'message.received').getByText('200').waitFor();
	await button(page, 'message.received, attempt 1: body').click();
	await page.getByLabel('Details').getByText('Quero saber o preço.').waitFor();

	await page.getByRole('link', { name: 'Requests' }).click();
	const row = logRow(page, 'POST /api/v1/conversations');
	const [request] = await under.api.control('GET', '/requests');
	await row.getByText('202').waitFor();
	await row.getByText('order-4711').waitFor();
	await row.getByText(request.requestId).waitFor();
	await button(page, 'POST /api/v1/conversations: headers and body').click();
	await page.getByLabel('Details').getByText('boas_vindas').waitFor();
	expect(await page.content()).not.toContain(under.sandbox.tokens.manager);
});

test('the same by keyboard alone', async () => {
	const page = await open('inbox');
	await page.keyboard.press('Tab');
	await focused(page.getByRole('link', { name: 'Skip to the content' }));
	await page.keyboard.press('Enter');
	await focused(page.getByRole('main'));

	const follow = async (name: string) => {
		await tabTo(page, page.getByRole('link', { name }));
		await page.keyboard.press('Enter');
		await focused(page.getByRole('main', { name }));
	};
	await follow('Webhooks');
	const form = page.getByRole('form', { name: 'New webhook' });
	await tabTo(page, form.getByLabel('Address'));
	await page.keyboard.type(address);
	await tabTo(page, form.getByLabel('message.received'));
	await page.keyboard.press('Space');
	await tabTo(page, button(page, 'Create webhook'));
	await page.keyboard.press('Enter');
	await focused(page.getByRole('heading', { name: `Signing secret for ${address}` }));
	await tabTo(page, button(page, 'Copy Signing Secret'));
	await page.keyboard.press('Enter');
	await page.getByText('Signing Secret copied.').waitFor();
	const secret = await page.evaluate(async () => await navigator.clipboard.readText());
	await tabTo(page, button(page, 'Done'));
	await page.keyboard.press('Enter');
	await focused(page.getByRole('heading', { name: 'Registrations' }));

	await follow('Inbox');
	await sendTemplate(under);
	await tabTo(page, page.getByRole('link', { name: /Cliente de teste/ }));
	await page.keyboard.press('Enter');
	await focused(page.getByRole('heading', { name: 'Cliente de teste' }));
	await tabTo(page, page.getByLabel('Reply as the customer'));
	await page.keyboard.type('Primeira linha');
	await page.keyboard.press('Shift+Enter');
	await page.keyboard.type('segunda linha');
	await page.keyboard.press('Enter');
	await message(page, 'segunda linha').waitFor();
	await focused(page.getByLabel('Reply as the customer'));
	expect(await page.getByLabel('Reply as the customer').inputValue()).toBe('');

	await follow('Webhooks');
	await tabTo(page, button(page, 'message.received, attempt 1: body'));
	await page.keyboard.press('Enter');
	await page.getByLabel('Details').getByText('Primeira linha\\nsegunda linha').waitFor();
	expect(receiver.received.map((delivery) => isSignedWith(secret, delivery))).toEqual([true]);
});

test('what the queue does with a message is told as it happens', async () => {
	await under.api.control('POST', '/faults', { kind: 'messageFails', code: 'template_rejected' });
	const { conversationId } = await sendTemplate(under, {
		phone: '11 98888-1111',
		name: 'Primeira',
	});
	const page = await open(`inbox/${conversationId}`);
	await message(page, TEMPLATE_TEXT).getByText('failed: template_rejected').waitFor();

	const { status, body } = await under.api.post('/conversations', {
		phone: '11 98888-1111',
		template: { name: 'sem_variaveis', language: 'pt_BR', params: [] },
	});
	expect(status).toBe(202);
	const second = message(page, body.message.text);
	for (const next of ['sent', 'delivered', 'read'])
		await second.getByText(next, { exact: true }).waitFor();
});

test('what somebody does is kept while the page updates', async () => {
	const { conversationId } = await sendTemplate(under);
	const page = await open(`inbox/${conversationId}`);
	const box = page.getByLabel('Reply as the customer');
	await box.fill('Meio escri');
	await box.focus();
	await under.api.control('POST', '/customer-messages', { conversationId, text: 'Chegou agora' });
	await message(page, 'Chegou agora').waitFor();
	await focused(box);
	await page.keyboard.type('to');
	expect(await box.inputValue()).toBe('Meio escrito');

	// A conversation that moves to the top takes the focus along.
	const conversations = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
	const last = conversations.last();
	const href = await last.getAttribute('href');
	await last.focus();
	await under.api.control('POST', '/customer-messages', {
		conversationId: href?.split('/').pop(),
		text: 'Bom dia',
	});
	await conversations.first().filter({ hasText: 'Bom dia' }).waitFor();
	await focused(conversations.first());
	expect(await conversations.first().getAttribute('href')).toBe(href);
});
