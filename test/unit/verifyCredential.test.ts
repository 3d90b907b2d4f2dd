import type { ICredentialTestFunctions } from 'n8n-workflow';
import { customerRelationshipApiTest } from '../../nodes/CustomerRelationship/verifyCredential';

interface Reply {
	statusCode: number;
	headers?: object;
	body?: unknown;
}

/** What the test says when the request ends so. */
async function told(reply: Reply | Error, data: Record<string, string> = {}): Promise<string> {
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

test('a signing secret that can’t be the service’s is told, and not shown', async () => {
	const short = 'a'.repeat(63);
	expect(await told(works, { signingSecret: short })).toMatch(
		/^“Signing Secret” in the credential has 63 characters; a signing secret has 64 and no blanks\. Empty/,
	);
	expect(await told(works, { testSigningSecret: `a${short}, the-token` })).toMatch(
		/^“Signing Secret \(Test URL\)” in the credential, secret 2 of 2, is the access token\. /,
	);
	for (const signingSecret of ['', ' ']) {
		const message = await told(works, { signingSecret, testSigningSecret: `a${short}` });
		expect(message).toMatch(/successful/);
	}
	expect(await told(notFound, { signingSecret: short })).not.toContain('63');
});

test.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'SELF_SIGNED_CERT_IN_CHAIN'])(
	'no secure connection: %s',
	async (code) => {
		expect(await told(coded(code))).toMatch(
			/^No secure connection.*https against http.*certificate/,
		);
		expect(await told(coded(code))).toContain(code);
	},
);

test.each(['ECONNREFUSED', 'ENOTFOUND', 'ERR_NETWORK'])('no connection: %s', async (code) => {
	expect(await told(coded(code))).toMatch(/^Nothing answers at this Base URL/);
});

test.each([301, 302, 303, 307, 308])(
	'a redirect names the origin that it leads to: %d',
	async (statusCode) => {
		const location = 'https://user:pass@crm.example/api/v1/pipelines?key=secret#hash';
		expect(await told({ statusCode, headers: { location } })).toBe(
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
])('what leads nowhere else is not the API: %d %s', async (statusCode, location) => {
	expect(await told({ statusCode, headers: { location } })).toMatch(/not the service’s API/);
});

test.each([502, 503, 504])('what answers for a service that is down: %d', async (statusCode) => {
	for (const baseUrl of ['http://crm.example/api/v1', 'http://crm.example']) {
		expect(await told({ statusCode }, { baseUrl })).toBe(
			`The service may be down at the moment (HTTP ${statusCode}). Test again later.`,
		);
	}
});

test.each([
	['', /Add \/api\/v1 to it\.$/],
	['/crm', /Add \/api\/v1 to it\.$/],
	['/api', /^Base URL must end with \/api\/v1/],
	['/api/v2', /^Base URL must end with \/api\/v1/],
	['/api/v1/contacts', /Cut off what follows \/api\/v1\.$/],
	['/api/v1/api/v2', /Cut off what follows \/api\/v1\.$/],
])('an address that ends with %j', async (path, message) => {
	const baseUrl = `http://crm.example${path}`;
	expect(await told(notFound, { baseUrl })).toMatch(message);
	expect(await told({ statusCode: 404 }, { baseUrl })).toMatch(message);
	expect(await told({ statusCode: 500 }, { baseUrl })).toMatch(message);
});

test.each([500, 502, 520, 429])('what answers in front of the service: %d', async (statusCode) => {
	expect(await told({ statusCode })).toBe(
		`The service may be down at the moment (HTTP ${statusCode}). Test again later.`,
	);
});

test('what is not found is the address, not a record', async () => {
	expect(await told(notFound)).toMatch(/^The service does not know this address\. Check Base URL/);
});

test.each([
	[402, 'subscription_inactive', /is not active\. Have the subscription renewed in the service\.$/],
	[400, 'unknown_parameter', /^The service does not know the parameter one of the fields here\. /],
])('what the service refuses is told as a node tells it: %d %s', async (statusCode, code, text) => {
	const error = { type: 'invalid_request_error', code, message: 'x' };
	expect(await told({ statusCode, body: { error } })).toMatch(text);
});
