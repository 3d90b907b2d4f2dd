import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'flatted';

import { installPackage, listPackage, packageManifest } from '../../playground/communityPackage';
import { installationFolder, madeIn } from '../../playground/folders';
import { ensureN8nInstalled } from '../../playground/installation';
import { startN8n } from '../../playground/n8nProcess';
import { N8nRest, type NodeTypeListing } from '../../playground/n8nRest';
import { freePort } from '../../playground/ports';
import { Supervisor } from '../../playground/processes/supervisor';
import { silentProgress } from '../../playground/progress';
import { provision } from '../../playground/provisioning';
import { SandboxControl } from '../../playground/sandboxControl';
import { startSandbox } from '../../playground/sandboxProcess';
import { waitUntil } from '../../playground/waitUntil';

export interface Execution {
	id: string;
	workflowId: string;
	status: string;
}

/** A fresh n8n with the packed node and the provisioned examples, beside a fresh sandbox. */
export interface RealN8n {
	url: string;
	rest: N8nRest;
	sandbox: SandboxControl;
	/** As n8n itself lists them. */
	nodeTypes: NodeTypeListing[];
	/** The executions of a workflow, the newest first, once there are `count` and none is running. */
	executionsOf(workflowId: string, count: number): Promise<Execution[]>;
	/** The JSON of what a node gave out in an execution, over all its outputs; empty when it did not run. */
	outputOf(executionId: string, nodeName: string): Promise<unknown[]>;
	/** Starts a workflow at one of its triggers, as the editor's button does. */
	runByHand(workflowId: string, triggerName: string): Promise<void>;
	stop(): Promise<void>;
}

interface RunData {
	resultData: {
		runData: Record<string, Array<{ data?: { main: Array<Array<{ json: unknown }> | null> } }>>;
	};
}

const EXECUTION_MS = 60_000;

export async function startRealN8n(): Promise<RealN8n> {
	const dataFolder = await mkdtemp(join(tmpdir(), 'n8n-e2e-'));
	const supervisor = new Supervisor();
	const stop = async () => {
		await supervisor.stopAll();
		await rm(dataFolder, { recursive: true, force: true });
	};
	try {
		const installation = await ensureN8nInstalled(installationFolder, supervisor, silentProgress);
		const tarball = process.env.E2E_TARBALL;
		if (!tarball) throw new Error("jest's global set-up has not packed the node");
		await installPackage(tarball, dataFolder, supervisor);
		const sandbox = await startSandbox(
			{ port: 0, logFile: madeIn(dataFolder).sandboxLog },
			supervisor,
		);
		const n8n = await startN8n(installation, { port: await freePort(), dataFolder }, supervisor);
		const rest = new N8nRest(n8n.url);
		await rest.signIn();
		const nodeTypes = await rest.nodeTypesOf((await packageManifest()).name);
		await listPackage(nodeTypes, installation, dataFolder, supervisor);
		const control = new SandboxControl(sandbox);
		await provision(rest, control, sandbox);

		const executionsOf = async (workflowId: string, count: number) =>
			await waitUntil(`${count} executions of ${workflowId}`, EXECUTION_MS, async () => {
				const filter = encodeURIComponent(JSON.stringify({ workflowId }));
				const { results } = await rest.get<{ results: Execution[] }>(`/executions?filter=${filter}`);
				const settled = results.every(({ status }) => !['new', 'running', 'waiting'].includes(status));
				return settled && results.length >= count ? results : undefined;
			});
		const outputOf = async (executionId: string, nodeName: string) => {
			const { data } = await rest.get<{ data: string }>(`/executions/${executionId}`);
			const { runData } = (parse(data) as RunData).resultData;
			const items = runData[nodeName]?.flatMap((run) => run.data?.main.flat() ?? []) ?? [];
			return items.flatMap((item) => item?.json ?? []);
		};
		const runByHand = async (workflowId: string, name: string) => {
			await rest.send('POST', `/workflows/${workflowId}/run`, { triggerToStartFrom: { name } });
		};
		return {
			...{ url: n8n.url, rest, sandbox: control, nodeTypes },
			...{ executionsOf, outputOf, runByHand, stop },
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
