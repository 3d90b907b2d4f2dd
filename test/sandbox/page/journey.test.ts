import type { Locator, Page } from 'playwright-core';
import { Receiver } from '../harness/receiver';
import { useSandbox } from '../harness/sandbox';
import { usePage } from './browser';
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
const message = (page: Page, text: string) =>
	page.getByRole('log').getByRole('listitem').filter({ hasText: text });
const logRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('by keyboard alone, a webhook is registered, a template arrives, the customer replies, the delivery is logged', async () => {
	const page = await open('inbox');
	await page.keyboard.press('Tab');
	await focused(page.getByRole('link', { name: 'Skip to the content' }));
	await page.keyboard.press('Enter');
	await focused(page.getByRole('main'));

	const press = async (target: Locator, key = 'Enter') => {
		await tabTo(page, target);
		await page.keyboard.press(key);
	};
	const follow = async (name: string) => {
		await press(page.getByRole('link', { name }));
		await focused(page.getByRole('main', { name }));
	};
	await follow('Webhooks');
	const form = page.getByRole('form', { name: 'New webhook' });
	await tabTo(page, form.getByLabel('Address'));
	await page.keyboard.type(address);
	await press(form.getByLabel('message.sent'), 'Space');
	await press(form.getByLabel('message.received'), 'Space');
	await press(button(page, 'Create webhook'));
	await focused(page.getByRole('heading', { name: `Signing secret for ${address}` }));
	const secret = await page.getByLabel('Signing Secret', { exact: true }).inputValue();
	expect(secret).toHaveLength(64);
	await press(button(page, 'Copy Signing Secret'));
	await page.getByText('Signing Secret copied.').waitFor();
	expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(secret);
	await press(button(page, 'Done'));
	await focused(page.getByRole('heading', { name: 'Registrations' }));

	await follow('Inbox');
	const { conversationId } = await sendTemplate(under);
	await press(page.getByRole('link', { name: /Cliente de teste/ }));
	await focused(page.getByRole('heading', { name: 'Cliente de teste' }));
	await message(page, TEMPLATE_TEXT).getByText('sent', { exact: true }).waitFor();
	const box = page.getByLabel('Reply as the customer');
	await tabTo(page, box);
	await page.keyboard.type('Primeira linha');
	await page.keyboard.press('Shift+Enter');
	await page.keyboard.type('segunda linha');
	await page.keyboard.press('Enter');
	await message(page, 'segunda linha').waitFor();
	await page.getByText(/free text until/).waitFor();
	await focused(box);
	expect(await box.inputValue()).toBe('');
	const deliveries = await receiver.of('message.received').then(() => receiver.received);
	expect(deliveries.map(({ body }) => body.event)).toEqual(['message.sent', 'message.received']);
	expect(deliveries.every((delivery) => isSignedWith(secret, delivery))).toBe(true);
	const text = 'Primeira linha\nsegunda linha';
	expect(deliveries[1]?.body.data).toMatchObject({ conversationId, text });

	await follow('Webhooks');
	await logRow(page, 'message.received').getByText('200').waitFor();
	await press(button(page, 'message.received, attempt 1: body'));
	await page.getByLabel('Details').getByText('Primeira linha\\nsegunda linha').waitFor();

	await follow('Requests');
	const row = logRow(page, 'POST /api/v1/conversations');
	const [request] = await under.api.control('GET', '/requests');
	for (const shown of ['202', 'order-4711', request.requestId])
		await row.getByText(shown).waitFor();
	await press(button(page, 'POST /api/v1/conversations: headers and body'));
	await page.getByLabel('Details').getByText('boas_vindas').waitFor();
	expect(await page.content()).not.toContain(under.sandbox.tokens.manager);
});

test('shows what the queue does with a message as it happens', async () => {
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

test('keeps the user’s input while the page updates', async () => {
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

test('writes as the customer or as a user who is chosen, and names who wrote', async () => {
	await under.api.control('POST', '/webhooks', { url: address, events: ['message.sent'] });
	const { seller } = under.fixtures.users;
	const users = await under.api.control('GET', '/users');
	const { name } = users.find(({ id }: { id: string }) => id === seller);
	const { conversationId } = await sendTemplate(under);
	const page = await open(`inbox/${conversationId}`);
	await page.getByLabel('Write as').selectOption(seller);
	const box = page.getByLabel(`Message of ${name}`);
	for (const text of ['Oi, aqui é da loja.', 'Como posso ajudar?']) {
		await box.fill(text);
		await box.press('Enter');
		await message(page, text).getByText('sent', { exact: true }).waitFor();
		await message(page, text).getByText(`Free text by ${name}`).waitFor();
	}
	const deliveries = await receiver.of('message.sent', 3);
	expect(deliveries.slice(1).map(({ body }) => body.data.authorId)).toEqual([seller, seller]);

	await page.getByLabel('Write as').selectOption('The customer');
	await page.getByLabel('Reply as the customer').fill('Quero um sofá.');
	await button(page, 'Send').click();
	await message(page, 'Quero um sofá.').getByText('Customer').waitFor();
	const inactive = users.find(({ isActive }: { isActive: boolean }) => !isActive);
	const offered = await page.getByLabel('Write as').getByRole('option').allInnerTexts();
	expect(offered.join()).toContain(name);
	expect(offered.join()).not.toContain(inactive.name);
});
