/** Faults of the address or the certificate: nothing leaves n8n, nothing is tried again, and that is what is said. */
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import {
	createServer as createTcpServer,
	type AddressInfo,
	type Server as TcpServer,
	type Socket,
} from 'node:net';
import tls, { createServer as createTlsServer } from 'node:tls';
import { credentialTest } from '../../support/engine';
import { testCertificates } from './certificates';
import { credentialsFor, freshToken, reportOf, runAgainst, told } from './setup';

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

/** How a server is met, and how often it was. */
async function meeting<Result>(
	server: TcpServer,
	test: (port: number, connections: Socket[]) => Promise<Result>,
): Promise<Result> {
	const connections: Socket[] = [];
	server.on('connection', (socket: Socket) => void connections.push(socket));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		return await test((server.address() as AddressInfo).port, connections);
	} finally {
		connections.forEach((socket) => socket.destroy());
		await new Promise((resolve) => server.close(resolve));
	}
}

const run = async (port: number) =>
	await runAgainst('', contact, {
		credentials: credentialsFor(`https://127.0.0.1:${port}/api/v1`, freshToken()),
	});

/** Lets no secure connection come about, in its own way. */
const rude = (manner: (socket: Socket) => void) =>
	createTcpServer((socket) => {
		socket.on('error', () => {});
		manner(socket);
	});
const afterHello = (reply: (socket: Socket) => void) =>
	rude((socket) => void socket.once('data', () => reply(socket)));
/** A TLS record that is a fatal alert of that number (RFC 8446, 6). */
const alert = (number: number) => Buffer.from([0x15, 3, 3, 0, 2, 2, number]);
const wantsCertificate = () => ({
	...{ ...certificates.valid, requestCert: true, ca: certificates.authority },
});

interface Row {
	serve: () => TcpServer;
	code: RegExp;
	/** Whether n8n trusts the authority that signed the certificate. */
	trusting?: boolean;
	/** Whether it may be over in a moment, and is tried again. */
	passing?: boolean;
}
const rows: Record<string, Row> = {
	'https to an http port': { serve: createPlain, code: /EPROTO|ERR_SSL_\w+/ },
	'an issuer that n8n does not trust': {
		serve: () => createServer(certificates.untrusted),
		code: /UNABLE_TO_GET_ISSUER_CERT/,
	},
	'a certificate of its own making': {
		serve: () => createServer(certificates.selfSigned),
		code: /SELF_SIGNED/,
	},
	'a certificate that is not valid yet': {
		serve: () => createServer(certificates.notYetValid),
		...{ code: /NOT_YET_VALID/, trusting: true },
	},
	'a certificate that has expired': {
		serve: () => createServer(certificates.expired),
		...{ code: /HAS_EXPIRED/, trusting: true },
	},
	'a port that speaks something else than HTTP': {
		serve: () => rude((socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n')),
		code: /EPROTO/,
	},
	'a service that turns the handshake away': {
		serve: () => afterHello((socket) => void socket.write(alert(40))),
		code: /EPROTO/,
	},
	'a service that speaks older TLS only': {
		serve: () =>
			createTlsServer({
				...certificates.selfSigned,
				...{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
			}),
		code: /EPROTO/,
	},
	'a service that wants a certificate of the caller': {
		serve: () => createTlsServer(wantsCertificate()),
		...{ code: /ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED/, trusting: true },
	},
	'a service that wants one, by an older protocol': {
		serve: () => createTlsServer({ ...wantsCertificate(), maxVersion: 'TLSv1.2' }),
		...{ code: /EPROTO/, trusting: true },
	},
	'a handshake that is cut off': {
		serve: () => afterHello((socket) => void socket.end()),
		...{ code: /ECONNRESET/, passing: true },
	},
	'a connection that is cut off': {
		serve: () => rude((socket) => void socket.end()),
		...{ code: /ECONNRESET/, passing: true },
	},
};

test.each(Object.entries(rows))(
	'%s: nothing was carried out',
	async (_, { serve, code, trusting, passing }) => {
		if (trusting) trustAuthority();
		await meeting(serve(), async (port, connections) => {
			const result = await run(port);
			expect(told(result)).toMatch(code);
			expect(reportOf(result, 1)).toMatchObject({ notCarriedOut: [0] });
			expect(connections.length > 1).toBe(passing ?? false);
		});
	},
);

test('the credential test explains a certificate fault, too', async () => {
	await meeting(createServer(certificates.selfSigned), async (port) => {
		const baseUrl = `https://127.0.0.1:${port}/api/v1`;
		const { message } = await credentialTest({ baseUrl, accessToken: freshToken() });
		expect(message).toMatch(/^No secure connection.*SELF_SIGNED/);
	});
});

test('a connection that breaks after the request was sent leaves the outcome unknown', async () => {
	trustAuthority();
	const server = createServer(certificates.valid, (request) => {
		request.resume().on('end', () => request.socket.destroy());
	});
	await meeting(server, async (port) => {
		expect(reportOf(await run(port), 1)).toMatchObject({ unknown: [0] });
	});
});
