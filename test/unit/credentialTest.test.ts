import type { ICredentialTestFunctions } from 'n8n-workflow';
import { customerRelationshipApiTest } from '../../nodes/CustomerRelationship/credentialTest';

interface Reply {
	statusCode: number;
	headers?: object;
	body?: unknown;
}

/** The message of the test if its request ends like this. */
async function messageFor(
	reply: Reply | Error,
	data: Record<string, string> = {},
): Promise<string> {
	const request = async () => {
		if (reply instanceof Error) throw reply;
		return await Promise.resolve({ headers: {}, body: '<html></html>', ...reply });
	};
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const { message } = await customerRelationshipApiTest.call(context, {
		...{ id: '', name: '', type: '' },
		data: { baseUrl: 'http://crm.example/api/v1', accessToken: 'the-token', ...data },
	});
	return message;
}

const works = { statusCode: 200, body: { data: [] } };
const notFound = {
	statusCode: 404,
	body: { error: { type: 'not_found_error', code: 'resource_not_found', message: 'x' } },
};
const coded = (code: string) =>
	Object.assign(new Error(), { cause: Object.assign(new Error(), { code }) });

test('reports a signing secret that can’t be the service’s, without showing it', async () => {
	const short = 'a'.repeat(63);
	expect(await messageFor(works, { signingSecret: short })).toMatch(
		/^“Signing Secret” in the credential has 63 characters; a signing secret has 64 and no blanks\. Empty/,
	);
	expect(await messageFor(works, { testSigningSecret: `a${short}, the-token` })).toMatch(
		/^“Signing Secret \(Test URL\)” in the credential, secret 2 of 2, is the access token\. /,
	);
	for (const signingSecret of ['', ' ']) {
		const message = await messageFor(works, { signingSecret, testSigningSecret: `a${short}` });
		expect(message).toMatch(/successful/);
	}
	expect(await messageFor(notFound, { signingSecret: short })).not.toContain('63');
});

test.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'SELF_SIGNED_CERT_IN_CHAIN'])(
	'reports a TLS fault: %s',
	async (code) => {
		expect(await messageFor(coded(code))).toMatch(
			/^No secure connection.*https against http.*certificate/,
		);
		expect(await messageFor(coded(code))).toContain(code);
	},
);

test.each(['ECONNREFUSED', 'ENOTFOUND', 'ERR_NETWORK'])(
	'reports that nothing answers: %s',
	async (code) => {
		expect(await messageFor(coded(code))).toMatch(/^Nothing answers at this Base URL/);
	},
);

test.each([301, 302, 303, 307, 308])(
	'names only the origin that a redirect leads to: %d',
	async (statusCode) => {
		const location = 'https://user:pass@crm.example/api/v1/pipelines?key=secret#hash';
		expect(await messageFor({ statusCode, headers: { location } })).toBe(
			'This address sends on to https://crm.example. If that is the service’s, put it into Base URL, with /api/v1 at the end.',
		);
	},
);

test.each([
	[302, '/login'],
	[302, 'http://crm.example/login'],
	[302, 'http://'],
	[302, 'mailto:a@b.example'],
	[302, undefined],
	[304, 'https://crm.example/'],
	[404, 'https://crm.example/'],
])('does not name a redirect within the same origin: %d %s', async (statusCode, location) => {
	expect(await messageFor({ statusCode, headers: { location } })).toMatch(/not the service’s API/);
});

test.each([502, 503, 504])(
	'reports a gateway’s answer as a service that is down: %d',
	async (statusCode) => {
		for (const baseUrl of ['http://crm.example/api/v1', 'http://crm.example']) {
			expect(await messageFor({ statusCode }, { baseUrl })).toBe(
				`The service may be down at the moment (HTTP ${statusCode}). Test again later.`,
			);
		}
	},
);

test.each([
	['', /Add \/api\/v1 to it\.$/],
	['/crm', /Add \/api\/v1 to it\.$/],
	['/api', /^Base URL must end with \/api\/v1/],
	['/api/v2', /^Base URL must end with \/api\/v1/],
	['/api/v1/contacts', /Cut off what follows \/api\/v1\.$/],
	['/api/v1/api/v2', /Cut off what follows \/api\/v1\.$/],
])('says how to complete an address that ends with %j', async (path, message) => {
	const baseUrl = `http://crm.example${path}`;
	expect(await messageFor(notFound, { baseUrl })).toMatch(message);
	expect(await messageFor({ statusCode: 404 }, { baseUrl })).toMatch(message);
	expect(await messageFor({ statusCode: 500 }, { baseUrl })).toMatch(message);
});

test.each([500, 502, 520, 429])(
	'reports an answer that is not the service’s: %d',
	async (statusCode) => {
		expect(await messageFor({ statusCode })).toBe(
			`The service may be down at the moment (HTTP ${statusCode}). Test again later.`,
		);
	},
);

test('takes resource_not_found for a wrong address', async () => {
	expect(await messageFor(notFound)).toMatch(
		/^The service does not know this address\. Check Base URL/,
	);
});

test.each([
	[402, 'subscription_inactive', /is not active\. Have the subscription renewed in the service\.$/],
	[400, 'unknown_parameter', /^The service does not know the parameter one of the fields here\. /],
])('explains a refusal as the nodes do: %d %s', async (statusCode, code, text) => {
	const error = { type: 'invalid_request_error', code, message: 'x' };
	expect(await messageFor({ statusCode, body: { error } })).toMatch(text);
});

test('does not take a limit of another service for the API', async () => {
	const error = { code: 'too_many', message: 'x' };
	expect(await messageFor({ statusCode: 429, body: { error } })).toMatch(/may be down .*HTTP 429/);
	expect(await messageFor({ statusCode: 400, body: { error } })).toMatch(/not the service’s API/);
});

test.each([422, 503])(
	'quotes a code that is not known, and not at length (%d)',
	async (statusCode) => {
		const error = { type: 'api_error', code: `new_${'x'.repeat(1_000)}` };
		expect(await messageFor({ statusCode, body: { error } })).toMatch(/new_x{96}…/);
	},
);
