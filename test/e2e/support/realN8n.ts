import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installPackage, listPackage, packageManifest } from '../../../playground/communityPackage';
import { madeIn } from '../../../playground/folders';
import { ensureN8nInstalled } from '../../../playground/installation';
import { startN8n } from '../../../playground/n8nProcess';
import { N8nRest, type Execution, type ExecutionRecord } from '../../../playground/n8nRest';
import { freePort } from '../../../playground/ports';
import { Supervisor } from '../../../playground/processes';
import { silentProgress } from '../../../playground/progress';
import { SandboxControl } from '../../../playground/sandboxControl';
import { startSandbox, type SandboxAddresses } from '../../../playground/sandboxProcess';
import { waitUntil } from '../../../playground/waitUntil';
import { release } from '../../support/n8nReleases';
import { residentMemory } from './processTree';

const EXECUTION_MS = 60_000;

/** A real n8n with the packed node, and a sandbox. */
export class RealN8n {
	readonly url: string;
	readonly sandbox: SandboxControl;

	/**
	 * @param service where the sandbox is, and the tokens it knows
	 * @param logFile what n8n has printed
	 */
	constructor(
		readonly rest: N8nRest,
		readonly service: SandboxAddresses,
		readonly logFile: string,
	) {
		this.url = rest.url;
		this.sandbox = new SandboxControl(service);
	}

	/** The executions of a workflow as they are now, the newest first. */
	async executionsNow(workflowId: string): Promise<Execution[]> {
		return await this.rest.executionsOf(workflowId);
	}

	/** The executions of a workflow, the newest first, once there are `count` and none is running. */
	async executionsOf(workflowId: string, count: number): Promise<Execution[]> {
		return await waitUntil(
			`${count} executions of ${workflowId}`,
			EXECUTION_MS,
			async () => {
				const results = await this.executionsNow(workflowId);
				const settled = results.every(
					({ status }) => !['new', 'running', 'waiting'].includes(status),
				);
				if (settled && results.length >= count) return results;
				throw new Error(`n8n has ${results.map(({ status }) => status).join(', ') || 'none'}`);
			},
			50,
		);
	}

	/** An execution as n8n stored it. */
	async recordOf(executionId: string): Promise<ExecutionRecord> {
		return await this.rest.recordOf(executionId);
	}

	/** The JSON of a node's output items in an execution, over all its outputs; empty if it did not run. */
	async outputOf(executionId: string, nodeName: string): Promise<unknown[]> {
		return await this.rest.outputOf(executionId, nodeName);
	}

	/** The text of the file that a node put out in an execution. */
	async fileOf(executionId: string, nodeName: string): Promise<string> {
		const { runData } = (await this.recordOf(executionId)).resultData;
		const file = runData[nodeName]?.[0]?.data?.main[0]?.[0]?.binary?.data;
		if (!file) throw new Error(`${nodeName} made no file`);
		return file.id
			? await this.rest.file(file.id)
			: Buffer.from(file.data, 'base64').toString('utf8');
	}

	/** Starts a workflow at one of its triggers, as the editor's button does. */
	async runByHand(workflowId: string, name: string): Promise<void> {
		await this.rest.runByHand(workflowId, name);
	}
}

/** An n8n that can be stopped and started again. */
export interface StoppableN8n extends RealN8n {
	/** Stops n8n, not the sandbox: gracefully or as a crash does. */
	stopN8n(how: 'stop' | 'kill'): Promise<void>;
	/** Starts it again, on the same data and port. */
	startN8n(): Promise<void>;
}

/** A fresh n8n for one test file. */
export interface OwnN8n extends StoppableN8n {
	/** The resident memory of n8n's process, in bytes. */
	memory(): number;
	stop(): Promise<void>;
}

/**
 * @param settings n8n's, on top of the playground's
 * @param flags the sandbox's
 */
export async function startRealN8n(
	settings: Record<string, string> = {},
	flags: string[] = [],
): Promise<OwnN8n> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'n8n-e2e-'));
	const supervisor = new Supervisor();
	const stop = async () => {
		await supervisor
			.stopAll()
			.finally(async () => await rm(dataFolder, { recursive: true, force: true }));
	};
	try {
		const { folder, template } = release;
		const installation = await ensureN8nInstalled(folder, supervisor, silentProgress, template);
		const tarball = process.env.E2E_TARBALL;
		if (!tarball) throw new Error("jest's global set-up has not packed the node");
		await installPackage(tarball, installation, dataFolder, supervisor);
		const { sandboxLog, n8nLog } = madeIn(dataFolder);
		const sandbox = await startSandbox({ port: 0, logFile: sandboxLog, flags }, supervisor);
		const port = await freePort();
		const role = { name: 'n8n', args: ['start'], env: settings };
		let n8n = await startN8n(installation, { port, dataFolder, role }, supervisor);
		const rest = new N8nRest(n8n.url);
		await rest.signIn();
		const nodeTypes = await rest.nodeTypesOf((await packageManifest()).name);
		await listPackage(nodeTypes, installation, dataFolder, supervisor);
		const { baseUrl, controlUrl, tokens } = sandbox;
		return Object.assign(new RealN8n(rest, { baseUrl, controlUrl, tokens }, n8nLog), {
			stopN8n: async (how: 'stop' | 'kill') => await n8n.process[how](),
			startN8n: async () => {
				n8n = await startN8n(installation, { port, dataFolder, role }, supervisor);
			},
			memory: () => residentMemory(n8n.process.pid!),
			stop,
		});
	} catch (error) {
		await stop();
		throw error;
	}
}
