import { mkdir, rm } from 'node:fs/promises';

import { Attempt } from './attempt';
import { banner } from './banner';
import { installPackage, listPackage, packPackage, packageManifest } from './communityPackage';
import { exampleWorkflows } from './exampleWorkflows';
import { holdFolder } from './folderLock';
import { installationFolder, madeIn } from './folders';
import { ensureN8nInstalled } from './installation';
import { startScriptedModel, type ScriptedModel } from './model/scriptedModel';
import { startN8n } from './n8nProcess';
import { N8nRest } from './n8nRest';
import type { PlaygroundOptions } from './options';
import { PlaygroundError } from './playgroundError';
import { assertPortIsFree } from './ports';
import { Supervisor, untilAskedToStop } from './processes';
import { consoleProgress as progress } from './progress';
import { newSecret, provision, webhooksOf } from './provisioning';
import { announceRunning } from './runningPlayground';
import { SandboxControl } from './sandboxControl';
import { startSandbox } from './sandboxProcess';
import { tryCommands } from './tries';
import { WorkflowWatch } from './workflowWatch';

/** The only workflow that is published at the start: others would act on the same events. */
const WELCOME = 'welcomeNewContact';

async function assertPorts({ n8nPort, sandboxPort }: PlaygroundOptions): Promise<void> {
	await assertPortIsFree(n8nPort, 'n8n', '--n8n-port');
	await assertPortIsFree(sandboxPort, 'the sandbox', '--sandbox-port');
}

/** Everything up to the banner, then watches until something ends that should not. @param signal the end of it all */
async function bringUp(
	options: PlaygroundOptions,
	supervisor: Supervisor,
	model: ScriptedModel,
	signal: AbortSignal,
): Promise<never> {
	const { dataFolder } = options;
	const files = madeIn(dataFolder);
	const installation = await ensureN8nInstalled(installationFolder, supervisor, progress);
	await progress.step('Building, packing and installing the node', async () => {
		const tarball = await packPackage(dataFolder, supervisor);
		await installPackage(tarball, installation, dataFolder, supervisor);
	});
	const [sandbox, n8n] = await progress.step('Starting the sandbox and n8n', async () => {
		return await Promise.all([
			startSandbox({ port: options.sandboxPort, logFile: files.sandboxLog }, supervisor),
			startN8n(installation, { port: options.n8nPort, dataFolder }, supervisor),
		]);
	});
	const rest = new N8nRest(n8n.url);
	const control = new SandboxControl(sandbox);
	const nodeTypes = await progress.step('Putting credentials and workflows into n8n', async () => {
		await rest.signIn();
		const types = await rest.nodeTypesOf((await packageManifest()).name);
		await listPackage(types, installation, dataFolder, supervisor);
		const examples = await exampleWorkflows();
		const webhooks = webhooksOf(examples, n8n.url);
		const ownSecret = newSecret();
		await provision(rest, control, sandbox, examples, {
			...{ modelUrl: model.url, webhooks, ownSecret },
			publishes: ({ id }) => id === WELCOME,
		});
		const watch = new WorkflowWatch({
			...{ n8n: rest, sandbox: control, webhooks, ownSecret },
			commands: tryCommands(dataFolder),
		});
		await watch.look();
		void watch.run(signal);
		return types;
	});
	if (nodeTypes.length === 0) {
		throw new PlaygroundError('n8n did not load the node.', `n8n says why in ${files.n8nLog}.`);
	}
	await announceRunning(files.running, { n8nUrl: n8n.url, sandbox });
	const ended = Promise.race([
		supervisor.failWhenEnded(n8n.process),
		supervisor.failWhenEnded(sandbox.process),
	]);
	await Promise.race([welcomeOnce(rest, control), ended]);
	console.log(banner({ n8nUrl: n8n.url, sandbox, dataFolder }));
	return await ended;
}

/** At the first start a contact is created, so that the main job is seen without a second terminal. */
async function welcomeOnce(rest: N8nRest, sandbox: SandboxControl): Promise<void> {
	if ((await rest.executionsOf(WELCOME)).length > 0) return;
	console.log('\nThe first run: a contact is created, and n8n welcomes it.');
	try {
		await new Attempt({ n8nUrl: rest.url, sandbox, n8n: async () => rest }).firstWelcome();
	} catch (error) {
		console.log(`${(error as Error).message}. Look under ${rest.url}/home/executions.`);
	}
}

/** Only what the playground made: the folder may be one that its user chose, with other things in it. */
async function forgetEverything(dataFolder: string): Promise<void> {
	for (const path of Object.values(madeIn(dataFolder))) {
		await rm(path, { recursive: true, force: true });
	}
}

/**
 * `npm start`: resolves when the user has stopped it, with nothing of it left running.
 * @throws PlaygroundError for everything that a person can put right, likewise with nothing left running
 */
export async function runPlayground(options: PlaygroundOptions): Promise<void> {
	const stopped = untilAskedToStop();
	await assertPorts(options);
	await mkdir(options.dataFolder, { recursive: true });
	const release = await holdFolder(
		options.dataFolder,
		'Stop it first, or start this one beside it with --data and other ports.',
	);
	const supervisor = new Supervisor();
	const model = await startScriptedModel();
	const watching = new AbortController();
	try {
		if (options.fresh) await forgetEverything(options.dataFolder);
		await Promise.race([bringUp(options, supervisor, model, watching.signal), stopped]);
	} finally {
		console.log('\nStopping …');
		watching.abort();
		await rm(madeIn(options.dataFolder).running, { force: true });
		await model.close();
		await supervisor.stopAll().finally(release);
	}
	console.log('Stopped.');
}
