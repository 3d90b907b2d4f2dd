/** What users install, checked on the packed tarball: contents, size, and n8n's rules for verification. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
	appendFileSync,
	cpSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';

/** As n8n's documentation of codex files lists them. */
const CODEX_CATEGORIES = [
	...['AI', 'Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

const root = join(__dirname, '..', '..');
const temp = mkdtempSync(join(tmpdir(), 'packed-'));
const folder = join(temp, 'package');
let files: Array<{ path: string; size: number }>;
let unpackedSize: number;
let manifest: {
	name: string;
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
		.filter((path) => !/^dist\/.*(\.(js|svg|node\.json)|\/__schema__\/.*\.json)$/.test(path));
	expect(extra).toEqual([]);
});

it('is under 550 kB unpacked', () => {
	expect(unpackedSize).toBeLessThan(550_000);
});

it('runs in strict mode, as the tests do', () => {
	expect(read('dist/bundle.js')).toMatch(/^"use strict";\n/);
});

it('holds all code once, so that the nodes share what limits requests', () => {
	const { nodes, credentials } = manifest.n8n;
	expect(scripts().sort()).toEqual(['dist/bundle.js', ...nodes, ...credentials].sort());
	for (const entry of [...nodes, ...credentials]) {
		expect(read(entry)).toMatch(/^module\.exports = require\('[./]+\/bundle\.js'\);\n$/);
	}
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

interface Property {
	displayName: string;
	name: string;
	type: string;
	default?: unknown;
	typeOptions?: { password?: boolean };
	/** Fields of a collection, groups of a fixed collection, or choices. */
	options?: Array<Property & { values?: Property[] }>;
}

interface Icons {
	light: string;
	dark: string;
}

interface PublishedType {
	icon?: Icons;
	properties?: Property[];
	description?: {
		name: string;
		icon: Icons;
		group: string[];
		usableAsTool?: boolean;
		properties: Property[];
	};
}

/** What n8n loads for an entry of the manifest: from the build, beside node_modules; it is what was packed. */
function load(entry: string): PublishedType {
	const [name] = entry.split('/').at(-1)!.split('.') as [string];
	const { [name]: Type } = jest.requireActual<Record<string, new () => PublishedType>>(
		join(root, entry),
	);
	return new Type!();
}

/** Properties with those inside collections. */
const withInner = (properties: Property[]): Property[] =>
	properties.flatMap((property) => [
		property,
		...withInner(
			property.options?.flatMap((option) => option.values ?? (option.type ? [option] : [])) ?? [],
		),
	]);

it('loads where n8n looks for its nodes and credentials, with square icons for light and dark', () => {
	const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	expect(entries).toHaveLength(4);
	for (const entry of entries) {
		const type = load(entry);
		const { light, dark } = (type.description?.icon ?? type.icon)!;
		expect(light).not.toBe(dark);
		for (const icon of [light, dark]) {
			const svg = readFileSync(join(folder, entry, '..', icon.replace(/^file:/, '')), 'utf8');
			const [, width, height] = /<svg [^>]*viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
			expect(width).toBeDefined();
			expect(width).toBe(height);
			// Nothing that an icon could run or load.
			expect(svg).not.toMatch(/<script|<image|<foreignObject|href=|\son\w+=|data:/);
		}
	}
});

it('has each field once, though n8n loads its descriptions again and adds fields of its own', async () => {
	const loader = new PackageDirectoryLoader(root);
	await loader.loadAll();
	loader.releaseTypes();
	await loader.ensureTypesLoaded();
	const { properties } = loader.types.nodes.find(({ polling }) => polling)!;
	const names = properties.map(({ name }) => name);
	expect(names.filter((name) => name === 'pollTimes')).toEqual(['pollTimes']);
});

it('describes each node to n8n’s search, under its published name and in n8n’s own categories', () => {
	for (const entry of manifest.n8n.nodes) {
		const codex = JSON.parse(read(entry.replace(/\.js$/, '.json'))) as {
			node: string;
			categories: string[];
			alias: string[];
			resources: Record<string, Array<{ url: string }>>;
		};
		expect(codex.node).toBe(`${manifest.name}.${load(entry).description?.name}`);
		expect(CODEX_CATEGORIES).toEqual(expect.arrayContaining(codex.categories));
		expect(codex.alias).toEqual(expect.arrayContaining(['CRM', 'WhatsApp']));
		for (const documentation of ['credentialDocumentation', 'primaryDocumentation']) {
			expect(codex.resources[documentation]?.[0]?.url).toMatch(/^https:/);
		}
	}
});

it('says of every node that is not a trigger that AI agents may use it', () => {
	const nodes = manifest.n8n.nodes.map((entry) => load(entry).description!);
	const tools = nodes.filter(({ group }) => !group.includes('trigger'));
	expect(tools.map(({ usableAsTool }) => usableAsTool)).toEqual([true]);
});

it('hides what is secret in the credential', () => {
	const properties = manifest.n8n.credentials.flatMap((entry) => load(entry).properties!);
	const secrets = properties.filter(({ name }) => /token|secret|password|key/i.test(name));
	expect(secrets.length).toBeGreaterThanOrEqual(2);
	for (const secret of secrets) expect(secret.typeOptions?.password).toBe(true);
});

it('lets users choose from a list first, wherever there is one', () => {
	const properties = withInner(
		manifest.n8n.nodes.flatMap((entry) => load(entry).description!.properties),
	);
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(10);
	for (const locator of locators) expect(locator.default).toMatchObject({ mode: 'list' });
});

it.each(['Installation', 'Credentials', 'Operations', 'Compatibility', 'Resources'])(
	'has a README with the part “%s”',
	(part) => expect(read('README.md')).toContain(`\n## ${part}\n`),
);

it('has the name, the licence, the keyword and the addresses that n8n asks for', () => {
	expect(manifest.name).toMatch(/^n8n-nodes-/);
	expect(manifest).toHaveProperty('n8n.n8nNodesApiVersion', 1);
	expect(manifest).toHaveProperty(
		'repository.url',
		expect.stringMatching(/^git\+https:\/\/github\.com\//),
	);
	expect(manifest).toHaveProperty('author.email', expect.stringContaining('@'));
	expect(manifest).toHaveProperty('license', 'MIT');
	expect(read('LICENSE.md')).toContain('MIT License');
	expect(manifest.keywords).toContain('n8n-community-node-package');
});

it('passes n8n’s community package scanner, as a tarball and as a repository', () => {
	const scan = join(__dirname, 'scan.mjs');
	expect(() => run(process.execPath, scan, folder)).not.toThrow();
	expect(() => run(process.execPath, scan, root, 'sources')).not.toThrow();
}, 120_000);

it('would not pass that scanner with the environment, files, packages, timers or the console', () => {
	const copy = join(temp, 'spoiled');
	cpSync(folder, copy, { recursive: true });
	const spoilers = {
		'void process.env.HOME;': "restricted global 'process'",
		"require('fs');": "Require of 'fs'",
		"require('axios');": "Require of 'axios'",
		'setTimeout(() => undefined, 1);': "restricted global 'setTimeout'",
		"console.log('here');": 'Unexpected console statement',
	};
	appendFileSync(join(copy, manifest.n8n.nodes[0]!), `\n${Object.keys(spoilers).join('\n')}\n`);
	const { status, stderr } = spawnSync(process.execPath, [join(__dirname, 'scan.mjs'), copy], {
		cwd: root,
		env,
		encoding: 'utf8',
	});
	expect(status).toBe(1);
	for (const complaint of Object.values(spoilers)) expect(stderr).toContain(complaint);
}, 60_000);

it('switches no check off in what users install', () => {
	const sources = ['nodes', 'credentials'].flatMap((dir) =>
		readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
			.map((file) => join(root, dir, file))
			.filter((file) => statSync(file).isFile() && file.endsWith('.ts')),
	);
	expect(sources.length).toBeGreaterThan(20);
	for (const source of sources) {
		expect(readFileSync(source, 'utf8')).not.toMatch(
			/eslint-disable|@ts-(ignore|nocheck)|\bas any\b/,
		);
	}
});
