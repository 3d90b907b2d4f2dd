/** Faults of the address or the certificate: nothing leaves n8n, nothing is tried again, and that is what is said. */
import { createServer as createPlain, type Server } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { credentialTest } from '../harness';
import { testCertificates, type Certificate } from './certificates';
import {
	answer,
	credentialsFor,
	freshToken,
	NOTHING_DONE,
	PERHAPS_DONE,
	runAgainst,
	told,
	withService,
} from './setup';

const contact = {
	resource: 'contact',
	operation: 'upsert',
	name: 'Ana',
	options: { maxWaitSeconds: 3 },
};
let certificates: ReturnType<typeof testCertificates>;
beforeAll(() => {
	certificates = testCertificates();
});

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
	// n8n's https requests go by Node's agent unless a proxy is set: what it trusts, they trust.
	const { ca } = globalAgent.options;
	beforeAll(() => {
		if (trusting) globalAgent.options.ca = certificates.authority;
	});
	afterAll(() => {
		globalAgent.options.ca = ca;
	});

	test('ends the first try, and says that nothing was changed', async () => {
		await serving(certificate(), async (port, seen) => {
			const result = await run(port);
			expect(told(result)).toMatch(code);
			expect(told(result)).not.toMatch(PERHAPS_DONE);
			expect(told(result)).toMatch(NOTHING_DONE);
			expect(seen).toEqual({ connections: 1, requests: 0 });
		});
	});
});

describe('a base URL with more than an address', () => {
	test.each(['?tenant=1', '#section', '?'])('%s does not swallow the path', async (more) => {
		await withService(
			() => answer({ id: 'c1', name: 'Ana' }, 201),
			async ({ url, requests }) => {
				const credentials = credentialsFor(`${url}/api/v1${more}`, freshToken());
				const result = await runAgainst('', contact, { credentials });
				expect(told(result)).toContain('Base URL');
				expect(told(result)).toMatch(NOTHING_DONE);
				expect(requests.length).toBe(0);
				const tested = await credentialTest(credentials.customerRelationshipApi);
				expect(tested).toMatchObject({ status: 'Error' });
				expect(tested.message).toContain('Base URL');
				expect(requests.length).toBe(0);
			},
		);
	});
});
