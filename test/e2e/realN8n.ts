import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'flatted';

import { installPackage, listPackage, packageManifest } from '../../playground/communityPackage';
import { exampleWorkflows } from '../../playground/exampleWorkflows';
import { madeIn } from '../../playground/folders';
import { ensureN8nInstalled } from '../../playground/installation';
import { startN8n } from '../../playground/n8nProcess';
import { N8nRest, type NodeTypeListing } from '../../playground/n8nRest';
import { freePort } from '../../playground/ports';
import { Supervisor } from '../../playground/processes/supervisor';
import { silentProgress } from '../../playground/progress';
import { provision } from '../../playground/provisioning';
import { SandboxControl } from '../../playground/sandboxControl';
import { startSandbox, type SandboxAddresses } from '../../playground/sandboxProcess';
import { waitUntil } from '../../playground/waitUntil';
import { release } from './release';

export interface Execution {
	id: string;
	status: string;
	mode: string;
}

/** A fresh n8n with the packed node and the provisioned examples, beside a fresh sandbox. */
export interface RealN8n {
	url: string;
	rest: N8nRest;
	sandbox: SandboxControl;
	/** Where the sandbox is, and the tokens it knows. */
	service: SandboxAddresses;
	/** As n8n itself lists them. */
	nodeTypes: NodeTypeListing[];
	/** The executions of a workflow, the newest first, once there are `count` and none is running. */
	executionsOf(workflowId: string, count: number): Promise<Execution[]>;
	/** The executions of a workflow as they are now, the newest first. */
	executionsNow(workflowId: string): Promise<Execution[]>;
	/** What n8n stored of an execution. */
	recordOf(executionId: string): Promise<ExecutionRecord>;
	/** The JSON of what a node gave out in an execution, over all its outputs; empty when it did not run. */
	outputOf(executionId: string, nodeName: string): Promise<unknown[]>;
	/** Starts a workflow at one of its triggers, as the editor's button does. */
	runByHand(workflowId: string, triggerName: string): Promise<void>;
	/** Stops n8n alone, politely or as a crash does. */
	stopN8n(how: 'stop' | 'kill'): Promise<void>;
	/** Starts it again, on the same data and port. */
	startN8n(): Promise<void>;
	stop(): Promise<void>;
}

interface Items {
	main: Array<Array<{ json: unknown }> | null>;
}

/** The part of n8n's record that tests read. */
interface ExecutionRecord {
	resultData: {
		runData: Record<string, Array<{ data?: Items }>>;
		/** What ended the execution. */
		error?: { message: string; description: string };
	};
	/** What was still to run: at first the trigger, with its items. */
	executionData?: { nodeExecutionStack: Array<{ data: Items }> };
}

const EXECUTION_MS = 60_000;

/** @param examples whether the example workflows are put in place, with their credential and registrations */
export async function startRealN8n({ examples = true } = {}): Promise<RealN8n> {
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
		await installPackage(tarball, dataFolder, supervisor);
		const sandbox = await startSandbox(
			{ port: 0, logFile: madeIn(dataFolder).sandboxLog },
			supervisor,
		);
		const port = await freePort();
		let n8n = await startN8n(installation, { port, dataFolder }, supervisor);
		const rest = new N8nRest(n8n.url);
		await rest.signIn();
		const nodeTypes = await rest.nodeTypesOf((await packageManifest()).name);
		await listPackage(nodeTypes, installation, dataFolder, supervisor);
		const control = new SandboxControl(sandbox);
		const inPlace = examples ? await provision(rest, control, sandbox) : [];
		const files = await exampleWorkflows();
		/** A test names an example by the id in its file. */
		const idInN8n = (id: string) => inPlace[files.findIndex((file) => file.id === id)]?.id ?? id;

		const executionsNow = async (workflowId: string) => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId: idInN8n(workflowId) }));
			const { results } = await rest.get<{ results: Execution[] }>(
				`/executions?limit=100&filter=${filter}`,
			);
			return results;
		};
		const executionsOf = async (workflowId: string, count: number) =>
			await waitUntil(`${count} executions of ${workflowId}`, EXECUTION_MS, async () => {
				const results = await executionsNow(workflowId);
				const settled = results.every(
					({ status }) => !['new', 'running', 'waiting'].includes(status),
				);
				if (settled && results.length >= count) return results;
				throw new Error(`n8n has ${results.map(({ status }) => status).join(', ') || 'none'}`);
			});
		const recordOf = async (executionId: string) => {
			const { data } = await rest.get<{ data: string }>(`/executions/${executionId}`);
			return parse(data) as ExecutionRecord;
		};
		const outputOf = async (executionId: string, nodeName: string) => {
			const { runData } = (await recordOf(executionId)).resultData;
			const items = runData[nodeName]?.flatMap((run) => run.data?.main.flat() ?? []) ?? [];
			return items.flatMap((item) => item?.json ?? []);
		};
		const runByHand = async (workflow: string, name: string) => {
			const workflowId = idInN8n(workflow);
			// n8n 1 runs what it is sent, n8n 2 what it has stored.
			const workflowData = rest.publishes ? undefined : await rest.get(`/workflows/${workflowId}`);
			await rest.send('POST', `/workflows/${workflowId}/run`, {
				workflowData,
				triggerToStartFrom: { name },
			});
		};
		const stopN8n = async (how: 'stop' | 'kill') => await n8n.process[how]();
		const startAgain = async () => {
			n8n = await startN8n(installation, { port, dataFolder }, supervisor);
		};
		return {
			...{ url: n8n.url, rest, sandbox: control, service: sandbox, nodeTypes },
			...{ executionsNow, executionsOf, recordOf, outputOf, runByHand },
			...{ stopN8n, startN8n: startAgain, stop },
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
