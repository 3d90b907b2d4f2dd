/** Spreadsheets as people have them, in n8n's editor: what the panel says is understood without a page. */
import { waitUntil } from '../../playground/waitUntil';
import { Editor } from '../support/editor/editor';
import type { EditorSession } from './support/editorSession';
import { journeyStep } from './support/journeyStep';
import { sharedN8n } from './support/sharedN8n';
import { account, ACTION, itemsOf, toItems, workflowOf } from './support/workflow';

const n8n = sharedN8n();
const session = { n8n } as unknown as EditorSession;

beforeAll(async () => {
	await n8n.sandbox.reset();
	session.editor = await Editor.signIn(n8n.url);
});
afterAll(async () => {
	await session.editor?.close();
	await n8n.sandbox.reset();
});

interface Saved {
	versionId: string;
	nodes: Array<{ name: string; parameters: object }>;
}

/** A workflow of a sheet and one node. */
async function sheetInto(parameters: object): Promise<string> {
	const node = { name: 'Node', type: ACTION, parameters, credentials: await account(n8n) };
	return await workflowOf(n8n, [...itemsOf('row', []), node], [...toItems, ['Items', 'Node']]);
}

/** Fills the sheet of a workflow. */
async function fill(workflow: string, rows: object[]): Promise<void> {
	const path = `/workflows/${workflow}`;
	const { versionId, nodes } = await n8n.rest.get<Saved>(path);
	const list = nodes.find(({ name }) => name === 'List')!;
	list.parameters = { mode: 'raw', jsonOutput: JSON.stringify({ row: rows }) };
	await n8n.rest.send('PATCH', path, { versionId, nodes });
}

/** Runs the workflow that the editor shows. @returns what the node's panel shows */
async function run(picture: string): Promise<string> {
	const { execution } = await session.editor.execute();
	await waitUntil('the run to end', 60_000, async () => {
		const { status } = await n8n.rest.get<{ status: string }>(`/executions/${execution}`);
		return ['success', 'error'].includes(status) ? true : undefined;
	});
	const panel = await session.editor.openNode('Node');
	await panel.output
		.getByText(/item|problem|error/i)
		.first()
		.waitFor();
	await session.editor.keep(picture);
	const text = await panel.output.innerText();
	await panel.close();
	return text.replace(/\s+/g, ' ');
}

const written = async (path: string) =>
	(await n8n.sandbox.requests()).filter(
		(request) => request.method === 'POST' && request.path === `/api/v1/${path}`,
	);

journeyStep('a sheet of ten of whom three have the message, run twice', session, async () => {
	const people = Array.from({ length: 10 }, (_, index) => ({
		name: `Pessoa ${index + 1}`,
		phone: `(11) 97777-04${String(index).padStart(2, '0')}`,
	}));
	const before = (await n8n.sandbox.messages()).length;
	const queued = async () => (await n8n.sandbox.messages()).length - before;
	const workflow = await sheetInto({
		...{ resource: 'conversation', operation: 'start', oncePerPhone: true },
		...{ templateName: 'boas_vindas', phone: '={{ $json.phone }}' },
		templateParams: { param: [{ value: '={{ $json.name }}' }] },
	});
	await fill(workflow, people.slice(3, 6));
	await n8n.rest.runByHand(workflow, 'Start');
	await waitUntil('the run of three to end', 60_000, async () => {
		const [earlier] = await n8n.rest.executionsOf(workflow, ['success']);
		return earlier && true;
	});
	expect(await queued()).toBe(3);

	// Their names are spelled in another way by now.
	const all = people.map(({ name, phone }) => ({ phone, name: name.toUpperCase() }));
	all[9]!.name += '<br>';
	await fill(workflow, all);
	await session.editor.openWorkflow(workflow);
	const first = await run('sheet-of-ten');
	expect(await queued()).toBe(10);
	// n8n takes hints for HTML.
	expect(first).toContain('holds “<br>”, an HTML tag');
	expect(first).toContain('Nothing was sent for PESSOA 4, (11) 97777-0403 [item 3], PESSOA 5, ');
	const second = await run('sheet-of-ten-again');
	expect(second).toContain('Nothing was sent now for items 0–2 and 6–9');
	expect(await queued()).toBe(10);
});

/** One row of each kind that nobody means, and one that is right. */
const BAD_ROWS: Array<[row: object, problem: RegExp]> = [
	[{ phone: '1,1987654E+10' }, /shortened/],
	[{ phone: '(11) 98765-4321 / (11) 98765-4322' }, /two/i],
	[{ phone: 'a confirmar' }, /word/i],
	[{ phone: '120363043@g.us' }, /group/i],
	[{ name: '#N/A' }, /#N\/A/],
	[{ name: 'JosÃ\u00a9 \ufffd' }, /lost\. .*Encoding/],
	[{ email: 'não tem' }, /not an email address/],
	[{ name: '[object Object]' }, /\[object Object\]/],
];

journeyStep('the import of a sheet names all bad rows at once', session, async () => {
	const workflow = await sheetInto({
		...{ resource: 'contact', operation: 'upsert', name: '={{ $json.name }}' },
		...{ phone: '={{ $json.phone }}', email: '={{ $json.email }}' },
	});
	const good = { name: 'Ana', phone: '(11) 97777-0500', email: 'ana@example.com' };
	const rows = [good, ...BAD_ROWS.map(([row]) => ({ ...good, ...row }))];
	await fill(workflow, rows);
	await session.editor.openWorkflow(workflow);
	const text = await run('sheet-with-bad-rows');
	for (const [, problem] of BAD_ROWS) expect(text).toMatch(problem);
	expect(await written('contacts')).toEqual([]);
});
