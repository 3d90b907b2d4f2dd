import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { repository } from '../../../playground/folders';
import { waitUntil } from '../../../playground/waitUntil';
import type { CredentialDialog } from '../../support/editor/credentialDialog';
import type { Desk } from './desk';
import { handworkOf, keepHandwork, type Handwork, type SavedWorkflow } from './handwork';
import type { NodePanel } from '../../support/editor/nodePanel';
import type { SandboxPage } from '../../support/editor/sandboxPage';
import { station } from './station';

/** What the step is called that stands for a sheet. */
export const SHEET = 'Sheet';
const EXECUTION_MS = 60_000;

/** Whom to search for, by which words, and what of it to add. */
export type Wanted = [words: string, node: string, action: string];

/** What a job leaves to be counted. */
export interface Job {
	/** The expressions that dragging wrote. */
	dragged: string[];
	/** The workflows that were saved. */
	workflows: Set<string>;
	/** What was imported into them. */
	files: SavedWorkflow[];
}

/** Builds workflows by clicks and typing alone, and counts what that took. */
export class Workbench {
	private readonly table: Handwork[] = [];
	/** The service's own page, once it was needed. */
	private service: SandboxPage | undefined;

	constructor(private readonly desk: Desk) {}

	/** A station that does a job: without a Code node, and with one expression written by hand at most. */
	job(name: string, work: (job: Job) => Promise<void>): void {
		station(name, this.desk, async () => {
			const done: Job = { dragged: [], workflows: new Set(), files: [] };
			await work(done);
			const saved: SavedWorkflow[] = [];
			for (const id of done.workflows) {
				saved.push(await this.desk.n8n.rest.get(`/workflows/${id}`));
			}
			const took = handworkOf(name, saved, done.dragged, done.files);
			this.table.push(took);
			await keepHandwork(this.table);
			expect(took.nodes).toBeGreaterThan(0);
			expect(took.codeNodes).toBe(0);
			expect(took.handwritten.length).toBeLessThanOrEqual(1);
		});
	}

	/** A table of n8n's own, as somebody has it who has imported a sheet: all its columns are texts. */
	async sheet(name: string, rows: Array<Record<string, string>>): Promise<void> {
		const { rest } = this.desk.n8n;
		const { id: project } = await rest.get<{ id: string }>('/projects/personal');
		const columns = Object.keys(rows[0] ?? {}).map((column) => ({ name: column, type: 'string' }));
		const tables = `/projects/${project}/data-tables`;
		const { id } = await rest.send<{ id: string }>('POST', tables, { name, columns });
		await rest.send('POST', `${tables}/${id}/insert`, { data: rows });
	}

	/** A new workflow with its first node; before an action n8n puts a start of its own. */
	async begin(...wanted: Wanted): Promise<NodePanel> {
		await this.desk.editor.newWorkflow();
		return await (await this.desk.editor.openNodesPanel()).find(...wanted);
	}

	/** A new workflow that begins with the rows of a table, which are there to be dragged. */
	async beginWithRows(table: string): Promise<NodePanel> {
		const panel = await this.begin('data table', 'Data table', 'Get row(s)');
		// n8n lists no tables for a workflow that it has not saved yet.
		await this.desk.editor.workflowId();
		const tables = await panel.openList('Data table');
		await tables.entries('the table', (names) => names.includes(table));
		await tables.pick(table);
		await panel.switchOn('Return All');
		await this.executeStep(panel);
		return panel;
	}

	/** Executes a step until its items are there. */
	async executeStep(panel: NodePanel): Promise<void> {
		await panel.execute();
		await panel.output.getByText(/^\d+ items?$/).waitFor();
	}

	/** A new workflow that begins with the rows of a sheet, headings and all, as n8n keeps what its Google Sheets step gave out. */
	async beginWithSheet(rows: Array<Record<string, string>>): Promise<NodePanel> {
		const type = 'n8n-nodes-base.manualTrigger';
		const node = {
			type,
			typeVersion: 1,
			name: SHEET,
			id: 'sheet',
			position: [0, 0],
			parameters: {},
		};
		const pinData = { [SHEET]: rows.map((json) => ({ json })) };
		const folder = await mkdtemp(join(tmpdir(), 'sheet-'));
		const file = join(folder, 'sheet.json');
		await writeFile(file, JSON.stringify({ name: SHEET, nodes: [node], connections: {}, pinData }));
		await this.desk.editor.importFile(file);
		await rm(folder, { recursive: true });
		return await this.desk.editor.openNode(SHEET);
	}

	/** The next node, behind the one whose panel is open. */
	async next(panel: NodePanel, behind: string, ...wanted: Wanted): Promise<NodePanel> {
		await panel.close();
		return await (await this.desk.editor.openNodesPanelBehind(behind)).find(...wanted);
	}

	/** Closes the panel and executes the workflow, which succeeds. */
	async executeAll(panel: NodePanel, done: Job): Promise<void> {
		await panel.close();
		const { workflow, execution } = await this.desk.editor.execute();
		done.workflows.add(workflow);
		await this.succeeded(workflow, execution);
	}

	/** Waits until an execution has succeeded. @param execution its ID; the newest one where it is not given */
	async succeeded(workflow: string, execution?: string): Promise<string> {
		return await waitUntil('the execution to succeed', EXECUTION_MS, async () => {
			const all = await this.desk.n8n.executionsNow(workflow);
			const run = execution === undefined ? all[0] : all.find(({ id }) => id === execution);
			if (run?.status === 'success') return run.id;
			throw new Error(`it is ${run?.status ?? 'not there'}`);
		});
	}

	/** Fills a new credential in and saves it. @param pasted whether a signing secret was copied for it */
	async fillIn(dialog: CredentialDialog, { pasted = false } = {}): Promise<void> {
		await dialog.fill('Base URL', this.desk.n8n.service.baseUrl);
		await dialog.fill('Access Token', this.desk.n8n.service.tokens.manager);
		if (pasted) await dialog.paste('Signing Secret');
		await dialog.save();
		await dialog.isGone();
	}

	/** Registers a trigger's production URL at the service, and gives the trigger a credential of its own with the secret. @returns the URL */
	async register(trigger: NodePanel, event: string): Promise<string> {
		const { editor, n8n } = this.desk;
		const url = await trigger.copyUrl('Production URL');
		this.service ??= await editor.openSandbox(n8n.service.baseUrl);
		await this.service.register(event);
		await this.service.done();
		await editor.page.bringToFront();
		await this.fillIn(await trigger.anotherCredential(), { pasted: true });
		return url;
	}

	/** Imports an example; its steps find the first credential by its name. */
	async importExample(file: string, done: Job): Promise<void> {
		const path = join(repository, 'examples', file);
		await this.desk.editor.importFile(path);
		done.files.push(JSON.parse(await readFile(path, 'utf8')) as SavedWorkflow);
	}

	/** Publishes the workflow. @returns its ID */
	async publish(done: Job, panel?: NodePanel): Promise<string> {
		await panel?.close();
		await this.desk.editor.publish();
		const id = await this.desk.editor.workflowId();
		done.workflows.add(id);
		return id;
	}
}
