import { join, resolve } from 'node:path';

/** The repository. */
export const repository = resolve(__dirname, '..');

/** The one git-ignored folder that holds everything the playground makes. */
export const playgroundFolder = join(repository, '.playground');

/** n8n and its Node, installed once and shared by the playground and the end-to-end tests. */
export const installationFolder = join(playgroundFolder, 'n8n');

/** What one n8n knows: users, credentials, workflows, executions, the node under trial, logs. */
export const defaultDataFolder = join(playgroundFolder, 'data');

/** Files inside one data folder. */
export function dataFiles(dataFolder: string) {
	return {
		/** n8n calls it the user folder; it puts its own `.n8n` inside. */
		userFolder: dataFolder,
		communityPackages: join(dataFolder, '.n8n', 'nodes'),
		database: join(dataFolder, '.n8n', 'database.sqlite'),
		n8nLog: join(dataFolder, 'n8n.log'),
		sandboxLog: join(dataFolder, 'sandbox.log'),
		/** Addresses and tokens of the running playground, for `npm run try`. */
		running: join(dataFolder, 'running.json'),
	};
}
