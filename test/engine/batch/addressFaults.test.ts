/** Faults of the address or the certificate: nothing leaves n8n, nothing is tried again, and that is what is said. */
import { createServer as createPlain, type Server } from 'node:http';
import { createServer } from 'node:https';
import {
	createServer as createTcpServer,
	type AddressInfo,
	type Server as TcpServer,
	type Socket,
} from 'node:net';
import tls, { createServer as createTlsServer } from 'node:tls';
import { credentialTest } from '../harness';
import { testCertificates, type Certificate } from './certificates';
import {
	answer,
	credentialsFor,
	freshToken,
	reportOf,
	runAgainst,
	told,
	withService,
} from './setup';

const contact = {
	resource: 'contact',
	operation: 'upsert',
	name: 'Ana',
	options: { maxWaitSeconds: 1 },
};
let certificates: ReturnType<typeof testCertificates>;
beforeAll(() => {
	certificates = testCertificates();
});

/** As if n8n had been started with NODE_EXTRA_CA_CERTS; it makes an agent of its own for each request. */
function trustAuthority(): void {
	const create = tls.createSecureContext;
	jest
		.spyOn(tls, 'createSecureContext')
		.mockImplementation((options) => create({ ca: certificates.authority, ...options }));
}
afterEach(() => jest.restoreAllMocks());

/** A server that counts connections and requests; TLS when it has a certificate. */
async function serving<Result>(
	certificate: Certificate | undefined,
	test: (port: number, seen: { connections: number; requests: number }) => Promise<Result>,
): Promise<Result> {
	const seen = { connections: 0, requests: 0 };
	const answerAll = () => void (seen.requests += 1);
	const server: Server = certificate
		? createServer(certificate, answerAll)
		: createPlain(answerAll);
	server.on('connection', () => (seen.connections += 1));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		return await test((server.address() as AddressInfo).port, seen);
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}

const run = async (port: number) =>
	await runAgainst('', contact, {
		credentials: credentialsFor(`https://127.0.0.1:${port}/api/v1`, freshToken()),
	});

describe.each<[string, () => Certificate | undefined, RegExp, boolean?]>([
	['https to an http port', () => undefined, /EPROTO|ERR_SSL_\w+/],
	['an issuer that n8n does not trust', () => certificates.untrusted, /UNABLE_TO_GET_ISSUER_CERT/],
	['a certificate of its own making', () => certificates.selfSigned, /SELF_SIGNED/],
	['a certificate that is not valid yet', () => certificates.notYetValid, /NOT_YET_VALID/, true],
	['a certificate that has expired', () => certificates.expired, /HAS_EXPIRED/, true],
])('%s', (_, certificate, code, trusting = false) => {
	beforeEach(() => {
		if (trusting) trustAuthority();
	});

	test('ends the first try, and nothing was carried out', async () => {
		await serving(certificate(), async (port, seen) => {
			const result = await run(port);
			expect(told(result)).toMatch(code);
			expect(reportOf(result, 1)).toMatchObject({ notCarriedOut: [0] });
			expect(seen).toEqual({ connections: 1, requests: 0 });
			const baseUrl = `https://127.0.0.1:${port}/api/v1`;
			const tested = await credentialTest({ baseUrl, accessToken: freshToken() });
			expect(tested.message).toMatch(/^No secure connection/);
			expect(tested.message).toMatch(code);
		});
	});
});

/** A server that lets no secure connection come about, in its own way. */
const rude = (manner: (socket: Socket) => void) => {
	const server = createTcpServer((socket) => {
		socket.on('error', () => {});
		manner(socket);
	});
	return server;
};
const afterHello = (reply: (socket: Socket) => void) => (socket: Socket) =>
	void socket.once('data', () => reply(socket));
/** A TLS record that is a fatal alert of that number (RFC 8446, 6). */
const alert = (number: number) => Buffer.from([0x15, 3, 3, 0, 2, 2, number]);

describe.each<[string, () => TcpServer, { code: RegExp; tries: number }]>([
	[
		'a port that speaks something else than HTTP',
		() => rude((socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
		{ code: /EPROTO/, tries: 1 },
	],
	[
		'a service that turns the handshake away',
		() => rude(afterHello((socket) => void socket.write(alert(40)))),
		{ code: /EPROTO/, tries: 1 },
	],
	[
		'a service that speaks older TLS only',
		() =>
			createTlsServer({
				...certificates.selfSigned,
				...{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
			}),
		{ code: /EPROTO/, tries: 1 },
	],
	[
		'a service that wants a certificate of the caller',
		() => createTlsServer({ ...certificates.valid, requestCert: true, ca: certificates.authority }),
		{ code: /ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED/, tries: 1 },
	],
	[
		'a service that wants one, by an older protocol',
		() =>
			createTlsServer({
				...{ ...certificates.valid, requestCert: true, ca: certificates.authority },
				maxVersion: 'TLSv1.2',
			}),
		{ code: /EPROTO/, tries: 1 },
	],
	// These may be over in a moment.
	[
		'a handshake that is cut off',
		() => rude(afterHello((socket) => void socket.end())),
		{ code: /ECONNRESET/, tries: 2 },
	],
	[
		'a connection that is cut off',
		() => rude((socket) => void socket.end()),
		{
			code: /ECONNRESET/,
			tries: 2,
		},
	],
])('%s', (_, serve, { code, tries }) => {
	beforeEach(trustAuthority);

	test('is told as such, and nothing was carried out', async () => {
		const server = serve();
		const sockets: Socket[] = [];
		server.on('connection', (socket: Socket) => void sockets.push(socket));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		try {
			const { port } = server.address() as AddressInfo;
			const result = await run(port);
			expect(told(result)).toMatch(code);
			expect(reportOf(result, 1)).toMatchObject({ notCarriedOut: [0] });
			if (tries === 1) expect(sockets).toHaveLength(1);
			else expect(sockets.length).toBeGreaterThanOrEqual(tries);
		} finally {
			sockets.forEach((socket) => socket.destroy());
			await new Promise((resolve) => server.close(resolve));
		}
	});
});

test('a connection that breaks once the request has left may have brought it there', async () => {
	const server = createServer(certificates.valid, (request) => {
		request.resume().on('end', () => request.socket.destroy());
	});
	trustAuthority();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const result = await run((server.address() as AddressInfo).port);
		expect(reportOf(result, 1)).toMatchObject({ unknown: [0] });
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
});

describe('a base URL with more than an address', () => {
	test.each(['?tenant=1', '#section', '?'])('%s does not swallow the path', async (more) => {
		await withService(
			() => answer({ id: 'c1', name: 'Ana' }, 201),
			async ({ url, requests }) => {
				const credentials = credentialsFor(`${url}/api/v1${more}`, freshToken());
				const result = await runAgainst('', contact, { credentials });
				expect(told(result)).toContain('Base URL');
				expect(reportOf(result, 1)).toMatchObject({ notCarriedOut: [0] });
				expect(requests.length).toBe(0);
				const tested = await credentialTest(credentials.customerRelationshipApi);
				expect(tested).toMatchObject({ status: 'Error' });
				expect(tested.message).toContain('Base URL');
				expect(requests.length).toBe(0);
			},
		);
	});
});
