import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../ports';
import { childEnvironment, type Supervisor } from '../processes';
import { waitUntil } from '../waitUntil';
import { unprivilegedUser } from './systemUser';

/** Where Debian keeps the servers, one folder a version. */
const VERSIONS = '/usr/lib/postgresql';
const SUPERUSER = 'n8n';
const READY_MS = 30_000;
/** For data that nobody needs after a crash. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export interface RunningPostgres {
	/** How n8n finds it. */
	env: Record<string, string>;
	/** Deletes its data; to be called once it has ended. */
	forget(): Promise<void>;
}

/** The folder of the newest installed version's programs. */
async function programs(): Promise<string> {
	const versions = await readdir(VERSIONS).catch(() => []);
	const newest = versions
		.map(Number)
		.filter(Number.isFinite)
		.sort((a, b) => b - a)[0];
	if (newest === undefined)
		throw new Error('PostgreSQL is missing: install the Debian package postgresql');
	return join(VERSIONS, String(newest), 'bin');
}

async function accepts(port: number): Promise<true | undefined> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		}).on('error', () => resolve(undefined));
	});
}

/** Starts a PostgreSQL of its own, empty, on 127.0.0.1. Its data lie apart, since another user's process owns them. */
export async function startPostgres(
	logFile: string,
	supervisor: Supervisor,
): Promise<RunningPostgres> {
	const bin = await programs();
	const { owner, asUser } = unprivilegedUser();
	const folder = await mkdtemp(join(tmpdir(), 'n8n-postgres-'));
	const data = join(folder, 'data');
	const forget = async () => await rm(folder, { recursive: true, force: true });
	try {
		await mkdir(data);
		if (owner) for (const path of [folder, data]) await chown(path, owner.uid, owner.gid);
		const common = { env: childEnvironment({ LC_ALL: 'C.UTF-8' }), cwd: folder, logFile };
		const authentication = ['--auth=trust', `--username=${SUPERUSER}`];
		await supervisor.run(
			{
				...common,
				name: 'initdb',
				...asUser(join(bin, 'initdb'), [
					...authentication,
					'--no-sync',
					'--encoding=UTF8',
					`--pgdata=${data}`,
				]),
			},
			`All that it said is in ${logFile}.`,
		);
		const port = await freePort();
		const settings = [
			'listen_addresses=127.0.0.1',
			'unix_socket_directories=',
			`port=${port}`,
			...QUICK,
		];
		const server = supervisor.launch({
			...common,
			name: 'PostgreSQL',
			...asUser(join(bin, 'postgres'), [
				'-D',
				data,
				...settings.flatMap((setting) => ['-c', setting]),
			]),
		});
		await waitUntil('PostgreSQL to answer', READY_MS, async () =>
			server.isRunning ? await accepts(port) : true,
		);
		if (!server.isRunning) await supervisor.failWhenEnded(server);
		const env = {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: SUPERUSER,
		};
		return { env, forget };
	} catch (error) {
		await forget();
		throw error;
	}
}
