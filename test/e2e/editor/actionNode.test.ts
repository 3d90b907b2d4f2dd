import { resources } from '../../../nodes/CustomerRelationship/resources';
import { EXPLAINED_BY_CODE, inWords } from '../../../nodes/CustomerRelationship/errors/catalogue';
import { waitUntil } from '../../../playground/waitUntil';
import { useDesk } from './desk';
import type { NodePanel } from './nodePanel';
import { WENT_OUT } from './sandboxPage';
import { station } from './station';

const CUSTOMER = { name: 'Cliente de Teste', phone: '+5511977770101' };
const NODE = 'Customer Relationship';

const desk = useDesk();
/** The stations follow one user through one workflow: the panel of its node, as the last station left it. */
let panel: NodePanel;

beforeAll(async () => {
	await desk.n8n.sandbox.api('POST', '/contacts', { ...CUSTOMER, email: 'cliente@example.com' });
	await desk.n8n.sandbox.api('POST', '/contacts', { ...CUSTOMER, phone: '+5511977770102' });
});

/** What the node says of a code. */
function explained(code: string) {
	const meaning = EXPLAINED_BY_CODE.get(code);
	if (!meaning) throw new Error(`${code} is not explained`);
	return inWords(meaning, { field: '', scope: 'crm:read' });
}

describe('the nodes panel', () => {
	station('finds the node by its name and by what people call such a service', desk, async () => {
		await desk.editor.newWorkflow();
		const nodes = await desk.editor.openNodesPanel();
		const words = [NODE, 'crm', 'whatsapp', 'send template', 'send message', 'contato', 'cliente'];
		for (const word of [...words, 'negócio', 'mensagem', 'funil', 'disparo', 'atendimento']) {
			await nodes.search(word);
			expect(await nodes.iconLoads(nodes.entry(NODE))).toBe(true);
			await desk.editor.keep(`nodes-panel-${word.replace(' ', '-').toLowerCase()}`);
		}
	});

	station('lists the trigger’s events, and the actions by resource', desk, async () => {
		await desk.editor.newWorkflow();
		const nodes = await desk.editor.openNodesPanel();
		await nodes.search(NODE);
		await nodes.entry(NODE).click();
		expect(await nodes.unfold('Triggers')).toBe(6);
		const operations = resources.flatMap((resource) => resource.operations);
		expect(await nodes.unfold('Actions')).toBe(operations.length);
		await nodes.entry(String(operations.at(-1)?.action)).scrollIntoViewIfNeeded();
		await desk.editor.keep('nodes-panel-actions');

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
	});
});

station(
	'creates the credential; its test says what is wrong, then that nothing is',
	desk,
	async () => {
		const { baseUrl, tokens } = desk.n8n.service;
		const dialog = await panel.newCredential();
		await desk.editor.keep('credential-empty');
		await dialog.fill('Base URL', baseUrl);
		await dialog.fill('Access Token', 'not-a-token-of-the-service');
		const { message, remedy } = explained('invalid_api_token');
		await dialog.saveAndRead(`${message}. ${remedy}`);
		await desk.editor.keep('credential-wrong-token');

		await dialog.fill('Access Token', tokens.manager);
		await dialog.fill('Base URL', new URL(baseUrl).origin);
		await dialog.saveAndRead(
			'Base URL does not end with /api/v1, and there is no API at this address. Add /api/v1 to it.',
		);
		await dialog.fill('Base URL', 'http://127.0.0.1:9/api/v1');
		await dialog.saveAndRead('Nothing answers at this Base URL.');
		await desk.editor.keep('credential-wrong-address');

		await dialog.fill('Base URL', baseUrl);
		await dialog.save();
		// n8n closes a dialogue for a new credential once its test passes.
		await dialog.isGone();
		const again = await panel.openCredential();
		await again.isTested();
		await desk.editor.keep('credential-right');
		await again.close();
	},
);

station(
	'says in the place of a list why it can’t be loaded, and what to do about it',
	desk,
	async () => {
		const fault = {
			path: '/contacts',
			kind: 'status',
			status: 403,
			code: 'insufficient_api_token_scope',
		};
		await desk.n8n.sandbox.addFault({ ...fault, count: 1 });
		const problem = await (await panel.openList('Contact')).problem();
		await desk.editor.keep('dropdown-error');
		expect(problem).toContain('The access token lacks the scope crm:read');
		expect(problem).toContain(explained(fault.code).remedy);
		await desk.editor.page.keyboard.press('Escape');
	},
);

station(
	'picks a contact from a list that narrows while one types, and tells homonyms apart',
	desk,
	async () => {
		const list = await panel.openList('Contact');
		const all = await list.entries('a page of contacts', ({ length }) => length >= 100);
		expect(all).toEqual(expect.arrayContaining([expect.stringContaining(CUSTOMER.name)]));
		await desk.editor.keep('dropdown-contacts');
		await list.search('de teste');
		const narrowed = await list.entries('the two of that name', ({ length }) => length === 2);
		const [second, first] = ['+5511977770102', CUSTOMER.phone].map(
			(phone) => `${CUSTOMER.name} (${phone})`,
		);
		expect(narrowed).toEqual([second, first]);
		await desk.editor.keep('dropdown-contacts-narrowed');
		await list.pick(String(first));
		expect(await panel.chosen('Contact')).toBe(first);
	},
);

station('executes the step, and shows the contact as a table and as JSON', desk, async () => {
	await panel.execute();
	await panel.output.getByText('1 item', { exact: true }).waitFor();
	await panel.showOutputAs('Table');
	await panel.output.getByRole('cell', { name: CUSTOMER.phone }).waitFor();
	await desk.editor.keep('contact-table');
	await panel.showOutputAs('JSON');
	for (const text of [CUSTOMER.name, 'cliente@example.com']) {
		await panel.output.getByText(`"${text}"`).waitFor();
	}
	await desk.editor.keep('contact-json');
});

station('shows what went wrong, and what to do about it', desk, async () => {
	await panel.fillId('Contact', 'ctc_nobody');
	await panel.execute();
	const { message, remedy } = explained('resource_not_found');
	const text = `${message} (field “Contact”)`;
	await panel.errorMessage.getByText(text, { exact: true }).waitFor();
	const description = await panel.errorDescription.innerText();
	expect(description).toContain(remedy);
	expect(description).toMatch(/Code: resource_not_found · Status: 404 · Request ID: req_/);
	await desk.editor.keep('error-not-found');
});

station('fills in a template message; an error names the field by its label', desk, async () => {
	await panel.choose('Resource', 'Conversation');
	await panel.choose('Operation', 'Send Template');
	await panel.fill('Phone', '91111-0001');
	await panel.fill('Template Name', 'boas_vindas');
	await panel.addTo('Template Variables', 'Add Variable');
	await panel.fill('Value', 'Cliente');

	const languages = await panel.openList('Template Language');
	await languages.search('portu');
	const found = await languages.entries('the languages', ({ length }) => length === 2);
	expect(found).toEqual(['Portuguese (Brazil)', 'Portuguese (Portugal)']);
	await desk.editor.keep('dropdown-languages');
	await languages.pick('Portuguese (Brazil)');

	await panel.addTo('Additional Fields', 'Add Field', 'Channel');
	const channels = await panel.openList('Channel');
	await channels.entries('the channels', ({ length }) => length > 2);
	await desk.editor.keep('dropdown-channels');
	await channels.search('comer');
	await channels.entries(
		'the one channel',
		(names) => names.join() === 'Comercial (official messaging)',
	);
	await channels.pick('Comercial (official messaging)');

	await panel.execute();
	await panel.errorMessage
		.getByText('The service does not accept the value of “Phone”', { exact: true })
		.waitFor();
	const description = await panel.errorDescription.innerText();
	expect(description).toContain('Nothing was sent');
	expect(description).toContain('Give the phone with its area code');
	await desk.editor.keep('error-names-the-field');
});

station('sends the message, which then stands in the inbox', desk, async () => {
	await panel.fill('Phone', '(11) 97777-0101');
	await panel.execute();
	await panel.showOutputAs('JSON');
	await panel.output.getByText('"Olá, Cliente! ').waitFor();
	await desk.editor.keep('message-started');
	const sandbox = await desk.editor.openSandbox(desk.n8n.service.baseUrl);
	const messages = await sandbox.conversationWith(CUSTOMER.name);
	await messages.getByText(WENT_OUT).waitFor();
	expect(await messages.count()).toBe(1);
	expect(await messages.innerText()).toContain('Olá, Cliente!');
	await desk.editor.keep('message-in-the-inbox', sandbox.page);
	const starts = await waitUntil('the request', 5_000, async () =>
		(await desk.n8n.sandbox.requests()).filter(
			({ method, status }) => method === 'POST' && status === 202,
		),
	);
	expect(starts).toHaveLength(1);
});

station('shows the fields of an output before anything has run, to be dragged', desk, async () => {
	await desk.editor.newWorkflow();
	const wanted = ['contato', NODE] as const;
	const list = await (await desk.editor.openNodesPanel()).find(...wanted, 'Get many contacts');
	await list.switchOn('Simplify');
	await list.root.getByText('Execute this step to see the simplified ones.').waitFor();
	await desk.editor.keep('simplify-notice');
	await list.close();
	const behind = await desk.editor.openNodesPanelBehind('Get many contacts');
	panel = await behind.find(...wanted, 'Update contact');
	expect(await panel.drag('id', 'Contact')).toBe('={{ $json.id }}');
	await desk.editor.keep('output-fields-before-a-run');
});
