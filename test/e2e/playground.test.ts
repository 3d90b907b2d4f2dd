import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { madeIn, playgroundFolder, repository } from '../../playground/folders';
import { N8nRest } from '../../playground/n8nRest';
import { freePort } from '../../playground/ports';
import { childEnvironment, ManagedProcess, npmCommand } from '../../playground/processes';
import { findRunning } from '../../playground/runningPlayground';
import { SandboxControl } from '../../playground/sandboxControl';
import { waitUntil } from '../../playground/waitUntil';
import { commandOf, familyOf, stillRunning } from './support/processTree';

/** n8n alone may take three minutes to start, and the package is built and installed before. */
const UP_MS = 300_000;
const DOWN_MS = 30_000;

/** Held to 30 messages a minute. What its example does: campaign.test.ts. */
const CAMPAIGN = process.env.E2E_LONG
	? [[['campaign'], 'Answered within 72 hours: 8 of 20 who may have got it (40.0 %).'] as const]
	: [];

// Each try starts npm.
jest.setTimeout(600_000);

let folder: string;
let started: ManagedProcess[];
let ports: { n8n: number; sandbox: number };

beforeAll(async () => {
	// Inside the repository, as the playground's own folder is: below a node_modules that is not n8n's.
	await mkdir(playgroundFolder, { recursive: true });
	// One for all tests: a later start goes on with the data of the first, which takes half the time.
	folder = await mkdtemp(join(playgroundFolder, 'e2e-'));
	ports = { n8n: await freePort(), sandbox: await freePort() };
});
beforeEach(() => {
	started = [];
});
afterEach(async () => {
	for (const child of started) await child.stop();
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

function npm(...args: string[]): ManagedProcess {
	const { command, args: own } = npmCommand();
	const child = new ManagedProcess({
		name: `npm ${args.join(' ')}`,
		command,
		args: [...own, ...args],
		env: childEnvironment(),
		cwd: repository,
		logFile: join(folder, 'npm.log'),
	});
	started.push(child);
	return child;
}

/** Never 0, which stands for our own process group. */
function pidOf(child: ManagedProcess): number {
	if (child.pid === undefined) throw new Error(`${child.name} was not started`);
	return child.pid;
}

const data = () => ['--data', join(folder, 'data')];
const npmStart = (n8nPort = ports.n8n, sandboxPort = ports.sandbox) =>
	npm(
		'start',
		'--',
		...data(),
		'--n8n-port',
		String(n8nPort),
		'--sandbox-port',
		String(sandboxPort),
	);

async function untilUp(child: ManagedProcess): Promise<void> {
	await waitUntil('the playground', UP_MS, async () => {
		if (!child.isRunning) return true;
		return child.lastLines.includes('Ctrl-C stops it all.') ? true : undefined;
	});
	if (!child.isRunning) throw new Error(`npm start ended:\n${child.lastLines}`);
}

/** What the editor is told when the list of contacts can't be loaded. */
async function dropdownError(): Promise<unknown> {
	const { n8nUrl, sandbox } = await findRunning(madeIn(join(folder, 'data')).running);
	const rest = new N8nRest(n8nUrl);
	await rest.signIn();
	const [credential] = await rest.get<Array<{ id: string; name: string }>>('/credentials');
	const fault = { kind: 'status', status: 403, code: 'insufficient_api_token_scope' };
	// More than one: a poll of an example may take one.
	await new SandboxControl(sandbox).addFault({ ...fault, path: '/contacts', count: 100 });
	const { name, version } = (await rest.nodeTypesOf('n8n-nodes-customer-relationship')).find(
		(type) => type.name.endsWith('.customerRelationship'),
	)!;
	const asked = rest.send('POST', '/dynamic-node-parameters/resource-locator-results', {
		...{ path: 'parameters.contactId', methodName: 'searchContacts' },
		nodeTypeAndVersion: { name, version },
		currentNodeParameters: { resource: 'contact', operation: 'get' },
		credentials: { customerRelationshipApi: credential },
	});
	const refused: unknown = await asked.catch((error: unknown) => error);
	const [body] = /\{.*\}$/s.exec(String(refused)) ?? [];
	if (body === undefined) throw new Error(`No error of n8n's: ${String(refused)}`);
	return JSON.parse(body);
}

const allGone = async (family: number[]) =>
	await waitUntil('every process to end', DOWN_MS, async () =>
		stillRunning(family).length === 0 ? true : undefined,
	);

const nobodyListens = async (port: number) =>
	await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');

it('says which port is in use and which flag chooses another, and starts nothing', async () => {
	const occupant = createServer().listen(0, '127.0.0.1');
	await new Promise((resolve) => occupant.once('listening', resolve));
	const { port } = occupant.address() as AddressInfo;
	try {
		const n8nTaken = npmStart(port);
		expect(await n8nTaken.ended).toBe('exit code 1');
		expect(n8nTaken.lastLines).toContain(`Port ${port}, wanted for n8n, is in use`);
		expect(n8nTaken.lastLines).toMatch(/npm start -- --n8n-port \d+/);
		await nobodyListens(ports.sandbox);

		const sandboxTaken = npmStart(ports.n8n, port);
		expect(await sandboxTaken.ended).toBe('exit code 1');
		expect(sandboxTaken.lastLines).toContain(`Port ${port}, wanted for the sandbox, is in use`);
		expect(sandboxTaken.lastLines).toMatch(/npm start -- --sandbox-port \d+/);
		await nobodyListens(ports.n8n);
	} finally {
		occupant.close();
	}
});

it('answers npm run try, refuses a second start on its data, and leaves nothing behind after Ctrl-C', async () => {
	const playground = npmStart();
	await untilUp(playground);
	// The first start ends with the welcome, the link to its run, and where to go on.
	expect(playground.lastLines).toContain('n8n answered with a template message (sent)');
	expect(playground.lastLines).toContain('/workflow/welcomeNewContact/executions/');
	expect(playground.lastLines).toContain('/#/workflows');
	const { sandbox } = await findRunning(madeIn(join(folder, 'data')).running);
	const control = new SandboxControl(sandbox);
	const published = async () =>
		(await control.workflows()).filter(({ isPublished }) => isPublished).map(({ id }) => id);
	expect(await published()).toEqual(['welcomeNewContact']);
	expect(await control.webhooks()).toHaveLength(1);

	for (const [words, shown] of [
		[[], 'n8n answered with a template message (sent)'],
		[['agent'], 'Three messages, one answer:'],
		[['handover'], 'n8n stayed silent'],
		[['fixed-text'], 'n8n stayed silent'],
		[['answer'], 'Unpublished “Answer with a fixed text”'],
		...CAMPAIGN,
	] as const) {
		const attempt = npm('run', 'try', '--', ...words, ...data());
		expect(await attempt.ended).toBe('exit code 0');
		expect(attempt.lastLines).toContain(shown);
	}
	expect((await published()).sort()).toEqual([
		...['askAboutADeal', 'askAndWait', ...(process.env.E2E_LONG ? ['campaignEvents'] : [])],
		...['customerAnswers', 'welcomeNewContact'],
	]);
	expect(new Set((await control.deliveries()).map(({ status }) => status))).toEqual(new Set([200]));

	expect(await dropdownError()).toMatchObject({
		message: 'The access token lacks the scope crm:read',
		description: expect.stringContaining('Create a token with this scope'),
	});

	const second = npmStart(await freePort(), await freePort());
	expect(await second.ended).toBe('exit code 1');
	expect(second.lastLines).toContain('Another playground is using');

	const family = familyOf(pidOf(playground));
	// npm, its shell, the playground, the sandbox, n8n and n8n's task runner.
	expect(family.length).toBeGreaterThanOrEqual(5);
	process.kill(-pidOf(playground), 'SIGINT');
	await allGone(family);
	await playground.ended;
	expect(playground.lastLines).toContain('Stopped.');
	await nobodyListens(ports.n8n);
	await nobodyListens(ports.sandbox);
});

// It starts n8n once more, which takes a minute.
const inTheLongRun = process.env.E2E_LONG ? it : it.skip;
inTheLongRun('starts again on its data; stops n8n and says why when the sandbox dies', async () => {
	const playground = npmStart();
	await untilUp(playground);
	const family = familyOf(pidOf(playground));
	const sandbox = family.find((pid) => commandOf(pid).includes('sandbox/main.ts'));
	if (sandbox === undefined) throw new Error(`No sandbox among the processes ${family.join(', ')}`);
	process.kill(sandbox, 'SIGKILL');
	expect(await playground.ended).toBe('exit code 1');
	expect(playground.lastLines).toContain('The sandbox ended unexpectedly (signal SIGKILL)');
	await allGone(family);
	await nobodyListens(ports.n8n);
});
