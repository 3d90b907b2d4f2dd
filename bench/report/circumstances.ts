import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Laboratory } from '../measure/laboratory';
import type { Table } from './part';

const GIBIBYTE = 1024 ** 3;

const versionOf = async (folder: string): Promise<string> =>
	(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** What the numbers depend on: versions and the machine, as they are now. */
export async function circumstances(laboratory: Laboratory): Promise<Table> {
	const { node, n8nModules, packageFolder } = laboratory;
	const development = join(packageFolder, 'node_modules');
	const { stdout } = await promisify(execFile)(node, ['--version']);
	const [processor] = cpus();
	const load = loadavg()[0] ?? 0;
	return {
		columns: ['What', 'Which'],
		rows: [
			['This package', await versionOf(packageFolder)],
			['n8n (its built-in nodes)', await versionOf(join(n8nModules, 'n8n'))],
			['n8n-core (the engine)', await versionOf(join(development, 'n8n-core'))],
			['undici', await versionOf(join(development, 'undici'))],
			['Node.js of the contenders', stdout.trim().slice(1)],
			['Node.js of the sandbox', process.versions.node],
			[
				'Machine',
				`${cpus().length} cores (${processor?.model.trim()}), ${Math.round(totalmem() / GIBIBYTE)} GiB`,
			],
			['Other work on it at the start', `load ${load.toFixed(1)}`],
		],
	};
}
