import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SAMPLE_DATA } from '../../../playground/sampleEvents';
import { SECRET_ONE, SECRET_TWO, verdictOn } from './signatureVectors';

const root = join(__dirname, '../../..');

interface Received {
	headers: IncomingHttpHeaders;
	body: Buffer;
}

let server: Server;
let received: Received[];
let answerWith: number;
let url: string;

beforeEach(async () => {
	received = [];
	answerWith = 200;
	server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			received.push({ headers: request.headers, body: Buffer.concat(chunks) });
			response.writeHead(answerWith).end('noted');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function sendEvent(...flags: string[]): Promise<{ code: number; output: string }> {
	const args = ['--import', 'tsx', 'playground/sendEvent.ts', ...flags];
	return new Promise((resolve) => {
		execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) =>
			resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
		);
	});
}

/** The trigger's verdict with one of the secrets. */
function verdict({ headers, body }: Received, secret: string, toleranceSeconds = 10): string {
	const nowSeconds = Math.floor(Date.now() / 1000);
	const header = headers['svc-signature'];
	return verdictOn({ body, header, secrets: [secret], nowSeconds, toleranceSeconds });
}

describe('npm run send-event', () => {
	it('sends a sample that the trigger verifies', async () => {
		const flags = ['--url', url, '--secret', SECRET_ONE, '--event', 'message.failed'];
		const { code, output } = await sendEvent(...flags, '--id', 'evt_9');
		expect([code, output]).toEqual([0, 'message.failed evt_9 was answered 200 noted\n']);
		const [sent] = received;
		expect(verdict(sent!, SECRET_ONE)).toBe('verified');
		expect(verdict(sent!, SECRET_TWO)).toBe('mismatch');
		expect(JSON.parse(sent!.body.toString())).toEqual({
			event: 'message.failed',
			id: 'evt_9',
			data: SAMPLE_DATA['message.failed'],
		});
	});

	it('signs with each secret, sends given data, backdates, and reports a rejection', async () => {
		answerWith = 401;
		const flags = ['--url', url, '--secret', `${SECRET_ONE}, ${SECRET_TWO}`, '--age', '30'];
		const own = ['--event', 'deal.won', '--data', '{"id":"d"}'];
		const { code, output } = await sendEvent(...flags, ...own);
		expect(code).toBe(1);
		expect(output).toMatch(/^deal\.won evt_\S+ was answered 401/);
		const [sent] = received;
		for (const secret of [SECRET_ONE, SECRET_TWO]) {
			expect([verdict(sent!, secret), verdict(sent!, secret, 60)]).toEqual(['tooOld', 'verified']);
		}
		expect(JSON.parse(sent!.body.toString()).data).toEqual({ id: 'd' });
	});

	it.each([
		[['--url', 'nowhere'], /http or https/],
		[['--url', 'http://127.0.0.1:9/', '--secret', 'x', '--data', '[]'], /JSON object/],
		[['--url', 'http://127.0.0.1:9/', '--secret', 'x', '--age', 'x'], /whole number/],
		[['--url', 'http://127.0.0.1:1/', '--secret', 'x'], /^No answer: /],
	])('explains what is wrong with %j', async (flags, words) => {
		const { code, output } = await sendEvent(...flags);
		expect([code, output]).toEqual([1, expect.stringMatching(words)]);
	});
});
