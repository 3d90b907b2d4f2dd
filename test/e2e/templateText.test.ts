/** A template's text, pasted in n8n's editor: a row for each variable, through changes, a reload and a copy of the node. */
import { randomUUID } from 'node:crypto';

import { waitUntil } from '../../playground/waitUntil';
import { Editor } from '../support/editor/editor';
import type { NodePanel } from '../support/editor/nodePanel';
import type { EditorSession } from './support/editorSession';
import { journeyStep } from './support/journeyStep';
import { sharedN8n } from './support/sharedN8n';
import { account, ACTION, workflowOf, type Credentials, type Node } from './support/workflow';

const n8n = sharedN8n();
const session = { n8n } as unknown as EditorSession;
const SEND = 'Send';
const PLAIN = 'Plain list';
const TOOL = 'Tool';
const TEXT = 'Olá, {{1}}! Sua consulta com {{2}} é em {{3}}. Até lá!';
const LABELS = ['Olá, {{1}}', 'consulta com {{2}}', 'é em {{3}}'];
const ROW = { nome: 'Ana', medica: 'Dra. Lia', dia: '30/11' };
const PHONE = '(11) 97777-0451';

let credentials: Credentials;
let workflow: string;
let panel: NodePanel;

const sendNode = (name: string, type: string, parameters: object): Node => ({
	...{ name, type, credentials, id: randomUUID() },
	parameters: {
		...{ resource: 'conversation', operation: 'start', phone: PHONE },
		...{ templateName: 'confirmar_consulta', ...parameters },
	},
});
/** A row that goes to a node without a text and to one with the plain list, and a tool. */
const workflowWithRow = async () =>
	await workflowOf(
		n8n,
		[
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				...{ name: 'Rows', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
				parameters: { mode: 'raw', jsonOutput: JSON.stringify(ROW) },
			},
			sendNode(SEND, ACTION, {}),
			sendNode(PLAIN, ACTION, {
				templateParams: { param: Object.values(ROW).map((value) => ({ value })) },
			}),
			sendNode(TOOL, `${ACTION}Tool`, { templateText: TEXT }),
		],
		[
			['Start', 'Rows'],
			['Rows', SEND],
			['Rows', PLAIN],
		],
		{ Rows: [{ json: ROW }] },
	);
const saved = async (name: string) =>
	(
		await n8n.rest.get<{ nodes: Array<{ name: string; parameters: Record<string, unknown> }> }>(
			`/workflows/${workflow}`,
		)
	).nodes.find((node) => node.name === name)?.parameters;
const rowsAre = async (labels: string[]) =>
	await waitUntil(`the rows ${labels.join()}`, 10_000, async () => {
		const shown = await panel.rows();
		if (shown.join() === labels.join()) return true;
		throw new Error(shown.join());
	});
const starts = async () =>
	(await n8n.sandbox.requests()).filter(
		({ method, path }) => method === 'POST' && path === '/api/v1/conversations',
	);
/** A picture of the rows. */
async function keep(name: string): Promise<void> {
	await panel.field('Once per Phone').scrollIntoViewIfNeeded();
	await session.editor.keep(name);
}
async function reopen(): Promise<void> {
	await panel.close();
	panel = await session.editor.openNode(SEND);
}

beforeAll(async () => {
	await n8n.sandbox.reset();
	credentials = await account(n8n);
	session.editor = await Editor.signIn(n8n.url);
});
afterAll(async () => {
	await session.editor?.close();
	await n8n.sandbox.reset();
});

journeyStep('a pasted text stays text, and has a row for each variable', session, async () => {
	workflow = await workflowWithRow();
	await session.editor.openWorkflow(workflow);
	panel = await session.editor.openNode(SEND);
	await session.editor.keep('template-before-text');
	await panel.paste('Template Text', TEXT);
	await rowsAre(LABELS);
	expect((await panel.field('Template Text').locator('textarea').inputValue()).trim()).toBe(TEXT);
	await keep('template-rows');
	for (const [at, name] of Object.keys(ROW).entries()) await panel.drag(name, LABELS[at]!);
	await session.editor.keep('template-rows-filled');
});

journeyStep('Check Only shows the finished message, and it is sent', session, async () => {
	await panel.addTo('Options', 'Add Option', 'Check Only');
	await panel.execute();
	await panel.showOutputAs('Table');
	const message = 'Olá, Ana! Sua consulta com Dra. Lia é em 30/11. Até lá!';
	await panel.output.getByText(message).first().waitFor();
	await session.editor.keep('template-check-only');
	expect(await starts()).toHaveLength(0);

	await panel.field('Check Only').locator('.el-switch').click();
	await panel.execute();
	const sent = await waitUntil('the message to be sent', 10_000, async () => {
		const requests = await starts();
		return requests.length > 0 ? requests : undefined;
	});
	await panel.output.getByText(message).first().waitFor();
	await session.editor.keep('template-sent');
	expect(sent.map(({ status }) => status)).toEqual([202]);
	expect(JSON.parse(sent[0]!.rawBody)).toMatchObject({
		template: { params: Object.values(ROW) },
	});
});

journeyStep(
	'after a change of the text the rows follow when the panel opens',
	session,
	async () => {
		const shorter = 'Olá, {{1}}! Sua consulta com {{2}} foi confirmada.';
		await panel.fill('Template Text', shorter);
		await panel.execute();
		await panel.errorMessage.getByText('has a value, but “Template Text” has no {{3}}').waitFor();
		await session.editor.keep('template-changed-text');
		await reopen();
		await rowsAre(LABELS.slice(0, 2));
		await panel.fill('Template Text', TEXT);
		await panel.execute();
		await panel.errorMessage.getByText(`in “…{{2}} é em {{3}}. Até lá!” has no row`).waitFor();
		await reopen();
		await rowsAre(LABELS);
		await keep('template-rows-back');
		await panel.execute();
		await panel.errorMessage.getByText(`in “…{{2}} é em {{3}}. Até lá!” is empty`).waitFor();
		await panel.drag('dia', LABELS[2]!);
		expect(await starts()).toHaveLength(1);
	},
);

journeyStep('a reload and a copy of the node keep the values', session, async () => {
	await panel.close();
	await session.editor.page.keyboard.press('ControlOrMeta+S');
	const values = { 1: '={{ $json.nome }}', 2: '={{ $json.medica }}', 3: '={{ $json.dia }}' };
	const kept = {
		templateText: expect.stringContaining(TEXT),
		templateVariables: { value: values },
	};
	await waitUntil('the workflow to be saved', 10_000, async () => {
		const { templateVariables: { value } = {} } = (await saved(SEND)) as never as typeof kept;
		return JSON.stringify(value) === JSON.stringify(values) ? true : undefined;
	});
	expect(await saved(SEND)).toMatchObject(kept);
	await session.editor.openWorkflow(workflow);
	panel = await session.editor.openNode(SEND);
	await rowsAre(LABELS);
	await keep('template-reloaded');
	await panel.close();
	await session.editor.node(SEND).click();
	await session.editor.page.keyboard.press('ControlOrMeta+D');
	await session.editor.node(`${SEND}1`).waitFor();
	panel = await session.editor.openNode(`${SEND}1`);
	await rowsAre(LABELS);
	await keep('template-copied');
	await panel.close();
	await session.editor.page.keyboard.press('ControlOrMeta+S');
	await waitUntil('the copy to be saved', 10_000, async () => await saved(`${SEND}1`));
	expect(await saved(`${SEND}1`)).toMatchObject(kept);
});

journeyStep('a node with the plain list opens and runs as it was', session, async () => {
	panel = await session.editor.openNode(PLAIN);
	await panel.field('Value').waitFor();
	await keep('template-plain-list');
	await panel.execute();
	await panel.output.getByText('Olá, Ana! Sua consulta com Dra. Lia é em 30/11.').first().waitFor();
	expect(await starts()).toHaveLength(2);
});

journeyStep('in a tool each row is a parameter of its own', session, async () => {
	await panel.close();
	panel = await session.editor.openNode(TOOL);
	const labels = ['Ola, {1}', 'consulta com {2}', 'e em {3}'];
	await rowsAre(labels);
	for (const label of labels) {
		const field = panel.field(label);
		await field.hover();
		await field.locator('[data-test-id=from-ai-override-button]').click();
	}
	await keep('template-tool');
	await panel.close();
	await session.editor.page.keyboard.press('ControlOrMeta+S');
	const value = await waitUntil('the tool to be saved', 10_000, async () => {
		const { templateVariables } = (await saved(TOOL)) as {
			templateVariables?: { value?: Record<string, string> };
		};
		return Object.keys(templateVariables?.value ?? {}).length === 3
			? templateVariables?.value
			: undefined;
	});
	expect(Object.values(value!).map((one) => /\$fromAI\('([^']*)'/.exec(one)?.[1])).toEqual([
		'Ola___1_',
		'consulta_com__2_',
		'e_em__3_',
	]);
});
