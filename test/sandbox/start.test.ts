import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { request } from 'undici';
import { startSandbox } from '../../sandbox';
import { Client } from './harness/client';

const ROOT = join(__dirname, '../..');

async function contactsOf(options: Parameters<typeof startSandbox>[0]) {
	const sandbox = await startSandbox({ tokenLimit: 1_000, ...options });
	const api = new Client(sandbox);
	const contacts = await api.all('/contacts');
	const fixtures = await api.control('GET', '/fixtures');
	await api.close();
	await sandbox.stop();
	return { contacts, fixtures };
}

test('the same seed gives the same data, another seed other data', async () => {
	const first = await contactsOf({ contacts: 30, seed: 7 });
	expect(await contactsOf({ contacts: 30, seed: 7 })).toEqual(first);
	expect((await contactsOf({ contacts: 30, seed: 8 })).contacts).not.toEqual(first.contacts);
	expect(first.contacts).toHaveLength(33);
	expect((await contactsOf({ contacts: 0 })).contacts).toHaveLength(3);
});

test('npm run sandbox prints one JSON line and ends with npm', async () => {
	const flags = ['--port', '0', '--json', '--contacts', '5', '--token-limit', '7'];
	flags.push('--dialect', '2', '--readings', 'asciiEmails,closedDealsChange');
	flags.push('--latency-ms', '8', '--latency-jitter-ms', '4');
	flags.push('--receiver-timeout-ms', '500');
	const npm = spawn('npm', ['run', 'sandbox', '--', ...flags], { cwd: ROOT });
	const lines: string[] = [];
	const output = createInterface({ input: npm.stdout });
	output.on('line', (line) => lines.push(line));
	while (!lines.some((line) => line.startsWith('{'))) await once(output, 'line');
	const ready = JSON.parse(lines.find((line) => line.startsWith('{')) ?? '');
	expect(Object.keys(ready)).toEqual(['baseUrl', 'controlUrl', 'tokens']);
	expect(Object.keys(ready.tokens)).toEqual(
		expect.arrayContaining([
			'manager',
			'seller',
			'otherSeller',
			'readOnly',
			'crmOnly',
			'inboxOnly',
			'expired',
			'otherAccountManager',
		]),
	);
	expect(ready.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
	const ask = async () => {
		const reply = await request(`${ready.baseUrl}/contacts`, {
			headers: { authorization: `Bearer ${ready.tokens.manager}` },
		});
		await reply.body.dump();
		return reply.headers['ratelimit-limit'];
	};
	expect(await ask()).toBe('7');
	const behaviour = await request(`${ready.controlUrl}/behaviour`);
	expect(await behaviour.body.json()).toEqual({
		dialect: 2,
		readings: ['asciiEmails', 'closedDealsChange'],
		latencyMs: 8,
		latencyJitterMs: 4,
	});
	expect(lines.filter((line) => line !== '' && !line.startsWith('>'))).toHaveLength(1);
	npm.kill('SIGTERM');
	await once(npm, 'exit');
	const end = Date.now() + 3_000;
	let isGone = false;
	while (!isGone && Date.now() < end) {
		await new Promise((resolve) => setTimeout(resolve, 100));
		isGone = await ask().then(
			() => false,
			() => true,
		);
	}
	expect(isGone).toBe(true);
});
