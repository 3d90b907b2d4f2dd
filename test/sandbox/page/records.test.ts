import type { Page } from 'playwright-core';
import { eventually, useSandbox } from '../harness/sandbox';
import { usePage } from './browser';
import { focused } from './keyboard';

const under = useSandbox();
const { open } = usePage(under);

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const contactLinks = (page: Page) => page.getByRole('main').getByRole('list').getByRole('link');

test('contacts are listed newest first, searched, and come in as they are created elsewhere', async () => {
	const page = await open('contacts');
	const expected = await under.api.all('/contacts');
	await eventually(
		async () => await contactLinks(page).count(),
		(count) => count === expected.length,
	);
	await contactLinks(page).first().filter({ hasText: expected[0].name }).waitFor();

	await page.getByLabel('Search').fill('(11) 97777-1234');
	await page.getByText('No contacts found.').waitFor();
	await under.api.post('/contacts', { name: 'Cliente novo', phone: '11977771234' });
	await page.getByText('1 contact', { exact: true }).waitFor();
	expect(await contactLinks(page).allInnerTexts()).toEqual([
		expect.stringContaining('Cliente novo'),
	]);
	await focused(page.getByLabel('Search'));
});

test('more contacts than one step come on demand', async () => {
	for (let at = 0; at < 40; at++) await under.api.post('/contacts', { name: `Contato ${at}` });
	const page = await open('contacts');
	await page.getByText('The newest 50 contacts').waitFor();
	await button(page, 'Show more').click();
	const { length } = await under.api.all('/contacts');
	await page.getByText(`${length} contacts`, { exact: true }).waitFor();
	expect(await contactLinks(page).count()).toBe(length);
});

test('a contact is created, shown with tags and custom fields, and never twice', async () => {
	const page = await open('contacts');
	await button(page, 'New contact').click();
	const dialog = page.getByRole('dialog', { name: 'New contact' });
	await dialog.getByLabel('Phone').fill('123');
	await button(page, 'Create contact').click();
	await dialog.getByRole('alert').filter({ hasText: 'phone' }).waitFor();

	await dialog.getByLabel('Name').fill('Cliente de teste');
	await dialog.getByLabel('Phone').fill('(11) 98888-7777');
	await dialog.getByLabel('Tags').fill('vip, feira');
	await dialog.getByLabel('Owner').selectOption(under.fixtures.users.seller);
	await button(page, 'Create contact').click();
	const details = page.getByRole('region', { name: 'Contact' });
	await details.getByText('+5511988887777').waitFor();
	await focused(details.getByRole('heading', { name: 'Cliente de teste' }));

	const { body } = await under.api.get('/contacts?limit=1');
	const [contact] = body.data;
	expect(contact).toMatchObject({
		name: 'Cliente de teste',
		tags: ['vip', 'feira'],
		ownerId: under.fixtures.users.seller,
	});
	const customFields = { [under.fixtures.customFields.contactText]: 'Indicação do site' };
	await under.api.patch(`/contacts/${contact.id}`, { customFields });
	await details.getByText('Indicação do site').waitFor();
	await details.getByText('vip', { exact: true }).waitFor();

	await button(page, 'New contact').click();
	await dialog.getByLabel('Name').fill('Outro nome');
	await dialog.getByLabel('Phone').fill('11 988887777');
	await button(page, 'Create contact').click();
	await page.getByText('Outro nome existed with that phone or e-mail and was updated.').waitFor();
});

test('companies are listed, deactivated ones too, and each says when it changed and by which request', async () => {
	const { body: company } = await under.api.post('/companies', {
		[under.fixtures.companyFields.legalName]: 'Padaria Aurora Ltda.',
		cnpj: '11.222.333/0001-81',
	});
	const page = await open('companies');
	await page.getByLabel('Search').fill('Aurora');
	await page.getByText('1 company', { exact: true }).waitFor();
	await page.getByRole('link', { name: /Padaria Aurora/ }).click();
	const details = page.getByRole('region', { name: 'Company' });
	await focused(details.getByRole('heading', { name: 'Padaria Aurora Ltda.' }));
	const changes = details.getByRole('list', { name: 'Company changes' }).getByRole('listitem');
	await changes.filter({ hasText: 'POST /api/v1/companies' }).waitFor();
	await under.api.patch(`/companies/${company.id}`, { emails: ['oi@example.com'] });
	await details.getByText('oi@example.com').waitFor();
	await under.api.delete(`/companies/${company.id}`);
	await page.getByRole('link', { name: /Padaria Aurora.*deactivated/ }).waitFor();
	await changes.filter({ hasText: `DELETE /api/v1/companies/${company.id}` }).waitFor();
	expect(await changes.count()).toBe(3);
});

test('what is stored is shown as text and never run', async () => {
	const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
	const { body } = await under.api.post('/contacts', {
		name,
		phone: '11 98888-7777',
		tags: ['<b>vip</b>'],
	});
	const page = await open(`contacts/${body.id}`);
	await page.getByRole('heading', { level: 2, name }).waitFor();
	await page.getByRole('region', { name: 'Contact' }).getByText('<b>vip</b>').waitFor();
	await page.getByRole('link', { name: 'Request log' }).click();
	await button(page, 'POST /api/v1/contacts: headers and body').click();
	await page.getByLabel('Body').getByText('onerror').waitFor();
	expect(await page.title()).toBe('Request log · Sandbox');
	expect(await page.locator('main img, main script, main b').count()).toBe(0);
});

test('the board has the stages in their order, and each deal in its stage', async () => {
	const { pipelines, users } = under.fixtures;
	const { body: deal } = await under.api.post('/deals', {
		title: 'Mesa para a varanda',
		pipelineId: pipelines.default,
		ownerId: users.seller,
		valueCents: 123_456,
	});
	const page = await open('deals');
	const stages = (await under.api.get(`/pipelines/${pipelines.default}/stages`)).body.data;
	const columns = page.getByRole('region', { name: 'Deals by stage' }).getByRole('heading');
	expect(await columns.allInnerTexts()).toEqual(stages.map(({ name }: { name: string }) => name));
	const people = await under.api.control('GET', '/users');
	const owner = people.find(({ id }: { id: string }) => id === users.seller);
	const card = page
		.getByRole('region', { name: stages[0].name, exact: true })
		.getByRole('button', { name: deal.title });
	expect((await card.innerText()).replaceAll('\u00a0', ' ').split('\n')).toEqual([
		'Mesa para a varanda',
		'R$ 1.234,56',
		owner.name,
	]);

	await page.getByLabel('Pipeline').selectOption(pipelines.withoutFinalStages);
	await page.getByRole('heading', { name: 'Primeiro contato' }).waitFor();
	await card.waitFor({ state: 'detached' });
});

test('a deal is moved by keyboard, dragged, and won', async () => {
	const { pipelines, stages } = under.fixtures;
	const { body: deal } = await under.api.post('/deals', {
		title: 'Mesa',
		pipelineId: pipelines.default,
	});
	const stageOf = async () => (await under.api.get(`/deals/${deal.id}`)).body.stageId;
	const page = await open('deals');
	const columnOf = (stageId: string) => page.locator(`section[aria-labelledby="stage-${stageId}"]`);
	const cardIn = (stageId: string) => columnOf(stageId).getByRole('button', { name: 'Mesa' });

	await cardIn(stages.firstOpen).press('Enter');
	await page
		.getByRole('dialog', { name: 'Mesa' })
		.getByLabel('Stage')
		.selectOption(stages.secondOpen);
	await button(page, 'Move deal').press('Enter');
	await cardIn(stages.secondOpen).waitFor();
	expect(await stageOf()).toBe(stages.secondOpen);
	await focused(cardIn(stages.secondOpen));

	await cardIn(stages.secondOpen).dragTo(columnOf(stages.firstOpen));
	await cardIn(stages.firstOpen).waitFor();
	expect(await stageOf()).toBe(stages.firstOpen);

	await cardIn(stages.firstOpen).click();
	await page.getByRole('dialog', { name: 'Mesa' }).getByLabel('Stage').selectOption(stages.won);
	await button(page, 'Move deal').click();
	await cardIn(stages.won).waitFor();
	expect((await under.api.get(`/deals/${deal.id}`)).body.status).toBe('won');
});
