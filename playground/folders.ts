import { join, resolve } from 'node:path';

/** The repository. */
export const repository = resolve(__dirname, '..');

/** The one git-ignored folder that holds everything the playground makes. */
export const playgroundFolder = join(repository, '.playground');

/** n8n and its Node, installed once and shared by the playground and the end-to-end tests. */
export const installationFolder = join(playgroundFolder, 'n8n');

/** What one n8n knows: users, credentials, workflows, executions, the node under trial, logs. */
export const defaultDataFolder = join(playgroundFolder, 'data');

/** What the playground makes inside a data folder. */
export function madeIn(dataFolder: string) {
	return {
		/** n8n's own: database, keys, community packages. */
		n8n: join(dataFolder, '.n8n'),
		/** n8n's too: the editor's files, prepared for this address. */
		n8nCache: join(dataFolder, '.cache'),
		n8nLog: join(dataFolder, 'n8n.log'),
		sandboxLog: join(dataFolder, 'sandbox.log'),
		/** What the installation of the node said. */
		packageLog: join(dataFolder, 'package.log'),
		/** What the build and npm pack said. */
		buildLog: join(dataFolder, 'build.log'),
		/** Addresses and tokens of the running playground, for `npm run try`. */
		running: join(dataFolder, 'running.json'),
	};
}

/** Where n8n itself keeps things below its user folder. */
export function n8nFiles(dataFolder: string) {
	const { n8n } = madeIn(dataFolder);
	return { communityPackages: join(n8n, 'nodes'), database: join(n8n, 'database.sqlite') };
}
