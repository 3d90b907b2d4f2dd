import type { Page } from 'playwright-core';
import { useSandbox } from '../harness/sandbox';
import { accessibilityProblems } from './accessibility';
import { usePage } from './browser';
import { sendTemplate } from './journey';
import { focused, tabTo } from './keyboard';

const under = useSandbox();
const { open } = usePage(under);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const changes = (page: Page, of: string) =>
	page.getByRole('list', { name: `${of} changes` }).getByRole('listitem');
const requestIdOf = async () => (await under.api.control('GET', '/requests?newest=1'))[0].requestId;

test('a contact shows when it changed and by which request, as it happens, by keyboard alone', async () => {
	const { body } = await under.api.post('/contacts', { name: 'Cliente de teste' });
	const page = await open(`contacts/${body.id}`);
	await changes(page, 'Contact').filter({ hasText: 'POST /api/v1/contacts' }).waitFor();
	await under.api.patch(`/contacts/${body.id}`, { name: 'Cliente novo' }, { key: 'order-1' });
	const requestId = await requestIdOf();
	const newest = changes(page, 'Contact').first();
	await newest.filter({ hasText: `PATCH /api/v1/contacts/${body.id}` }).waitFor();
	expect(await newest.innerText()).toMatch(
		new RegExp(`^\\d+ \\w+, [\\d:]+ by PATCH /api/v1/contacts/${body.id} ${requestId}$`),
	);
	expect(await accessibilityProblems(page)).toEqual([]);

	await tabTo(page, newest.getByRole('link'));
	await page.keyboard.press('Enter');
	await focused(page.getByRole('main', { name: 'Request log' }));
	expect(await page.getByRole('row').allInnerTexts()).toEqual([
		expect.stringContaining('Request'),
		expect.stringContaining('order-1'),
	]);
	expect(await accessibilityProblems(page)).toEqual([]);
	await tabTo(page, page.getByRole('link', { name: 'All requests' }));
	await page.keyboard.press('Enter');
	await page.getByRole('row').nth(2).waitFor();
});

test('a deal says by which request it moved and was lost, and why', async () => {
	const { pipelines, stages, lostReasons } = under.fixtures;
	const deal = { title: 'Mesa', pipelineId: pipelines.default };
	const { id } = (await under.api.post('/deals', deal)).body;
	const page = await open('deals');
	await page.getByRole('button', { name: 'Mesa' }).click();
	const dialog = page.getByRole('dialog', { name: 'Mesa' });
	await under.api.post(`/deals/${id}/move`, { stageId: stages.secondOpen });
	await dialog.getByText(`/deals/${id}/move`).waitFor();
	const lost = { lostReasonId: lostReasons.valid, lostNote: 'Comprou mais perto' };
	await under.api.post(`/deals/${id}/lose`, lost);
	await dialog.getByText('Comprou mais perto').waitFor();
	await changes(page, 'Deal')
		.first()
		.getByText(await requestIdOf())
		.waitFor();
	expect(await accessibilityProblems(page)).toEqual([]);
});

test('a seeded record has none; a conversation’s fold out; a group has no contact', async () => {
	const [contact] = (await under.api.get('/contacts?limit=1')).body.data;
	const page = await open(`contacts/${contact.id}`);
	await page.getByText('None since the sandbox’s start.').waitFor();
	await page.goto(page.url().replace(/#.*/, `#/inbox/${under.fixtures.conversations.group}`));
	await page.getByRole('heading', { name: 'Arquitetos parceiros' }).waitFor();
	await page.getByText('A group').waitFor();
	const { conversationId } = await sendTemplate(under);
	await page.goto(page.url().replace(/#.*/, `#/inbox/${conversationId}`));
	await tabTo(page, page.locator('summary'));
	await page.keyboard.press('Enter');
	await changes(page, 'Conversation').filter({ hasText: 'POST /api/v1/conversations' }).waitFor();
	expect(await accessibilityProblems(page)).toEqual([]);
});

test('a short day is played and stopped by keyboard alone, and said as it goes', async () => {
	const page = await open('deals');
	await tabTo(page, button(page, 'Play a short day'));
	await page.keyboard.press('Enter');
	await page
		.getByRole('status')
		.getByText(/^1 of 10: .* fills in the form/)
		.waitFor();
	await focused(button(page, 'Stop the day'));
	expect(await accessibilityProblems(page)).toEqual([]);
	await page.getByRole('status').getByText('2 of 10: A deal is opened for the sofa.').waitFor();
	await page.getByRole('button', { name: /^Sofá para/ }).waitFor();
	await page.keyboard.press('Enter');
	await focused(button(page, 'Play a short day'));
	expect((await under.api.control('GET', '/short-day')).isPlaying).toBe(false);

	await under.api.control('POST', '/short-day', { everyMs: 20 });
	await page
		.getByRole('status')
		.getByText(/^10 of 10/)
		.waitFor();
	const won = page.locator(`section[aria-labelledby="stage-${under.fixtures.stages.won}"]`);
	await won.getByRole('button', { name: /^Sofá para/ }).click();
	await changes(page, 'Deal')
		.first()
		.getByText(/^POST .*\/win$/)
		.waitFor();
});

test('a channel that needs reconnecting has its switch', async () => {
	const page = await open('channels');
	const needed = page.getByRole('switch', { name: 'Needs reconnecting, Comercial', exact: true });
	await tabTo(page, needed);
	await page.keyboard.press('Space');
	await page.getByText('Comercial: Needs reconnecting is on.').waitFor();
	const { data } = (await under.api.get('/channels')).body;
	expect(data[0]).toMatchObject({ name: 'Comercial', isConnected: false });
});

test('a change says its day, too: the clock may have been moved', async () => {
	const { body } = await under.api.post('/contacts', { name: 'Ana' });
	await under.api.control('POST', '/clock', { advanceMs: 5 * 24 * 3_600_000 });
	await under.api.patch(`/contacts/${body.id}`, { name: 'Bia' });
	const page = await open(`contacts/${body.id}`);
	await changes(page, 'Contact').nth(1).waitFor();
	const days = (await changes(page, 'Contact').allInnerTexts()).map(
		(text) => /^\d+ \w+,/.exec(text)?.[0],
	);
	expect(new Set([...days, undefined]).size).toBe(3);
});

test('an address that cannot be decoded is that of no record', async () => {
	const page = await open('contacts/%E0%A4%A');
	await page.getByText('The contact was not found.').waitFor();
	await page.goto(page.url().replace(/#.*/, '#/inbox/%'));
	await page.getByText('There is no such conversation.').waitFor();
	expect(await accessibilityProblems(page)).toEqual([]);
});

test('a conversation whose contact lost name and phone still has a title', async () => {
	const { conversationId, contactId } = await sendTemplate(under);
	await under.api.patch(`/contacts/${contactId}`, { name: ' ', phone: null });
	const page = await open(`inbox/${conversationId}`);
	await page.getByRole('heading', { name: 'No name' }).waitFor();
	await page.getByLabel('Reply as the customer, No name').waitFor();
	expect(await accessibilityProblems(page)).toEqual([]);
	await page.goto(page.url().replace(/#.*/, `#/contacts/${contactId}`));
	await page.getByRole('heading', { name: contactId }).waitFor();
	expect(await accessibilityProblems(page)).toEqual([]);
});

test.each([1280, 360])('a word without end stays in its place, %i pixels wide', async (width) => {
	const word = 'W'.repeat(300);
	const { conversationId, contactId } = await sendTemplate(under);
	const email = `${word}@loja.example`;
	await under.api.patch(`/contacts/${contactId}`, { name: word, email, tags: [word] });
	const { pipelines } = under.fixtures;
	await under.api.post('/deals', { title: word, pipelineId: pipelines.default, contactId });
	const page = await open('inbox', { viewport: { width, height: 740 } });
	const sticksOut = async (inside: string) =>
		await page
			.locator(inside)
			.first()
			.evaluate((one) => one.scrollWidth - one.clientWidth);
	for (const view of [`inbox/${conversationId}`, `contacts/${contactId}`]) {
		await page.goto(page.url().replace(/#.*/, `#/${view}`));
		await page.getByRole('heading', { name: word }).waitFor();
		expect([view, await sticksOut('html')]).toEqual([view, 0]);
	}
	await page.goto(page.url().replace(/#.*/, '#/deals'));
	await page.getByRole('button', { name: word }).click();
	await page.getByRole('dialog').getByText('Contact', { exact: true }).waitFor();
	expect([await sticksOut('dialog'), await sticksOut('.column')]).toEqual([0, 0]);
});
