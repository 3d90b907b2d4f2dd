import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { repository } from '../../../playground/folders';
import { waitUntil } from '../../../playground/waitUntil';

const run = promisify(execFile);
let clone: string;

beforeEach(async () => {
	clone = await mkdtemp(join(tmpdir(), 'prepare-'));
	await mkdir(join(clone, 'playground'));
	await mkdir(join(clone, 'node_modules'));
	const script = join('playground', 'prepare.mjs');
	await cp(join(repository, script), join(clone, script));
});
afterEach(async () => await rm(clone, { recursive: true }));

type Packages = Record<string, object>;

/** Runs it on a clone with this lock and these packages installed. @returns what it says, and what npm was told */
async function prepare(lock: Packages, installed: Packages | undefined, npm = '') {
	await writeFile(join(clone, 'package-lock.json'), JSON.stringify({ packages: lock }));
	if (installed) {
		const hidden = join(clone, 'node_modules', '.package-lock.json');
		await writeFile(hidden, JSON.stringify({ packages: installed }));
	}
	const noted = join(clone, 'noted.json');
	const note = `require('fs').writeFileSync(${JSON.stringify(noted)}, JSON.stringify(process.argv.slice(2)));`;
	await writeFile(join(clone, 'npm-cli.js'), note + npm);
	const env = { ...process.env, npm_execpath: join(clone, 'npm-cli.js') };
	const args = [join(clone, 'playground', 'prepare.mjs')];
	const { stdout, stderr } = await run(process.execPath, args, { env }).catch(
		(error: { stdout: string; stderr: string }) => error,
	);
	const told = await readFile(noted, 'utf8').catch(() => '[]');
	return { npm: (JSON.parse(told) as string[])[0], said: stdout + stderr };
}

const tool = { version: '1.0.0', integrity: 'sha512-a' };
const elsewhere = { version: '1.0.0', integrity: 'sha512-b', optional: true };
const LOCK = { '': {}, 'node_modules/tool': tool, 'node_modules/elsewhere': elsewhere };

test.each<[string, Packages | undefined, 'ci' | undefined]>([
	['nothing is installed', undefined, 'ci'],
	['all is', { 'node_modules/tool': tool, 'node_modules/elsewhere': elsewhere }, undefined],
	['what is for another system is not', { 'node_modules/tool': tool }, undefined],
	['a package is missing', { 'node_modules/elsewhere': elsewhere }, 'ci'],
	['a version is another', { 'node_modules/tool': { ...tool, version: '1.0.1' } }, 'ci'],
	['the content is another', { 'node_modules/tool': { ...tool, integrity: 'sha512-c' } }, 'ci'],
	['there is one too many', { 'node_modules/tool': tool, 'node_modules/more': tool }, 'ci'],
])('where %s', async (_, installed, expected) => {
	const { npm, said } = await prepare(LOCK, installed);
	expect(npm).toBe(expected);
	expect(said.replace(/\d+ s/, '… s')).toBe(
		expected ? '• Installing the dependencies (once; a minute or two) …\n  done in … s\n' : '',
	);
});

test('says what to do where npm fails', async () => {
	const { said } = await prepare(LOCK, undefined, 'process.exit(1)');
	expect(said).toMatch(
		/could not be installed\. Check the network, then run the command again\.\n$/,
	);
});

test.each<[string, string, NodeJS.ProcessEnv]>([
	['it is asked to stop', 'exec', {}],
	// The shell between npm and the script ends alone.
	['the shell that runs it is gone', '', { npm_lifecycle_event: 'start' }],
])('ends its npm when %s', async (_, how, own) => {
	const pidFile = join(clone, 'pid');
	const note = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));`;
	const stays = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);';
	await writeFile(join(clone, 'npm-cli.js'), note + stays);
	const env = { ...process.env, ...own, npm_execpath: join(clone, 'npm-cli.js') };
	const command = `${how} ${process.execPath} ${join(clone, 'playground', 'prepare.mjs')}`;
	const shell = spawn('sh', ['-c', `${command}\nexit`], { env, stdio: 'ignore' });
	const pid = Number(
		await waitUntil('npm', 10_000, async () => (await readFile(pidFile, 'utf8')) || undefined),
	);
	shell.kill();
	await once(shell, 'exit');
	await waitUntil('npm to be gone', 5_000, async () => {
		try {
			process.kill(pid, 0);
		} catch {
			return true;
		}
		return undefined;
	});
});
