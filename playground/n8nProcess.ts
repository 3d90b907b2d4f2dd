import { mkdir } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';

import { madeIn } from './folders';
import type { N8nInstallation } from './installation';
import { freePort } from './ports';
import { childEnvironment, type ManagedProcess, type Supervisor } from './processes';
import { waitUntil } from './waitUntil';

export interface RunningN8n {
	/** The editor, without a trailing slash. */
	url: string;
	process: ManagedProcess;
}

/** What an n8n is that isn't alone: one process of several, in queue mode. */
export interface N8nRole {
	/** What a person calls it. */
	name: string;
	/** n8n's command and its flags. */
	args: string[];
	/** Settings on top of the common ones. */
	env: Record<string, string>;
}

const ALONE: N8nRole = { name: 'n8n', args: ['start'], env: {} };

/** The first boot writes the database: on a busy machine that takes a while. */
const READY_MS = 180_000;

/** Loopback only, nothing sent home, nothing that asks the newcomer questions first. */
function settings(
	version: string,
	port: number,
	brokerPort: number,
	userFolder: string,
): Record<string, string> {
	const major = Number.parseInt(version, 10);
	return {
		N8N_PORT: String(port),
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_USER_FOLDER: userFolder,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// With insights, n8n ends once at its start when it was killed before an execution that it had noted began.
		// An older n8n does not start with a module switched off that it does not know.
		...(major >= 2 && { N8N_DISABLED_MODULES: 'mcp-registry,insights' }),
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
	};
}

/**
 * Starts n8n on 127.0.0.1 and waits until it answers.
 * @param dataFolder its user folder; made when missing
 * @throws PlaygroundError when it ends before being ready
 */
export async function startN8n(
	installation: N8nInstallation,
	options: { port: number; dataFolder: string; role?: N8nRole },
	supervisor: Supervisor,
): Promise<RunningN8n> {
	const { dataFolder, role = ALONE } = options;
	await mkdir(dataFolder, { recursive: true });
	const child = supervisor.launch({
		name: role.name,
		command: installation.node,
		args: [installation.n8n, ...role.args],
		env: childEnvironment({
			...settings(installation.version, options.port, await freePort(), dataFolder),
			// n8n starts its task runner with whatever `node` the path has.
			PATH: [dirname(installation.node), process.env.PATH].join(delimiter),
			...role.env,
		}),
		cwd: dataFolder,
		logFile: madeIn(dataFolder).n8nLog,
	});
	const url = `http://127.0.0.1:${options.port}`;
	await waitUntil(`${role.name} to answer`, READY_MS, async () => {
		if (!child.isRunning) return true;
		const response = await fetch(`${url}/healthz/readiness`);
		return response.ok ? true : undefined;
	});
	if (!child.isRunning) await supervisor.failWhenEnded(child);
	return { url, process: child };
}
