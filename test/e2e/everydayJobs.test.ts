/** The everyday jobs, each built from an empty canvas by clicks and typing alone, as somebody does who writes no code. */
import { readFile } from 'node:fs/promises';

import { waitUntil } from '../../playground/waitUntil';
import { useEditorSession } from './support/editorSession';
import type { SavedWorkflow } from './support/manualEffort';
import type { NodePanel } from '../support/editor/nodePanel';
import { journeyStep } from './support/journeyStep';
import { SHEET, WorkflowBuilder } from './support/workflowBuilder';

const NODE = 'Customer Relationship';
const ROWS = 'Get row(s)';

interface Contact {
	id: string;
	name: string;
	phone: string;
	tags: string[];
	customFields: Record<string, unknown>;
}

const session = useEditorSession();
const builder = new WorkflowBuilder(session);
/** Whom the jobs are about. */
let ana: Contact;

const asTheApp = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
	await session.n8n.sandbox.asTheApp(method, path, body);
const newContact = async (body: object): Promise<Contact> =>
	await asTheApp('POST', '/contacts', body);
const contact = async (id: string): Promise<Contact> => await asTheApp('GET', `/contacts/${id}`);

/** A deal that somebody opened in the service's app. */
async function newDeal(title: string, contactId: string): Promise<string> {
	const { pipelines } = await session.n8n.sandbox.fixtures();
	const body = { title, contactId, pipelineId: pipelines.default, valueCents: 1234567 };
	return (await asTheApp<{ id: string }>('POST', '/deals', body)).id;
}
const win = async (deal: string): Promise<unknown> => await asTheApp('POST', `/deals/${deal}/win`);

beforeAll(async () => {
	const tags = ['vip', 'newsletter'];
	ana = await newContact({ name: 'Ana Souza Lima', phone: '(11) 97777-0401', tags });
});

/** Picks Ana from the list of contacts. */
async function pickAna(panel: NodePanel): Promise<void> {
	const contacts = await panel.openList('Contact');
	await contacts.search('ana souza');
	await contacts.entries('the contact', ({ length }) => length === 1);
	await contacts.pick(ana.name);
}

builder.job('add the tag opted_out to a contact and keep the others', async (done) => {
	const panel = await builder.begin('contato', NODE, 'Update contact');
	await builder.fillIn(await panel.newCredential());
	await pickAna(panel);
	await panel.addTo('Update Fields', 'Add Field', 'Add Tags');
	await panel.fill('Add Tags', 'opted_out');
	await session.editor.keep('job-1-contact-update');
	await builder.executeAll(panel, done);
	expect((await contact(ana.id)).tags).toEqual(['vip', 'newsletter', 'opted_out']);
});

builder.job('companies from a sheet, none of them twice', async (done) => {
	const [there, fresh] = ['11222333000181', '11444777000161'];
	await asTheApp('POST', '/companies', { cnpj: there, legalName: 'Nome Antigo Ltda' });
	await builder.sheet('Empresas', [
		{ cnpj: '11.222.333/0001-81', razao_social: 'Padaria Aurora Ltda' },
		{ cnpj: fresh, razao_social: 'Marcenaria Ipê Ltda' },
		{ cnpj: '11.444.777/0001-61', razao_social: 'Marcenaria Ipê S.A.' },
	]);
	const rows = await builder.beginWithRows('Empresas');
	const panel = await builder.next(rows, ROWS, 'empresa', NODE, 'Create or update company');
	done.dragged.push(await panel.drag('cnpj', 'CNPJ'));
	await panel.addTo('Additional Fields', 'Add Field', 'Legal Name');
	done.dragged.push(await panel.drag('razao_social', 'Legal Name'));
	await session.editor.keep('job-2-company-create-or-update');
	await builder.executeAll(panel, done);
	for (const [cnpj, name] of [
		[there, 'Padaria Aurora Ltda'],
		[fresh, 'Marcenaria Ipê S.A.'],
	]) {
		const { data } = await asTheApp<{ data: object[] }>('GET', `/companies?search=${cnpj}`);
		expect(data).toMatchObject([{ cnpj, legalName: name }]);
	}
});

builder.job('a sheet of deals with names and reais', async (done) => {
	await newDeal('Cozinha planejada', ana.id);
	const deals = await builder.begin('negócio', NODE, 'Get many deals');
	await deals.switchOn('Return All');
	await deals.switchOn('Simplify');
	await deals.addTo('Options', 'Add Option', 'Include Names');
	await builder.executeStep(deals);
	await session.editor.keep('job-3-deals-get-many');
	const panel = await builder.next(
		deals,
		'Get many deals',
		'csv',
		'Convert to File',
		'Convert to CSV',
	);
	await builder.executeAll(panel, done);
	const file = await session.editor.openNode('Convert to File');
	const downloading = session.editor.page.waitForEvent('download');
	await file.output.getByRole('button', { name: 'Download' }).click();
	await session.editor.keep('job-3-file');
	const csv = await readFile(await (await downloading).path(), 'utf8');
	const [head = [], ...lines] = csv.split(/\r?\n/).map((line) => line.split(','));
	const cells = lines.find((line) => line.includes('Cozinha planejada')) ?? [];
	const deal = Object.fromEntries(head.map((column, index) => [column, cells[index]]));
	expect(deal).toMatchObject({ contact: ana.name, contact_phone: ana.phone, value: '12345.67' });
	expect(deal.pipeline).toBe('Vendas');
});

builder.job('import a table with custom fields', async (done) => {
	const customFields = { origem: 'Site', data_de_nascimento: '1980-01-01' };
	await newContact({ name: 'Alguém', phone: '(11) 97777-0499', customFields });
	const rows = Array.from({ length: 12 }, (_, n) => ({
		...{ Nome: `Cliente ${n}`, Telefone: `(11) 97777-05${10 + n}`, Origem: 'Feira' },
		...{ 'E-mail': `cliente${n}@example.com`, 'Data de Nascimento': `1990-05-${10 + n}` },
		...{ Etiquetas: 'importado, feira', Cidade: 'Curitiba' },
	}));
	const sheet = await builder.beginWithSheet(rows);
	const panel = await builder.next(sheet, SHEET, 'cliente', NODE, 'Create or update contact');
	await panel.choose('Fill In', 'Map Columns');
	await panel.root.getByText(/^Headings fit/).waitFor();
	await session.editor.keep('job-4-columns-automatically');
	await panel.root.getByText(/Custom fields: data_de_nascimento, origem/).waitFor();
	await builder.executeStep(panel);
	await panel.root.getByText(/^Not sent: “Cidade” \(no column fits:/).waitFor();
	await session.editor.keep('job-4-columns-executed');
	await panel.choose('Mapping Column Mode', 'Map Each Column Manually');
	await panel.field('data_de_nascimento').waitFor();
	await session.editor.keep('job-4-columns-manually');
	await panel.choose('Mapping Column Mode', 'Map Automatically');
	await builder.executeAll(panel, done);
	for (const n of [0, 11]) {
		const { data } = await asTheApp<{ data: Contact[] }>(
			'GET',
			`/contacts?search=97777-05${10 + n}`,
		);
		expect(data).toMatchObject([
			{
				...{ name: `Cliente ${n}`, tags: ['importado', 'feira'] },
				customFields: { origem: 'Feira', data_de_nascimento: `1990-05-${10 + n}` },
			},
		]);
	}
	const [id] = done.workflows;
	const { nodes } = await session.n8n.rest.get<SavedWorkflow>(`/workflows/${id}`);
	expect(nodes).toHaveLength(2);
	expect(JSON.stringify(nodes)).not.toContain('"=');
});

builder.job('send a template with the first name', async (done) => {
	const found = await builder.begin('cliente', NODE, 'Get contact');
	await pickAna(found);
	await builder.executeStep(found);
	const send = 'Send template message';
	const panel = await builder.next(found, 'Get contact', 'send template', NODE, send);
	done.dragged.push(await panel.drag('phone', 'Phone'));
	await panel.fill('Template Name', 'boas_vindas');
	await panel.addTo('Template Variables', 'Add Variable');
	await session.editor.keep('job-5-variable-before');
	await panel.write('Value', "{{ $json.name.split(' ').first() }}");
	await panel.root.getByText('Ana', { exact: true }).waitFor();
	await session.editor.keep('job-5-conversation-start');
	await builder.executeAll(panel, done);
	const [message] = await session.n8n.sandbox.messagesTo(ana.id);
	expect(message?.text).toMatch(/^Olá, Ana!/);
});

builder.job('reply in a conversation picked from the list', async (done) => {
	const { sandbox } = session.n8n;
	const [sent] = await sandbox.messagesTo(ana.id);
	await sandbox.customerWrites(String(sent?.conversationId), 'Oi! Qual o horário?');
	const panel = await builder.begin('mensagem', NODE, 'Send message (free text, within 24 hours)');
	const conversations = await panel.openList('Conversation');
	await conversations.search('ana souza');
	const [theirs] = await conversations.entries('the one with Ana', ({ length }) => length === 1);
	expect(theirs).toMatch(/^Ana Souza Lima \(open, \d{4}-\d\d-\d\d\)$/);
	await session.editor.keep('job-7-conversations');
	await conversations.pick(String(theirs));
	await panel.fill('Text', 'Das 9h às 18h.');
	await builder.executeAll(panel, done);
	expect((await sandbox.messagesTo(ana.id)).at(-1)?.text).toBe('Das 9h às 18h.');
});

builder.job('won deals start a workflow', async (done) => {
	await win(await newDeal('Sala de jantar', ana.id));
	const changes = 'Customer Relationship Changes';
	const trigger = await builder.begin('negócio ganho', changes, 'On deal won');
	await session.editor.keep('job-8-changes-trigger');
	await builder.executeStep(trigger);
	await session.editor.keep('job-8-sample');
	const panel = await builder.next(
		trigger,
		`${changes} Trigger`,
		'contato',
		NODE,
		'Update contact',
	);
	done.dragged.push(await panel.drag('data.contactId', 'Contact'));
	await panel.addTo('Update Fields', 'Add Field', 'Add Tags');
	await panel.fill('Add Tags', 'comprou');
	await session.editor.keep('job-8-contact-update');
	await builder.executeAll(panel, done);
	expect((await contact(ana.id)).tags).toContain('comprou');
	// What changed before the first poll is not reported.
	const before = await polls();
	await builder.publish(done);
	await waitUntil('the first poll', 30_000, async () =>
		(await polls()) > before ? true : undefined,
	);
});

const polls = async (): Promise<number> =>
	(await session.n8n.sandbox.requests()).filter(({ path }) => path.startsWith('/api/v1/deals'))
		.length;

/** Who buys while the jobs below are done; the trigger of the job above looks once a minute. */
let buyer: Contact;
journeyStep('a deal is won', session, async () => {
	buyer = await newContact({ name: 'Davi Prado', phone: '(11) 97777-0404' });
	await win(await newDeal('Guarda-roupa', buyer.id));
});

builder.job('send, and wait for the answer', async (done) => {
	await builder.importExample('ask-and-wait.json', done);
	await builder.publish(done);
	await builder.importExample('customer-answers.json', done);
	const answers = await session.editor.openNode('When the customer answers');
	await builder.register(answers, 'message.received');
	await session.editor.keep('job-6-trigger');
	await builder.publish(done, answers);
	await builder.importExample('ask-about-a-deal.json', done);
	const call = await session.editor.openNode('Ask and wait');
	const workflows = await call.openList('Workflow');
	await workflows.pick('Ask a customer and wait');
	await session.editor.keep('job-6-building-block');
	await call.close();
	const asking = await session.editor.openNode('When a deal is created');
	await builder.register(asking, 'deal.created');
	const id = await builder.publish(done, asking);

	const { sandbox } = session.n8n;
	const asked = await newContact({ name: 'Elisa Porto', phone: '(11) 97777-0405' });
	await newDeal('Estante', asked.id);
	const question = await waitUntil(
		'the question',
		30_000,
		async () => (await sandbox.messagesTo(asked.id))[0],
	);
	await sandbox.customerWrites(question.conversationId, 'Sim, pode ser');
	const run = await builder.succeeded(id);
	expect(await session.n8n.outputOf(run, 'Ask and wait')).toMatchObject([
		{ outcome: 'answered', text: 'Sim, pode ser' },
	]);
});

builder.job('two triggers with one credential', async (done) => {
	const trigger = await builder.begin('crm', NODE, 'On contact created');
	await session.editor.keep('job-9-trigger');
	const url = await builder.register(trigger, 'contact.created', 'Signing Secret 2');
	await builder.publish(done, trigger);
	await newContact({ name: 'Fábio Nunes', phone: '(11) 97777-0406' });
	await newDeal('Cadeiras', ana.id);
	await waitUntil('both triggers to believe what they get', 30_000, async () => {
		const all = await session.n8n.sandbox.deliveries();
		const believed = all.filter(({ status }) => status === 200);
		const first = all.filter(({ event }) => event === 'deal.created');
		expect(first.map(({ status }) => status)).not.toContain(401);
		return believed.some((one) => one.url === url) && first.at(-1)?.status === 200
			? true
			: undefined;
	});
});

journeyStep('the deal that was won meanwhile has started its workflow', session, async () => {
	await waitUntil('the tag', 90_000, async () =>
		(await contact(buyer.id)).tags.includes('comprou') ? true : undefined,
	);
});
