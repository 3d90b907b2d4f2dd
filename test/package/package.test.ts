/** What users install, checked on the packed tarball: contents, size, and n8n's rules for verification. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const temp = mkdtempSync(join(tmpdir(), 'packed-'));
const folder = join(temp, 'package');
let files: Array<{ path: string; size: number }>;
let unpackedSize: number;
let manifest: Record<string, never> & {
	n8n: { nodes: string[]; credentials: string[] };
	keywords: string[];
};

// Under NODE_ENV=test, which jest sets, n8n's lint rules take every file for a node's.
const env = { ...process.env, NODE_ENV: 'production' };
const run = (command: string, ...parameters: string[]) =>
	execFileSync(command, parameters, {
		cwd: root,
		env,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const scripts = () => files.map(({ path }) => path).filter((path) => path.endsWith('.js'));

beforeAll(() => {
	run('npm', 'run', 'build');
	const [packed] = JSON.parse(
		run('npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', temp),
	) as [{ filename: string; files: typeof files; unpackedSize: number }];
	({ files, unpackedSize } = packed);
	run('tar', 'xzf', join(temp, packed.filename), '-C', temp);
	manifest = JSON.parse(read('package.json')) as typeof manifest;
}, 120_000);

afterAll(() => rmSync(temp, { recursive: true }));

it('holds what users need and nothing else', () => {
	const extra = files
		.map(({ path }) => path)
		.filter((path) => !['LICENSE.md', 'README.md', 'package.json'].includes(path))
		.filter((path) => !/^dist\/.*\.(js|svg|node\.json)$/.test(path));
	expect(extra).toEqual([]);
});

it('is under 150 kB unpacked', () => {
	expect(unpackedSize).toBeLessThan(150_000);
});

it('holds no path of the machine that built it, and no source map', () => {
	for (const script of scripts()) {
		const code = read(script);
		expect(code).not.toContain(root);
		expect(code).not.toContain('sourceMappingURL');
	}
});

it('needs nothing at run time but n8n-workflow and Node’s crypto', () => {
	expect(manifest).not.toHaveProperty('dependencies');
	expect(manifest).toHaveProperty('peerDependencies', { 'n8n-workflow': '*' });
	const required = scripts().flatMap((script) =>
		[...read(script).matchAll(/\b(?:require|import)\(['"]([^'"]+)['"]\)/g)].map(([, name]) => name),
	);
	const outside = new Set(required.filter((name) => !name?.startsWith('.')));
	expect([...outside].sort()).toEqual(['crypto', 'n8n-workflow']);
});

it('loads where n8n looks for its nodes and credentials, with icons for light and dark', () => {
	for (const entry of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
		const [name] = entry.split('/').at(-1)!.split('.') as [string];
		// From the build, beside node_modules; it is what was packed.
		const { [name]: Type } = jest.requireActual<
			Record<string, new () => { icon?: Icons; description?: { icon: Icons } }>
		>(join(root, entry));
		const type = new Type!();
		const icons = type.description?.icon ?? type.icon;
		for (const icon of [icons!.light, icons!.dark]) {
			const file = join(folder, entry, '..', icon.replace(/^file:/, ''));
			expect(readFileSync(file, 'utf8')).toContain('<svg');
		}
	}
	interface Icons {
		light: string;
		dark: string;
	}
});

it.each(['Installation', 'Credentials', 'Operations', 'Compatibility', 'Resources'])(
	'has a README with the part “%s”',
	(part) => expect(read('README.md')).toContain(`\n## ${part}\n`),
);

it('has the licence and the keyword that n8n asks for', () => {
	expect(manifest).toHaveProperty('license', 'MIT');
	expect(read('LICENSE.md')).toContain('MIT License');
	expect(manifest.keywords).toContain('n8n-community-node-package');
});

it('passes n8n’s community package scanner, as a tarball and as a repository', () => {
	const scan = join(__dirname, 'scan.mjs');
	expect(() => run(process.execPath, scan, folder)).not.toThrow();
	expect(() => run(process.execPath, scan, root, 'sources')).not.toThrow();
}, 120_000);

it('switches no check off in what users install', () => {
	const sources = ['nodes', 'credentials'].flatMap((dir) =>
		readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
			.map((file) => join(root, dir, file))
			.filter((file) => statSync(file).isFile() && file.endsWith('.ts')),
	);
	expect(sources.length).toBeGreaterThan(20);
	for (const source of sources) {
		expect(readFileSync(source, 'utf8')).not.toMatch(/eslint-disable|@ts-(ignore|nocheck)|as any/);
	}
});
