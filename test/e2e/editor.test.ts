import { Editor } from './editor';
import { startRealN8n, type RealN8n } from './realN8n';

let n8n: RealN8n;
let editor: Editor;

beforeAll(async () => {
	n8n = await startRealN8n();
	editor = await Editor.signIn(n8n.url);
});
afterAll(async () => {
	await editor?.close();
	await n8n?.stop();
});

it('draws the example workflow with our nodes known to n8n', async () => {
	await editor.openWorkflow('welcomeNewContact');
	await editor.keep('workflow');
	for (const name of ['When a contact is created', 'Start the welcome conversation']) {
		expect(await editor.node(name).count()).toBe(1);
	}
	// n8n marks a node whose type it does not know with a question mark instead of the node's icon.
	const icons = editor.node('Start the welcome conversation').locator('img');
	expect(await icons.first().getAttribute('src')).toContain('CustomerRelationship');
});

it("shows the action node's fields, the example's values and the credential", async () => {
	await editor.openWorkflow('welcomeNewContact');
	const panel = await editor.openPanel('Start the welcome conversation');
	await panel.getByText('Template Name', { exact: true }).waitFor();
	await editor.keep('action-node');
	for (const label of ['Resource', 'Operation', 'Phone', 'Template Language', 'Template Variables']) {
		expect(await panel.getByText(label, { exact: true }).count()).toBeGreaterThan(0);
	}
	expect(await panel.locator('input').evaluateAll(inputValues)).toEqual(
		expect.arrayContaining(['Conversation', 'Start', 'boas_vindas', 'Customer Relationship account']),
	);
});

it("shows the trigger's events and its production URL", async () => {
	await editor.openWorkflow('welcomeNewContact');
	const panel = await editor.openPanel('When a contact is created');
	await panel.getByText('Events', { exact: true }).waitFor();
	await editor.keep('trigger-node');
	expect(await panel.getByText('Contact Created').count()).toBeGreaterThan(0);
	await panel.getByText('Webhook URLs', { exact: true }).click();
	await panel.getByText('Production URL', { exact: true }).click();
	await panel.getByText(`${n8n.url}/webhook/`).waitFor();
});

/** Runs in the browser. */
function inputValues(inputs: Array<HTMLElement | SVGElement>): string[] {
	return inputs.map((input) => (input as HTMLInputElement).value);
}
