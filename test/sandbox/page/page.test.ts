/** What holds of the page as a whole, and of the views that the journey does not go through. */
import type { BrowserContextOptions, Page } from 'playwright-core';
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

/** The workflows of an n8n beside the sandbox, one published and one not. */
const showWorkflows = async () =>
	await under.api.control('PUT', '/workflows', [
		{
			...{ id: 'w', name: 'Welcome', url: 'http://127.0.0.1:9/workflow/w', isPublished: true },
			...{ webhooks: ['http://127.0.0.1:9/webhook/w'], command: 'npm run try', recipe: null },
		},
		{
			...{ id: 'o', name: 'My own', url: 'http://127.0.0.1:9/workflow/o', isPublished: false },
			...{ webhooks: ['http://127.0.0.1:9/webhook/o'], command: null },
			recipe: 'http://127.0.0.1:9/docs/recipes/o',
		},
	]);

const PHONE = { viewport: { width: 390, height: 844 } };
const beyondItsWidth = async (page: Page) =>
	await page.locator('html').evaluate((one) => one.scrollWidth - one.clientWidth);

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

/** The first one alone, and all in the long run. */
const APPEARANCES = (
	[
		['light', { colorScheme: 'light' }, []],
		// What is not about colours is the same.
		['dark', { colorScheme: 'dark' }, ['color-contrast']],
		['on a phone', PHONE, []],
	] satisfies Array<[string, BrowserContextOptions, string[]]>
).slice(0, process.env.E2E_LONG ? 3 : 1);

test.each(APPEARANCES)(
	'axe finds nothing wrong with any view, full or opened: %s',
	async (_name, options, rules) => {
		await showWorkflows();
		for (const path of ['hook', 'webhook/w', 'webhook/w'])
			await under.api.control('POST', '/webhooks', {
				...{ url: `http://127.0.0.1:9/${path}`, events: ['*'] },
			});
		for (const day of ['01', '02'])
			await under.api.get(`/deals?updatedSince=2026-01-${day}T00:00:00.000Z`);
		const { conversationId } = await sendTemplate(under);
		await under.api.control('POST', '/customer-messages', { conversationId, text: 'Olá' });
		const page = await open('inbox', options);
		const views = ['inbox', `inbox/${conversationId}`, 'requests', 'webhooks', 'records'];
		for (const view of [...views, 'records/deals', 'records/users', 'workflows']) {
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
			expect([view, await beyondItsWidth(page)]).toEqual([view, 0]);
		}
	},
);

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

test('shows the status, stage and value of a deal, and wins an open one', async () => {
	const { pipelines, stages } = under.fixtures;
	const { body: deal } = await under.api.post('/deals', {
		...{ title: 'Mesa', pipelineId: pipelines.default, valueCents: 109_923 },
	});
	const { data } = (await under.api.get(`/pipelines/${pipelines.default}/stages`)).body;
	const stageName = (id: string) => data.find((stage: { id: string }) => stage.id === id).name;
	const page = await open('records/deals');
	const row = rows(page).filter({ hasText: deal.id });
	for (const shown of ['open', stageName(deal.stageId), 'R$ 1.099,23'])
		await row.getByRole('cell', { name: shown, exact: true }).waitFor();
	await button(page, 'Win Mesa').click();
	for (const shown of ['won', stageName(stages.won)])
		await row.getByRole('cell', { name: shown, exact: true }).waitFor();
	expect(await button(page, 'Win Mesa').count()).toBe(0);
	expect((await under.api.get(`/deals/${deal.id}`)).body.status).toBe('won');
});

test('shows in the list of conversations which newest message failed', async () => {
	const { conversationId } = await sendTemplate(under, {
		phone: under.fixtures.phones.undeliverable,
	});
	const page = await open('inbox');
	const entry = page.getByRole('link', { name: /Cliente de teste/ });
	await entry.getByText('failed', { exact: true }).waitFor();
	await under.api.control('POST', '/customer-messages', { conversationId, text: 'Olá' });
	await entry.getByText('failed', { exact: true }).waitFor({ state: 'detached' });
});

test('shows owners and users with their IDs, phones and tags', async () => {
	const { seller } = under.fixtures.users;
	const users = await under.api.control('GET', '/users');
	const { name } = users.find(({ id }: { id: string }) => id === seller);
	const contact = { name: 'Nova', phone: '+5511977776666', ownerId: seller };
	await under.api.post('/contacts', { ...contact, tags: ['vip', 'site'] });
	const page = await open('records/contacts');
	const row = rows(page).filter({ hasText: 'Nova' });
	await row.getByRole('cell', { name: contact.phone, exact: true }).waitFor();
	await row.getByRole('cell', { name: `${name} ${seller}` }).waitFor();
	for (const tag of ['vip', 'site']) await row.getByText(tag, { exact: true }).waitFor();

	await page.getByLabel('Kind').selectOption('users');
	const user = rows(page).filter({ hasText: seller });
	for (const shown of [name, 'seller', 'active'])
		await user.getByText(shown, { exact: true }).waitFor();

	const { conversationId, contactId } = await sendTemplate(under);
	await under.api.patch(`/contacts/${contactId}`, { tags: ['human'] });
	await page.getByRole('link', { name: 'Inbox' }).click();
	const entry = page.getByRole('link', { name: /Cliente de teste/ });
	await entry.click();
	const conversation = page.getByRole('region', { name: 'Cliente de teste' });
	await conversation.getByText('No owner').waitFor();
	await conversation.getByText('human', { exact: true }).waitFor();
	await under.api.control('PATCH', `/conversations/${conversationId}`, { ownerId: seller });
	await conversation.getByText(`Owner: ${name} ${seller}`).waitFor();
	await entry.getByText(`Owner: ${name}`).waitFor();
});

test('shows templates with their texts, and whether they are approved', async () => {
	const page = await open('records/templates');
	const templates = await under.api.control('GET', '/templates');
	for (const { name, body, isApproved } of templates) {
		const row = rows(page).filter({ has: page.getByText(name, { exact: true }) });
		await row.getByText(body, { exact: true }).waitFor();
		await row.getByText(isApproved ? 'approved' : 'not approved', { exact: true }).waitFor();
	}
});

test('names the workflow of a webhook, links to n8n, and forgets workflows at a reset', async () => {
	await showWorkflows();
	for (const path of ['webhook/w', 'webhook/o', 'webhook-test/o', 'elsewhere'])
		await under.api.control('POST', '/webhooks', {
			...{ url: `http://127.0.0.1:9/${path}`, events: ['deal.created'] },
		});
	const page = await open('webhooks');
	const cell = (path: string) =>
		page.getByRole('cell').filter({ hasText: `http://127.0.0.1:9/${path}` });
	const link = cell('webhook/w').getByRole('link', { name: 'Welcome' });
	expect(await link.getAttribute('href')).toBe('http://127.0.0.1:9/workflow/w');
	expect(await cell('webhook/o').innerText()).toContain('not published');
	expect(await cell('webhook-test/o').innerText()).toContain('My own');
	expect(await cell('webhook-test/o').innerText()).not.toContain('not published');
	expect(await cell('elsewhere').innerText()).toBe('http://127.0.0.1:9/elsewhere');

	await page.getByRole('link', { name: 'Workflows' }).click();
	await rows(page).nth(1).getByText('npm run try').waitFor();
	await rows(page).nth(2).getByRole('link', { name: 'Its recipe' }).waitFor();
	await rows(page).nth(2).getByText('not published').waitFor();
	await under.api.control('POST', '/reset');
	await page.getByRole('link', { name: 'Workflows' }).waitFor({ state: 'detached' });
});

test('says when a webhook is registered twice', async () => {
	const url = 'http://127.0.0.1:9/hook';
	await under.api.control('POST', '/webhooks', { url, events: ['message.sent'] });
	await under.api.control('POST', '/webhooks', { url, events: ['message.failed'] });
	const page = await open('webhooks');
	const twice = page.getByText('each event is delivered twice, signed with two secrets');
	await rows(page).nth(2).waitFor();
	// Two that have no event in common deliver nothing twice.
	expect(await twice.count()).toBe(0);
	await registerWebhook(page, url);
	// Beside the new secret, and at each of the three.
	await twice.nth(3).waitFor();
});

test('folds polls between other requests into one row for each list', async () => {
	const poll = async (list: string, day: number) =>
		await under.api.get(`/${list}?updatedSince=2026-01-0${day}T00:00:00.000Z`);
	for (const day of [1, 2, 3]) for (const list of ['deals', 'contacts']) await poll(list, day);
	await under.api.post('/contacts', { name: 'Between' });
	await poll('deals', 4);
	const page = await open('requests');
	const shown = async () =>
		await page.getByRole('table').locator('tbody tr td:first-child').allInnerTexts();
	expect(await shown()).toEqual([
		expect.stringContaining('2026-01-04'),
		expect.stringContaining('POST'),
		expect.stringMatching(/contacts\?updatedSince=… *3 polls/),
		expect.stringMatching(/deals\?updatedSince=… *3 polls/),
	]);
	await button(page, 'GET /api/v1/deals?updatedSince=…: 3 polls').click();
	for (const day of [1, 2, 3])
		await page.getByLabel('Details').getByText(`2026-01-0${day}`).first().waitFor();
	// It stays open as it grows, and a poll that fails has a row of its own.
	await under.api.control('POST', '/faults', {
		...{ path: '/deals', kind: 'status', status: 500, code: 'internal_error' },
	});
	await poll('deals', 5);
	await rows(page).nth(1).getByText('500').waitFor();
	expect(await page.getByLabel('Details').count()).toBe(1);
});

test('on a phone, shows the conversation or the list of them', async () => {
	const { conversationId } = await sendTemplate(under);
	const page = await open(`inbox/${conversationId}`, PHONE);
	const list = page.getByRole('navigation', { name: 'Conversations' });
	expect(await list.isVisible()).toBe(false);
	await page.getByRole('link', { name: 'All conversations' }).click();
	await list.getByRole('link', { name: /Cliente de teste/ }).click();
	await page.getByLabel('Reply as the customer').waitFor();
	expect(await list.isVisible()).toBe(false);
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
		expect(await beyondItsWidth(page)).toBe(0);
	}
});
