/**
 * The sandbox in a process of its own that also tells how much processor time it has used. Its argument
 * holds the sandbox's options as JSON; it prints one line of JSON, the addresses, when it is ready.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox, type SandboxOptions } from '../../sandbox';
import type { Addresses } from './sandbox';

async function main(): Promise<void> {
	const options = JSON.parse(process.argv[2] ?? '') as Partial<SandboxOptions>;
	const { baseUrl, controlUrl, tokens } = await startSandbox(options);
	const meter = createServer((_request, response) => {
		const { user, system } = process.cpuUsage();
		response.setHeader('connection', 'close').end(String((user + system) / 1000));
	});
	meter.listen(0, '127.0.0.1', () => {
		const meterUrl = `http://127.0.0.1:${(meter.address() as AddressInfo).port}/`;
		const accessToken = tokens.manager ?? '';
		const addresses: Addresses = { baseUrl, controlUrl, accessToken, meterUrl };
		console.log(JSON.stringify(addresses));
	});
}

void main();
