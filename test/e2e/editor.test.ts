/** One user's way through the editor: the action node, the trigger, and the examples, in one n8n that begins empty. */
import { join } from 'node:path';

import { CATALOGUE, explanationFromEntry } from '../../nodes/CustomerRelationship/errors/catalogue';
import { resources } from '../../nodes/CustomerRelationship/resources';
import { credentialNames } from '../../playground/exampleWorkflows';
import { repository } from '../../playground/folders';
import { waitUntil } from '../../playground/waitUntil';
import { useEditorSession } from './support/editorSession';
import { anEvent, send } from './support/triggerWorkflow';
import type { NodePanel } from '../support/editor/nodePanel';
import { WENT_OUT, type SandboxPage } from '../support/editor/sandboxPage';
import { journeyStep } from './support/journeyStep';

const CUSTOMER = { name: 'Cliente de Teste', phone: '+5511977770101' };
const NODE = 'Customer Relationship';

const session = useEditorSession();
/** State that steps pass on: the open panel, the service's own page, a copied address, and a secret. */
let panel: NodePanel;
let sandbox: SandboxPage;
let testUrl: string;
let productionSecret: string;

beforeAll(async () => {
	await session.n8n.sandbox.api('POST', '/contacts', { ...CUSTOMER, email: 'cliente@example.com' });
	await session.n8n.sandbox.api('POST', '/contacts', { ...CUSTOMER, phone: '+5511977770102' });
});

/** What the node says of a code. */
function explained(code: string) {
	const entry = CATALOGUE.get(code);
	if (!entry) throw new Error(`${code} is not explained`);
	return explanationFromEntry(entry, { field: '', scope: 'crm:read' });
}

journeyStep(
	'finds the node by what people call such a service; its events and actions are listed by resource',
	session,
	async () => {
		await session.editor.newWorkflow();
		const nodes = await session.editor.openNodesPanel();
		// By which words else: test/unit/resources/codex.test.ts.
		for (const word of ['send template', 'negócio', NODE]) {
			await nodes.search(word);
			expect(await nodes.iconLoads(nodes.entry(NODE))).toBe(true);
		}
		await session.editor.keep('nodes-panel');
		await nodes.entry(NODE).click();
		expect(await nodes.unfold('Triggers')).toBe(6);
		const operations = resources.flatMap((resource) => resource.operations);
		expect(await nodes.unfold('Actions')).toBe(operations.length);
		await nodes.entry(String(operations.at(-1)?.action)).scrollIntoViewIfNeeded();
		await session.editor.keep('nodes-panel-actions');

		const listed = (await nodes.root.innerText()).split('\n').map((line) => line.trim());
		const actions = resources.flatMap(({ name, operations: own }) => [
			`${name} actions`.toUpperCase(),
			...own.map(({ action }) => action).toSorted(),
		]);
		const shown = listed.slice(listed.indexOf(String(actions[0])));
		const inOrder = resources.flatMap(({ name }) => {
			const heading = `${name} actions`.toUpperCase();
			const start = shown.indexOf(heading) + 1;
			// The next heading, or the links at the foot; the package's version above them comes later.
			const end = shown.findIndex(
				(line, index) => index >= start && / ACTIONS$|^Package version|^Manage$/.test(line),
			);
			return [heading, ...shown.slice(start, end).toSorted()];
		});
		expect(inOrder).toEqual(actions);
		panel = await nodes.add('Get contact');
	},
);

journeyStep(
	'creates the credential; its test says what is wrong, then that nothing is',
	session,
	async () => {
		const { baseUrl, tokens } = session.n8n.service;
		const dialog = await panel.newCredential();
		await session.editor.keep('credential-empty');
		await dialog.fill('Base URL', baseUrl);
		await dialog.fill('Access Token', 'not-a-token-of-the-service');
		const { message, remedy } = explained('invalid_api_token');
		await dialog.saveAndRead(`${message}. ${remedy}`);
		await session.editor.keep('credential-wrong-token');

		await dialog.fill('Access Token', tokens.manager);
		await dialog.fill('Base URL', new URL(baseUrl).origin);
		await dialog.saveAndRead(
			'Base URL does not end with /api/v1, and there is no API at this address. Add /api/v1 to it.',
		);
		await dialog.fill('Base URL', 'http://127.0.0.1:9/api/v1');
		await dialog.saveAndRead('Nothing answers at this Base URL.');
		await session.editor.keep('credential-wrong-address');

		await dialog.fill('Base URL', baseUrl);
		await dialog.save();
		// n8n closes a dialogue for a new credential once its test passes.
		await dialog.isGone();
		const again = await panel.openCredential();
		await again.isTested();
		await session.editor.keep('credential-right');
		await again.close();
	},
);

journeyStep(
	'picks a contact from a list that says why it can’t be loaded, and narrows while one types; the step shows it',
	session,
	async () => {
		const fault = { kind: 'status', status: 403, code: 'insufficient_api_token_scope' };
		await session.n8n.sandbox.addFault({ ...fault, path: '/contacts', count: 1 });
		const problem = await (await panel.openList('Contact')).problem();
		await session.editor.keep('dropdown-error');
		expect(problem).toContain('The access token lacks the scope crm:read');
		expect(problem).toContain(explained(fault.code).remedy);
		await session.editor.page.keyboard.press('Escape');

		const list = await panel.openList('Contact');
		const all = await list.entries('a page of contacts', ({ length }) => length >= 100);
		expect(all).toEqual(expect.arrayContaining([expect.stringContaining(CUSTOMER.name)]));
		await list.search('de teste');
		const narrowed = await list.entries('the two of that name', ({ length }) => length === 2);
		const [second, first] = ['+5511977770102', CUSTOMER.phone].map(
			(phone) => `${CUSTOMER.name} (${phone})`,
		);
		expect(narrowed).toEqual([second, first]);
		await session.editor.keep('dropdown-contacts-narrowed');
		await list.pick(String(first));
		expect(await panel.chosen('Contact')).toBe(first);

		await panel.execute();
		await panel.output.getByText('1 item', { exact: true }).waitFor();
		await panel.showOutputAs('Table');
		await panel.output.getByRole('cell', { name: CUSTOMER.phone }).waitFor();
		await session.editor.keep('contact-table');
	},
);

journeyStep('shows what went wrong, and what to do about it', session, async () => {
	await panel.fillId('Contact', 'ctc_nobody');
	await panel.execute();
	const { message, remedy } = explained('resource_not_found');
	const text = `${message} (field “Contact”)`;
	await panel.errorMessage.getByText(text, { exact: true }).waitFor();
	const description = await panel.errorDescription.innerText();
	expect(description).toContain(remedy);
	expect(description).toMatch(/Code: resource_not_found · Status: 404 · Request ID: req_/);
	await session.editor.keep('error-not-found');
});

journeyStep(
	'sends a template message, which then stands in the inbox; an error names the field by its label',
	session,
	async () => {
		await panel.choose('Resource', 'Conversation');
		await panel.choose('Operation', 'Send Template');
		await panel.fill('Phone', '(00) 91111-0001');
		await panel.fill('Template Name', 'boas_vindas');
		await panel.addTo('Template Variables', 'Add Variable');
		await panel.fill('Value', 'Cliente');

		const languages = await panel.openList('Template Language');
		await languages.search('portu');
		const found = await languages.entries('the languages', ({ length }) => length === 2);
		expect(found).toEqual(['Portuguese (Brazil)', 'Portuguese (Portugal)']);
		await languages.pick('Portuguese (Brazil)');

		await panel.addTo('Additional Fields', 'Add Field', 'Channel');
		const channels = await panel.openList('Channel');
		await channels.search('comer');
		const official = 'Comercial (official messaging)';
		await channels.entries('the one channel', (names) => names.join() === official);
		await session.editor.keep('dropdown-channels');
		await channels.pick(official);

		await panel.execute();
		await panel.errorMessage
			.getByText('The service does not accept the value of “Phone”', { exact: true })
			.waitFor();
		const description = await panel.errorDescription.innerText();
		expect(description).toContain('Nothing was sent');
		expect(description).toContain('Give the phone with its area code');
		await session.editor.keep('error-names-the-field');

		await panel.fill('Phone', '(11) 97777-0101');
		await panel.execute();
		await panel.showOutputAs('JSON');
		await panel.output.getByText('"Olá, Cliente! ').waitFor();
		await session.editor.keep('message-started');
		sandbox = await session.editor.openSandbox(session.n8n.service.baseUrl);
		const messages = await sandbox.conversationWith(CUSTOMER.name);
		await messages.getByText(WENT_OUT).waitFor();
		expect(await messages.count()).toBe(1);
		expect(await messages.innerText()).toContain('Olá, Cliente!');
		await session.editor.keep('message-in-the-inbox', sandbox.page);
		const starts = await waitUntil('the request', 5_000, async () =>
			(await session.n8n.sandbox.requests()).filter(
				({ method, status }) => method === 'POST' && status === 202,
			),
		);
		expect(starts).toHaveLength(1);
	},
);

journeyStep(
	'adds the trigger, which does not listen without a signing secret, and says so',
	session,
	async () => {
		await session.editor.newWorkflow();
		const nodes = await session.editor.openNodesPanel();
		await nodes.search('whatsapp');
		await nodes.entry('Customer Relationship').click();
		await nodes.unfold('Triggers');
		panel = await nodes.add('On contact created');
		await panel.field('Events').getByText('Contact Created').waitFor();
		await panel.root.getByText('4. Publish the workflow.', { exact: true }).waitFor();
		await session.editor.keep('trigger-panel');
		const dialog = await panel.anotherCredential();
		await dialog.fill('Base URL', session.n8n.service.baseUrl);
		await dialog.fill('Access Token', session.n8n.service.tokens.manager);
		await dialog.save();
		await dialog.isGone();

		await panel.execute();
		const refusal = '“Signing Secret (Test URL)” in the credential is empty.';
		await session.editor.page.getByRole('alert').getByText(refusal).waitFor();
		await session.editor.keep('trigger-without-secret');
	},
);

journeyStep(
	'registers the test URL at the service, and keeps its secret in the credential',
	session,
	async () => {
		testUrl = await panel.copyUrl('Test URL');
		expect(testUrl).toMatch(new RegExp(`^${session.n8n.url}/webhook-test/[0-9a-f-]{36}/webhook$`));
		await session.editor.keep('trigger-test-url');
		await sandbox.page.bringToFront();
		expect(await sandbox.register('contact.created')).toHaveLength(64);
		await session.editor.keep('sandbox-secret-shown-once', sandbox.page);

		await session.editor.page.bringToFront();
		const dialog = await panel.openCredential();
		await dialog.paste('Signing Secret (Test URL)');
		await dialog.save();
		await dialog.isTested();
		await dialog.root.getByText('Saved', { exact: true }).waitFor();
		await session.editor.keep('credential-with-test-secret');
		await dialog.close();
		await sandbox.show('Webhooks');
		await sandbox.done();
	},
);

journeyStep('listens for a test event, and shows it', session, async () => {
	await session.editor.page.bringToFront();
	await panel.execute();
	await panel.root.getByText('Listening for test event').waitFor();
	await session.editor.keep('trigger-listening');
	const contact = { name: 'Contato de Teste', phone: '(11) 97777-0201' };
	await session.n8n.sandbox.asTheApp('POST', '/contacts', contact);
	await session.editor.page.bringToFront();
	await panel.showOutputAs('JSON');
	for (const text of ['contact.created', 'Contato de Teste', '+5511977770201']) {
		await panel.output.getByText(`"${text}"`).waitFor();
	}
	await session.editor.keep('trigger-test-event');
	const deliveries = await sandbox.deliveries('contact.created', testUrl);
	await deliveries.getByText('200', { exact: true }).waitFor();
	await session.editor.keep('sandbox-deliveries', sandbox.page);
});

journeyStep(
	'says so when a secret is added behind the dots of another, and so loses that one',
	session,
	async () => {
		await session.editor.page.bringToFront();
		const url = await panel.copyUrl('Production URL');
		expect(url).toBe(testUrl.replace('/webhook-test/', '/webhook/'));
		productionSecret = await sandbox.register('All events');
		await session.editor.keep('sandbox-second-secret', sandbox.page);

		await session.editor.page.bringToFront();
		const dialog = await panel.openCredential();
		const stored = await dialog.field('Signing Secret (Test URL)').inputValue();
		await dialog.field('Signing Secret (Test URL)').fill(`${stored}, ${productionSecret}`);
		await dialog.saveAndRead('has lost a secret');
		await session.editor.keep('credential-lost-secret');

		// The user does as told; the test URL is not needed any more.
		await dialog.fill('Signing Secret (Test URL)', '');
		await dialog.paste('Signing Secret');
		await dialog.save();
		await dialog.isTested();
		await dialog.close();
	},
);

journeyStep(
	'is published; an event runs the workflow, which the executions show',
	session,
	async () => {
		await panel.close();
		await session.editor.publish();
		const url = testUrl.replace('/webhook-test/', '/webhook/');
		const contact = { name: 'Contato em Produção', phone: '(11) 97777-0202' };
		await session.n8n.sandbox.asTheApp('POST', '/contacts', contact);
		const deliveries = await sandbox.deliveries('contact.created', url);
		await deliveries.getByText('200', { exact: true }).waitFor();

		await session.editor.page.bringToFront();
		const executions = await session.editor.openExecutions();
		await executions.nth(1).waitFor();
		expect(await executions.count()).toBe(2);
		await executions.first().click();
		await session.editor.page
			.locator('[data-test-id=execution-preview-label]')
			.getByText('Succeeded')
			.waitFor();
		await session.editor.node('Customer Relationship Trigger').waitFor();
		await session.editor.keep('executions');
		const run = await session.editor.openNode('Customer Relationship Trigger');
		await run.showOutputAs('JSON');
		await run.output.getByText('"Contato em Produção"').waitFor();
		await session.editor.keep('execution-output');
	},
);

journeyStep(
	'believes the secret in each of the credential’s fields; emptying one field loses none of the others',
	session,
	async () => {
		const [second, third] = ['2', '3'].map((character) => character.repeat(64));
		const secrets = [productionSecret, second!, third!];
		const url = testUrl.replace('/webhook-test/', '/webhook/');
		/** Waits until events that are signed with each of the secrets get these answers. */
		const answers = async (...expected: number[]) =>
			await waitUntil(`the answers ${expected.join()}`, 5_000, async () => {
				const given = await Promise.all(
					secrets.map(async (secret) => await send(url, anEvent(), [secret])),
				);
				return given.join() === expected.join() ? true : undefined;
			});
		await session.editor.openWorkflow(await session.editor.workflowId());
		const change = async (values: Record<string, string>) => {
			const trigger = await session.editor.openNode('Customer Relationship Trigger');
			const dialog = await trigger.openCredential();
			for (const [label, value] of Object.entries(values)) await dialog.fill(label, value);
			await dialog.save();
			await dialog.isTested();
			await dialog.root.getByText('Saved', { exact: true }).waitFor();
			await session.editor.keep(`credential-with-${Object.keys(values).length}-changed`);
			await dialog.close();
			await trigger.close();
		};
		await answers(200, 401, 401);
		await change({ 'Signing Secret 2': second!, 'Signing Secret 3': third! });
		await answers(200, 200, 200);
		await change({ 'Signing Secret 2': '' });
		await answers(200, 401, 200);
	},
);

const REMINDED = 'Cliente com Lembrete';

/** By its name, in whose place n8n shows an ID at first. */
const hasCredential = async (node: NodePanel) =>
	await waitUntil('the credential', 10_000, async () =>
		(await node.credential()) === credentialNames.customerRelationshipApi ? true : undefined,
	);

/** Imports a file of `examples/`, and finds every node known, with its icon, and without an issue. */
async function imported(file: string, ourNodes: string[]): Promise<void> {
	await session.editor.importFile(join(repository, 'examples', file));
	for (const name of ourNodes) {
		const icon = session.editor.node(name).locator('img').first();
		expect(await icon.getAttribute('src')).toMatch(/CustomerRelationship(\.dark)?\.svg$/);
	}
	for (const mark of ['node-not-installed', 'node-issues']) {
		expect(
			await session.editor.page.locator(`[data-test-id=canvas] [data-test-id=${mark}]`).count(),
		).toBe(0);
	}
}

journeyStep(
	'imports examples with their values and the credential, and runs one by a click',
	session,
	async () => {
		const begin = 'Start the welcome conversation';
		await imported('welcome-new-contact.json', ['When a contact is created', begin]);
		const start = await session.editor.openNode(begin);
		expect(await start.field('Template Name').locator('input').last().inputValue()).toBe(
			'boas_vindas',
		);
		expect(await start.chosen('Template Language')).toBe('Portuguese (Brazil)');
		await hasCredential(start);
		await session.editor.keep('example-action-node');
		await start.close();
		const trigger = await session.editor.openNode('When a contact is created');
		await hasCredential(trigger);
		await trigger.field('Events').getByText('Contact Created').waitFor();
		await trigger.close();

		await imported('scheduled-reminder.json', ['Get the contacts', 'Send the reminder']);
		const contact = { name: REMINDED, phone: '(11) 97777-0301', tags: ['payment-reminder'] };
		await session.n8n.sandbox.asTheApp('POST', '/contacts', contact);

		await session.editor.page.bringToFront();
		await session.editor.page.getByRole('button', { name: 'Execute workflow' }).last().click();
		await session.editor
			.node('What became of it')
			.locator('[data-test-id=canvas-node-status-success]')
			.waitFor();
		expect(
			await session.editor.page.locator('[data-test-id=canvas] [data-test-id=node-issues]').count(),
		).toBe(0);
		await session.editor.keep('example-executed');
		const sent = await session.editor.openNode('What became of it');
		await sent.output.getByText('1 item', { exact: true }).waitFor();
		await session.editor.keep('example-output');

		const messages = await sandbox.conversationWith(REMINDED);
		await messages.getByText(WENT_OUT).waitFor();
		expect(await messages.count()).toBe(1);
		expect(await messages.innerText()).toContain('vence em');
		await session.editor.keep('example-message', sandbox.page);
	},
);

journeyStep(
	'shows the fields of an output before anything has run, to be dragged',
	session,
	async () => {
		await session.editor.newWorkflow();
		const wanted = ['contato', NODE] as const;
		const list = await (await session.editor.openNodesPanel()).find(...wanted, 'Get many contacts');
		await list.switchOn('Simplify');
		await list.root.getByText('Execute this step once').waitFor();
		await session.editor.keep('simplify-notice');
		await list.close();
		const behind = await session.editor.openNodesPanelBehind('Get many contacts');
		panel = await behind.find(...wanted, 'Update contact');
		expect(await panel.drag('id', 'Contact')).toBe('={{ $json.id }}');
		await session.editor.keep('output-fields-before-a-run');
	},
);
