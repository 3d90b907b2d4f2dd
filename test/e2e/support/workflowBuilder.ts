import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { repository } from '../../../playground/folders';
import { waitUntil } from '../../../playground/waitUntil';
import type { CredentialDialog } from '../../support/editor/credentialDialog';
import type { EditorSession } from './editorSession';
import { measureEffort, saveEffort, type ManualEffort, type SavedWorkflow } from './manualEffort';
import type { NodePanel } from '../../support/editor/nodePanel';
import type { SandboxPage } from '../../support/editor/sandboxPage';
import { journeyStep } from './journeyStep';

/** The name of the step that stands for a spreadsheet. */
export const SHEET = 'Sheet';
const EXECUTION_MS = 60_000;

/** The words to search for, the node to pick, and its action to add. */
export type Wanted = [words: string, node: string, action: string];

/** What is counted of a job. */
export interface Job {
	/** Expressions that n8n wrote for dragged values. */
	dragged: string[];
	/** IDs of the workflows that were saved. */
	workflows: Set<string>;
	/** Workflows that were imported into them. */
	files: SavedWorkflow[];
}

/** Builds workflows only by clicking and typing, and counts what that took. */
export class WorkflowBuilder {
	private readonly table: ManualEffort[] = [];
	/** The service's own page, opened when first needed. */
	private service: SandboxPage | undefined;

	constructor(private readonly session: EditorSession) {}

	/** A step that does a job without a Code node and with at most one expression written by hand. */
	job(name: string, work: (job: Job) => Promise<void>): void {
		journeyStep(name, this.session, async () => {
			const done: Job = { dragged: [], workflows: new Set(), files: [] };
			await work(done);
			const saved: SavedWorkflow[] = [];
			for (const id of done.workflows) {
				saved.push(await this.session.n8n.rest.get(`/workflows/${id}`));
			}
			const took = measureEffort(name, saved, done.dragged, done.files);
			this.table.push(took);
			await saveEffort(this.table);
			expect(took.nodes).toBeGreaterThan(0);
			expect(took.codeNodes).toBe(0);
			expect(took.handwritten.length).toBeLessThanOrEqual(1);
		});
	}

	/** Creates a data table in n8n as if imported from a spreadsheet: all its columns are texts. */
	async sheet(name: string, rows: Array<Record<string, string>>): Promise<void> {
		const { rest } = this.session.n8n;
		const { id: project } = await rest.get<{ id: string }>('/projects/personal');
		const columns = Object.keys(rows[0] ?? {}).map((column) => ({ name: column, type: 'string' }));
		const tables = `/projects/${project}/data-tables`;
		const { id } = await rest.send<{ id: string }>('POST', tables, { name, columns });
		await rest.send('POST', `${tables}/${id}/insert`, { data: rows });
	}

	/** Creates a workflow with its first node. In front of an action n8n adds a manual trigger. */
	async begin(...wanted: Wanted): Promise<NodePanel> {
		await this.session.editor.newWorkflow();
		return await (await this.session.editor.openNodesPanel()).find(...wanted);
	}

	/** Creates a workflow that starts with the rows of a data table, ready to be dragged. */
	async beginWithRows(table: string): Promise<NodePanel> {
		const panel = await this.begin('data table', 'Data table', 'Get row(s)');
		// n8n lists no tables for an unsaved workflow.
		await this.session.editor.workflowId();
		const tables = await panel.openList('Data table');
		await tables.entries('the table', (names) => names.includes(table));
		await tables.pick(table);
		await panel.switchOn('Return All');
		await this.executeStep(panel);
		return panel;
	}

	/** Executes a step and waits for its items. */
	async executeStep(panel: NodePanel): Promise<void> {
		await panel.execute();
		await panel.output.getByText(/^\d+ items?$/).waitFor();
	}

	/** Creates a workflow that starts with the rows of a spreadsheet, pinned as n8n pins the output of a Google Sheets step. */
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
		await this.session.editor.importFile(file);
		await rm(folder, { recursive: true });
		return await this.session.editor.openNode(SHEET);
	}

	/** Adds the next node after the one whose panel is open. */
	async next(panel: NodePanel, behind: string, ...wanted: Wanted): Promise<NodePanel> {
		await panel.close();
		return await (await this.session.editor.openNodesPanelBehind(behind)).find(...wanted);
	}

	/** Closes the panel, executes the workflow, and expects it to succeed. */
	async executeAll(panel: NodePanel, done: Job): Promise<void> {
		await panel.close();
		const { workflow, execution } = await this.session.editor.execute();
		done.workflows.add(workflow);
		await this.succeeded(workflow, execution);
	}

	/** Waits until an execution has succeeded. @param execution its ID; the newest by default */
	async succeeded(workflow: string, execution?: string): Promise<string> {
		return await waitUntil('the execution to succeed', EXECUTION_MS, async () => {
			const all = await this.session.n8n.executionsNow(workflow);
			const run = execution === undefined ? all[0] : all.find(({ id }) => id === execution);
			if (run?.status === 'success') return run.id;
			throw new Error(`it is ${run?.status ?? 'not there'}`);
		});
	}

	/** Fills in a new credential and saves it. @param pasted whether a signing secret is in the clipboard for it */
	async fillIn(dialog: CredentialDialog, { pasted = false } = {}): Promise<void> {
		await dialog.fill('Base URL', this.session.n8n.service.baseUrl);
		await dialog.fill('Access Token', this.session.n8n.service.tokens.manager);
		if (pasted) await dialog.paste('Signing Secret');
		await dialog.save();
		await dialog.isGone();
	}

	/**
	 * Registers a trigger's production URL with the service.
	 * @param field of the credential that n8n chose, for the secret; without it the trigger gets a credential of its own
	 * @returns the URL
	 */
	async register(trigger: NodePanel, event: string, field?: string): Promise<string> {
		const { editor, n8n } = this.session;
		const url = await trigger.copyUrl('Production URL');
		this.service ??= await editor.openSandbox(n8n.service.baseUrl);
		await this.service.register(event);
		await this.service.done();
		await editor.page.bringToFront();
		if (field === undefined) {
			await this.fillIn(await trigger.anotherCredential(), { pasted: true });
			return url;
		}
		const dialog = await trigger.openCredential();
		await dialog.paste(field);
		await dialog.save();
		await dialog.isTested();
		await dialog.close();
		return url;
	}

	/** Imports an example, whose steps find the first credential by name. */
	async importExample(file: string, done: Job): Promise<void> {
		const path = join(repository, 'examples', file);
		await this.session.editor.importFile(path);
		done.files.push(JSON.parse(await readFile(path, 'utf8')) as SavedWorkflow);
	}

	/** Publishes the workflow. @returns its ID */
	async publish(done: Job, panel?: NodePanel): Promise<string> {
		await panel?.close();
		await this.session.editor.publish();
		const id = await this.session.editor.workflowId();
		done.workflows.add(id);
		return id;
	}
}
