import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const CHANGELOG = `# Changelog

## [1.3.0] - Unreleased

### Added

- Not out yet.

## [1.2.0] - 2026-02-03

### Added

- A field with \`code\` and a [link](https://example.com).

### Fixed

- A **mistake**.

## [1.1.0] - 2026-01-02

### Changed

- Something older.

## [1.0.0] - 2026-01-01
`;

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'release-'));
	writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the command says for a package of this version. */
function releaseNotes(version: string, ...args: string[]) {
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
	return command('--folder', folder, ...args);
}

function command(...args: string[]) {
	const script = join(root, 'scripts', 'releaseNotes.ts');
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		['--import', 'tsx', script, ...args],
		{
			cwd: root,
			encoding: 'utf8',
		},
	);
	return { status, notes: stdout, error: stderr };
}

it('gives the version’s section, and nothing of the others', () => {
	const { status, notes } = releaseNotes('1.2.0', '--tag', 'v1.2.0');
	expect(status).toBe(0);
	expect(notes).toBe(
		'### Added\n- A field with `code` and a [link](https://example.com).\n\n### Fixed\n- A **mistake**.\n',
	);
});

it.each([
	[
		'a tag of another version',
		'1.2.0',
		'v1.3.0',
		/tag is v1\.3\.0, but package\.json's version is 1\.2\.0/,
	],
	['a tag without its v', '1.2.0', '1.2.0', /tag v1\.2\.0, or set the version first/],
	['no section', '1.4.0', 'v1.4.0', /no section for 1\.4\.0: add "## \[1\.4\.0\]"/],
	['an empty section', '1.0.0', 'v1.0.0', /no section for 1\.0\.0/],
	['a section without a date', '1.3.0', 'v1.3.0', /gives 1\.3\.0 no date/],
])('releases nothing with %s', (_, version, tag, reason) => {
	const { status, notes, error } = releaseNotes(version, '--tag', tag);
	expect({ status, notes }).toEqual({ status: 1, notes: '' });
	expect(error).toMatch(reason);
});

it('has something to say about the version at hand', () => {
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		version: string;
	};
	expect(version).toMatch(/^\d+\.\d+\.\d+/);
	const { status, notes } = command();
	expect(status).toBe(0);
	expect(notes).toContain('\n- ');
});
