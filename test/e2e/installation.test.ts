import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureN8nInstalled } from '../../playground/installation';
import { PlaygroundError } from '../../playground/playgroundError';
import { Supervisor } from '../../playground/processes';
import { silentProgress } from '../../playground/progress';

/** Stands in for npm: notes how it was called, leaves half an n8n behind, and fails like a lost network. */
const BROKEN_NPM = `
const { appendFileSync, mkdirSync } = require('node:fs');
mkdirSync('node_modules/n8n', { recursive: true });
appendFileSync(process.env.E2E_CALLS, process.argv[2] + '\\n');
console.error('npm error network request failed');
process.exit(1);
`;

let folder: string;
let realNpm: string | undefined;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'installation-e2e-'));
	realNpm = process.env.npm_execpath;
	process.env.npm_execpath = join(folder, 'npm-cli.js');
	process.env.E2E_CALLS = join(folder, 'calls');
	await writeFile(process.env.npm_execpath, BROKEN_NPM);
});
afterEach(async () => {
	process.env.npm_execpath = realNpm;
	delete process.env.E2E_CALLS;
	await rm(folder, { recursive: true, force: true });
});

it('passes on why an installation failed, and trusts nothing of it at the next start', async () => {
	const target = join(folder, 'n8n');
	const supervisor = new Supervisor();
	for (const attempt of [1, 2]) {
		const error: unknown = await ensureN8nInstalled(target, supervisor, silentProgress).catch(
			(reason: unknown) => reason,
		);
		expect(error).toBeInstanceOf(PlaygroundError);
		expect((error as PlaygroundError).message).toContain('npm error network request failed');
		expect((error as PlaygroundError).advice).toContain('run the command again');
		expect(existsSync(target)).toBe(false);
		const calls = await readFile(join(folder, 'calls'), 'utf8');
		expect(calls).toBe('install\n'.repeat(attempt));
	}
});

it('installs anew over a folder that an interrupted installation left', async () => {
	const target = join(folder, 'n8n');
	await mkdir(join(target, 'node_modules', 'n8n', 'bin'), { recursive: true });
	await writeFile(join(target, 'installed.json'), '{"template":"of another version"}');
	await expect(ensureN8nInstalled(target, new Supervisor(), silentProgress)).rejects.toBeInstanceOf(
		PlaygroundError,
	);
	expect(await readFile(join(folder, 'calls'), 'utf8')).toBe('install\n');
	expect(existsSync(target)).toBe(false);
});
