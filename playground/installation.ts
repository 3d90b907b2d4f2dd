import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { rimraf } from 'rimraf';

import { holdFolder } from './folderLock';
import { repository } from './folders';
import { PlaygroundError } from './playgroundError';
import { childEnvironment, npmCommand, type Supervisor } from './processes';
import type { Progress } from './progress';

/** Where to find an installed n8n. */
export interface N8nInstallation {
	/** The Node that was installed with it, whatever the host's Node. */
	node: string;
	/** n8n's command, a script for that Node. */
	n8n: string;
	/** Where both and their dependencies are. */
	modules: string;
	version: string;
}

const NEEDED_BYTES = 4 * 1024 ** 3;
const STAMP = 'installed.json';
/**
 * Their overrides: a small stand-in, is-number, saves the space of what only n8n's own browser parts load, and the
 * oldest n8n takes xlsx from an address of its own, not from npm's registry. date-fns is a peer that
 * --legacy-peer-deps leaves out, and without which *Extract from File* does not load.
 */
const TEMPLATE_FILES = ['package.json', 'package-lock.json'];

async function templateHash(template: string): Promise<string> {
	const hash = createHash('sha256');
	for (const file of TEMPLATE_FILES) hash.update(await readFile(join(template, file)));
	return hash.digest('hex');
}

async function wantedVersions(template: string): Promise<{ n8n: string; node: string }> {
	const manifest = JSON.parse(await readFile(join(template, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string; node: string };
	};
	return manifest.dependencies;
}

/** The stamp is written last: a folder without it was interrupted and is not trusted. */
async function isComplete(folder: string, template: string): Promise<boolean> {
	try {
		const stamp = JSON.parse(await readFile(join(folder, STAMP), 'utf8')) as { template?: string };
		return stamp.template === (await templateHash(template));
	} catch {
		return false;
	}
}

async function assertRoom(folder: string): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	if (free >= NEEDED_BYTES) return;
	const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
	throw new PlaygroundError(
		`Installing n8n needs ${gigabytes(NEEDED_BYTES)} of free disk; ${folder} has ${gigabytes(free)}.`,
		'Free some space and run the command again.',
	);
}

/** Source maps and type declarations are a third of n8n's files and never read at run time. */
async function dropUnusedFiles(modules: string): Promise<void> {
	await rimraf(
		['**/*.map', '**/*.d.ts'].map((pattern) => join(modules, pattern)),
		{
			glob: { dot: true, ignore: join(modules, '**/typescript/**') },
		},
	);
}

async function install(
	folder: string,
	template: string,
	supervisor: Supervisor,
	progress: Progress,
): Promise<void> {
	const wanted = await wantedVersions(template);
	const nodeName = `Node ${wanted.node.split('.')[0]}`;
	const npm = npmCommand();
	const runNpm = async (...args: string[]) =>
		await supervisor.run(
			{
				name: `npm ${args[0]}`,
				command: npm.command,
				args: [...npm.args, ...args, '--prefix', folder, '--no-audit', '--no-fund'],
				env: childEnvironment(),
				cwd: folder,
				logFile: join(dirname(folder), 'install.log'),
			},
			'Nothing half-installed is kept. Check the network, the disk and that python3, make and g++ are there, which n8n’s database may need; then run the command again.',
		);

	for (const file of TEMPLATE_FILES) await copyFile(join(template, file), join(folder, file));
	await progress.step(
		`Downloading n8n ${wanted.n8n} and ${nodeName} (once; 2 GB, some minutes)`,
		// `npm ci` refuses the lock where a registry lacks some optional platform packages; install keeps to it as well.
		async () =>
			await runNpm('install', '--legacy-peer-deps', '--ignore-scripts', '--loglevel=error'),
	);
	await progress.step('Setting n8n up (once)', async () => {
		// The database driver is compiled where no ready-made one can be had.
		await runNpm('rebuild', 'sqlite3', '--ignore-scripts=false');
		await runNpm('rebuild', 'node', '--ignore-scripts=false');
		await dropUnusedFiles(join(folder, 'node_modules'));
		await verify(folder, supervisor);
	});
}

/** A first breath, before the folder is trusted: does it start, and does its database driver load? */
async function verify(folder: string, supervisor: Supervisor): Promise<void> {
	const { node, n8n } = locate(folder, '');
	const advice = 'Delete the folder .playground and run the command again.';
	const logFile = join(dirname(folder), 'install.log');
	const common = { command: node, env: childEnvironment(), cwd: folder, logFile };
	await supervisor.run({ ...common, name: 'n8n --version', args: [n8n, '--version'] }, advice);
	await supervisor.run(
		{ ...common, name: "n8n's database driver", args: ['-e', "require('sqlite3')"] },
		advice,
	);
}

function locate(folder: string, version: string): N8nInstallation {
	const modules = join(folder, 'node_modules');
	return {
		node: join(modules, 'node', 'bin', 'node'),
		n8n: join(modules, 'n8n', 'bin', 'n8n'),
		modules,
		version,
	};
}

async function installBeside(
	folder: string,
	template: string,
	supervisor: Supervisor,
	progress: Progress,
): Promise<void> {
	const partial = `${folder}.partial`;
	await rimraf([partial, folder]);
	await assertRoom(dirname(folder));
	await mkdir(partial);
	await rm(join(dirname(folder), 'install.log'), { force: true });
	try {
		await install(partial, template, supervisor, progress);
		await writeFile(
			join(partial, STAMP),
			JSON.stringify({ template: await templateHash(template) }),
		);
		await rename(partial, folder);
	} catch (error) {
		await rimraf(partial);
		throw error;
	}
}

/**
 * Finds n8n in `folder`, or installs it there. It is put together beside the folder and moved in when it has proved
 * to start, so that an interrupted installation is never mistaken for a whole one.
 * @param template the folder of the package.json and the lock that say which n8n and which Node; the playground's
 * @throws PlaygroundError when there is no room, no network, or a step fails
 */
export async function ensureN8nInstalled(
	folder: string,
	supervisor: Supervisor,
	progress: Progress,
	template = join(repository, 'playground', 'n8n'),
): Promise<N8nInstallation> {
	if (!(await isComplete(folder, template))) {
		await mkdir(dirname(folder), { recursive: true });
		const release = await holdFolder(
			folder,
			'Wait until it has installed n8n there, then run the command again.',
		);
		try {
			// Another may have installed it between that look and the lock.
			if (!(await isComplete(folder, template)))
				await installBeside(folder, template, supervisor, progress);
		} finally {
			await release();
		}
	}
	return locate(folder, (await wantedVersions(template)).n8n);
}
