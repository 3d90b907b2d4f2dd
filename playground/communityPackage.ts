import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { rimraf } from 'rimraf';

import { madeIn, n8nFiles, repository } from './folders';
import type { N8nInstallation } from './installation';
import type { NodeTypeListing } from './n8nRest';
import { childEnvironment, npmCommand, type Supervisor } from './processes';

interface Manifest {
	name: string;
	version: string;
	author: { name: string; email: string };
}

/** What the repository's package.json says of the package. */
export async function packageManifest(): Promise<Manifest> {
	return JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as Manifest;
}

/**
 * Builds the package from the sources as they are now and packs it as it would be published.
 * @returns the tarball's path, inside `folder`
 * @throws PlaygroundError with the compiler's words when the build fails
 */
export async function packPackage(folder: string, supervisor: Supervisor): Promise<string> {
	const { name, version } = await packageManifest();
	const npm = npmCommand();
	const common = { command: npm.command, env: childEnvironment(), cwd: repository };
	const logFile = madeIn(folder).buildLog;
	await mkdir(folder, { recursive: true });
	await supervisor.run(
		{ ...common, name: 'npm run build', args: [...npm.args, 'run', 'build'], logFile },
		'Put the error right and run the command again.',
	);
	await supervisor.run(
		{
			...common,
			name: 'npm pack',
			args: [...npm.args, 'pack', '--ignore-scripts', '--pack-destination', folder],
			logFile,
		},
		'Put the error right and run the command again.',
	);
	return join(folder, `${name}-${version}.tgz`);
}

/** Puts the tarball where n8n keeps community packages; n8n loads it at its next start. */
export async function installPackage(
	tarball: string,
	{ modules }: Pick<N8nInstallation, 'modules'>,
	dataFolder: string,
	supervisor: Supervisor,
): Promise<void> {
	const folder = n8nFiles(dataFolder).communityPackages;
	await mkdir(folder, { recursive: true });
	await rimraf([join(folder, 'node_modules'), join(folder, 'package-lock.json')]);
	await writeFile(
		join(folder, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }),
	);
	const npm = npmCommand();
	await supervisor.run(
		{
			name: 'npm install of the packed node',
			command: npm.command,
			// Peers come from n8n itself; the package has no other dependency, so no network is needed.
			args: [
				...[...npm.args, 'install', tarball, '--prefix', folder, '--ignore-scripts'],
				...['--legacy-peer-deps', '--offline', '--no-audit', '--no-fund'],
			],
			env: childEnvironment(),
			cwd: folder,
			logFile: madeIn(dataFolder).packageLog,
		},
		'Run the command again with --fresh.',
	);
	// A folder above may have an n8n-workflow of its own, as this repository has. n8n does not know the
	// errors of another copy than its own, and drops their texts.
	await symlink(join(modules, 'n8n-workflow'), join(folder, 'node_modules', 'n8n-workflow'));
}

/** Writes the rows that make n8n list the package under Settings > Community nodes. */
export async function listPackage(
	nodeTypes: NodeTypeListing[],
	installation: N8nInstallation,
	dataFolder: string,
	supervisor: Supervisor,
): Promise<void> {
	const { name, version, author } = await packageManifest();
	const rows = {
		package: { name, version, author },
		// n8n makes a tool of each usable node by itself; only what the package declares is listed.
		nodes: nodeTypes
			.filter(({ name: type }) => !type.endsWith('Tool'))
			.map((node) => ({
				type: node.name,
				name: node.displayName,
				version: Math.max(...[node.version].flat()),
			})),
	};
	await supervisor.run(
		{
			name: 'Listing the package in n8n',
			command: installation.node,
			args: [
				join(repository, 'playground', 'n8n', 'listPackage.mjs'),
				installation.modules,
				n8nFiles(dataFolder).database,
				JSON.stringify(rows),
			],
			env: childEnvironment(),
			logFile: madeIn(dataFolder).packageLog,
		},
		'Run the command again with --fresh.',
	);
}
