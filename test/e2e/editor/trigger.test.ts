import { useDesk } from './desk';
import type { NodePanel } from './nodePanel';
import type { SandboxPage } from './sandboxPage';
import { station } from './station';

const desk = useDesk();
let sandbox: SandboxPage;
/** The stations follow one user: the trigger's panel, and what was copied from it, as the last station left them. */
let panel: NodePanel;
let testUrl: string;

station(
	'adds the trigger, which does not listen without a signing secret, and says so',
	desk,
	async () => {
		await desk.editor.newWorkflow();
		const nodes = await desk.editor.openNodesPanel();
		await nodes.search('whatsapp');
		await nodes.entry('Customer Relationship').click();
		await nodes.unfold('Triggers');
		panel = await nodes.add('On contact created');
		await panel.field('Events').getByText('Contact Created').waitFor();
		const dialog = await panel.newCredential();
		await dialog.fill('Base URL', desk.n8n.service.baseUrl);
		await dialog.fill('Access Token', desk.n8n.service.tokens.manager);
		await dialog.save();
		await dialog.isGone();

		await panel.execute();
		const refusal = '“Signing Secret (Test URL)” in the credential is empty.';
		await desk.editor.page.getByRole('alert').getByText(refusal).waitFor();
		await desk.editor.keep('trigger-without-secret');
	},
);

station(
	'registers the test URL at the service, and keeps its secret in the credential',
	desk,
	async () => {
		testUrl = await panel.copyUrl('Test URL');
		expect(testUrl).toMatch(new RegExp(`^${desk.n8n.url}/webhook-test/[0-9a-f-]{36}/webhook$`));
		await desk.editor.keep('trigger-test-url');
		sandbox = await desk.editor.openSandbox(desk.n8n.service.baseUrl);
		expect(await sandbox.register('contact.created')).toHaveLength(64);
		await desk.editor.keep('sandbox-secret-shown-once', sandbox.page);

		await desk.editor.page.bringToFront();
		const dialog = await panel.openCredential();
		await dialog.paste('Signing Secret (Test URL)');
		await dialog.save();
		await dialog.isTested();
		await dialog.root.getByText('Saved', { exact: true }).waitFor();
		await desk.editor.keep('credential-with-test-secret');
		await dialog.close();
		await sandbox.show('Webhooks');
		await sandbox.done();
	},
);

station('listens for a test event, and shows it', desk, async () => {
	await desk.editor.page.bringToFront();
	await panel.execute();
	await panel.root.getByText('Listening for test event').waitFor();
	await desk.editor.keep('trigger-listening');
	const contact = { name: 'Contato de Teste', phone: '(11) 97777-0201' };
	await desk.n8n.sandbox.asTheApp('POST', '/contacts', contact);
	await desk.editor.page.bringToFront();
	await panel.showOutputAs('JSON');
	for (const text of ['contact.created', 'Contato de Teste', '+5511977770201']) {
		await panel.output.getByText(`"${text}"`).waitFor();
	}
	await desk.editor.keep('trigger-test-event');
	const deliveries = await sandbox.deliveries('contact.created', testUrl);
	await deliveries.getByText('200', { exact: true }).waitFor();
	await desk.editor.keep('sandbox-deliveries', sandbox.page);
});

station(
	'says so when a secret is added behind the dots of another, and so loses that one',
	desk,
	async () => {
		await desk.editor.page.bringToFront();
		const url = await panel.copyUrl('Production URL');
		expect(url).toBe(testUrl.replace('/webhook-test/', '/webhook/'));
		const secret = await sandbox.register('All events');
		await desk.editor.keep('sandbox-second-secret', sandbox.page);

		await desk.editor.page.bringToFront();
		const dialog = await panel.openCredential();
		const stored = await dialog.field('Signing Secret (Test URL)').inputValue();
		await dialog.field('Signing Secret (Test URL)').fill(`${stored}, ${secret}`);
		await dialog.saveAndRead('has lost a secret');
		await desk.editor.keep('credential-lost-secret');

		// The user does as told; the test URL is not needed any more.
		await dialog.fill('Signing Secret (Test URL)', '');
		await dialog.paste('Signing Secret');
		await dialog.save();
		await dialog.isTested();
		await dialog.close();
	},
);

station('is published; an event runs the workflow, which the executions show', desk, async () => {
	await panel.close();
	await desk.editor.publish();
	const url = testUrl.replace('/webhook-test/', '/webhook/');
	const contact = { name: 'Contato em Produção', phone: '(11) 97777-0202' };
	await desk.n8n.sandbox.asTheApp('POST', '/contacts', contact);
	const deliveries = await sandbox.deliveries('contact.created', url);
	await deliveries.getByText('200', { exact: true }).waitFor();

	await desk.editor.page.bringToFront();
	const executions = await desk.editor.openExecutions();
	await executions.nth(1).waitFor();
	expect(await executions.count()).toBe(2);
	await executions.first().click();
	await desk.editor.page
		.locator('[data-test-id=execution-preview-label]')
		.getByText('Succeeded')
		.waitFor();
	await desk.editor.node('Customer Relationship Trigger').waitFor();
	await desk.editor.keep('executions');
	const run = await desk.editor.openNode('Customer Relationship Trigger');
	await run.showOutputAs('JSON');
	await run.output.getByText('"Contato em Produção"').waitFor();
	await desk.editor.keep('execution-output');
});
