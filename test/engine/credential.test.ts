import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import { useService } from './actionNode/service';
import { credentialsFor, runAgainst, told } from './batch/setup';
import {
	actionNode,
	breakConnection,
	changesNode,
	credentialTest,
	fakeService,
	listSearch,
	PollingWorkflow,
	type FakeService,
} from './harness';

const service = useService();
const test_ = async (data: Record<string, unknown>) =>
	await credentialTest({
		baseUrl: service.sandbox.baseUrl,
		accessToken: service.sandbox.tokens.manager,
		...data,
	} as never);
const origin = () => new URL(service.sandbox.baseUrl).origin;
const OK = { status: 'OK', message: expect.any(String) };
const error = (message: RegExp) => ({ status: 'Error', message: expect.stringMatching(message) });

let other: FakeService;
let answer: Parameters<typeof fakeService>[0];
beforeAll(async () => {
	other = await fakeService((...request) => answer(...request));
});
afterAll(async () => await other.close());

test('a working credential passes, with one request', async () => {
	expect(await test_({})).toEqual(OK);
	expect((await service.request()).path).toBe('/api/v1/pipelines');
});

test('blanks around and slashes at the end of the address are forgiven', async () => {
	expect(await test_({ baseUrl: ` ${service.sandbox.baseUrl}// ` })).toEqual(OK);
	expect(await test_({ accessToken: ` ${service.sandbox.tokens.manager}\n` })).toEqual(OK);
});

test.each(['inboxOnly'])('a valid token that merely lacks crm:read passes: %s', async (token) => {
	expect(await test_({ accessToken: service.sandbox.tokens[token] })).toEqual(OK);
});

test('a signing secret that was lost to n8n’s placeholder is said, once address and token are right', async () => {
	for (const name of ['signingSecret', 'testSigningSecret']) {
		const lost = { [name]: `${CREDENTIAL_BLANKING_VALUE},another` };
		expect(await test_(lost)).toEqual(
			error(/^“Signing Secret.*” .*has lost a secret.*paste all of its secrets at once/),
		);
		expect(await test_({ ...lost, accessToken: 'wrong' })).toEqual(
			error(/access token is not valid/),
		);
	}
});

test('a token whose limit is reached passes', async () => {
	await service.fault({ kind: 'status', status: 429, code: 'rate_limited' });
	expect(await test_({})).toEqual(OK);
});

test('nothing answers', async () => {
	expect(await test_({ baseUrl: 'http://127.0.0.1:9/api/v1' })).toEqual(
		error(/^Nothing answers at this Base URL/),
	);
	answer = () => breakConnection;
	expect(await test_({ baseUrl: `${other.url}/api/v1` })).toEqual(
		error(/^Nothing answers at this Base URL/),
	);
});

test.each(['', 'service.example', 'ftp://service.example/api/v1', undefined])(
	'an address that is none: %p',
	async (baseUrl) => {
		expect((await test_({ baseUrl })).status).toBe('Error');
		expect(await test_({ baseUrl })).toEqual(error(/Base URL/));
	},
);

describe.each(['http://127.0.0.1:99999/api/v1', 'http://%'])(
	'a Base URL that can’t be one: %s',
	(baseUrl) => {
		const fault = /“Base URL” in the credential has a host or a port that can’t exist/;
		const remedy = 'Open the credential and give the service’s address';
		const credentials = credentialsFor(baseUrl);
		const failure = async (work: Promise<unknown>) => await work.catch((error: unknown) => error);

		test('is told by the node, on which nothing was sent', async () => {
			const run = await runAgainst(
				'',
				{ resource: 'contact', operation: 'upsert', name: 'Ana' },
				{ credentials },
			);
			expect(told(run)).toMatch(fault);
			expect(told(run)).toContain(remedy);
			expect(told(run)).toContain('Nothing was sent');
		});

		test('is told in a dropdown', async () => {
			expect(
				await failure(listSearch(actionNode, 'searchPipelines', { credentials })),
			).toMatchObject({
				message: expect.stringMatching(fault),
				description: expect.stringContaining(remedy),
			});
		});

		test('is told by a poll', async () => {
			const parameters = { events: ['deal.created'] };
			const polling = new PollingWorkflow(changesNode, { parameters, credentials });
			expect(await failure(polling.activate())).toMatchObject({
				message: expect.stringMatching(fault),
				description: expect.stringContaining(remedy),
			});
		});

		test('is told by the test of the credential', async () => {
			const { status, message } = await credentialTest({ baseUrl, accessToken: 'token' });
			expect([status, message]).toEqual(['Error', expect.stringMatching(fault)]);
			expect(message).toContain(remedy);
		});
	},
);

test('the version is missing from the address', async () => {
	for (const path of ['', '/', '/crm']) {
		expect(await test_({ baseUrl: `${origin()}${path}` })).toEqual(
			error(/does not end with \/api\/v1.*Add \/api\/v1/),
		);
	}
	for (const path of ['/api', '/api/v2']) {
		expect(await test_({ baseUrl: `${origin()}${path}` })).toEqual(
			error(/^Base URL must end with \/api\/v1/),
		);
	}
});

test.each<[string, object]>([
	[
		'a web page',
		{ headers: { 'content-type': 'text/html' }, body: '<html><body>Welcome</body></html>' },
	],
	['a web page that refuses', { status: 403, body: '<html>Forbidden</html>' }],
	['other JSON', { json: { hello: 'world' } }],
	['an array', { json: [1, 2] }],
	['an error of another API', { status: 401, json: { message: 'Unauthorized' } }],
	['another envelope', { status: 404, json: { error: 'not found' } }],
	['nothing at all', { status: 204 }],
	['a redirect to a log-in page of its own', { status: 302, headers: { location: '/login' } }],
])('something else answers: %s', async (_what, reply) => {
	answer = () => reply;
	expect(await test_({ baseUrl: `${other.url}/api/v1` })).toEqual(error(/not the service’s API/));
	const received = other.requests.at(-1);
	expect(received?.url).toBe('/api/v1/pipelines');
});

test('the address goes on after the version', async () => {
	for (const more of ['/contacts', '/pipelines', '/api']) {
		expect(await test_({ baseUrl: service.sandbox.baseUrl + more })).toEqual(
			error(/Cut off what follows \/api\/v1\.$/),
		);
	}
});

test('https to a port that speaks http', async () => {
	answer = () => ({ json: {} });
	expect(await test_({ baseUrl: `${other.url.replace('http:', 'https:')}/api/v1` })).toEqual(
		error(/^No secure connection.*https against http/),
	);
});

test('a redirect to another server names it', async () => {
	answer = () => ({ status: 301, headers: { location: 'https://crm.example/api/v1?key=x' } });
	expect(await test_({ baseUrl: `${other.url}/api/v1` })).toEqual(
		error(/sends on to https:\/\/crm\.example\. /),
	);
});

test('a signing secret that is too short is told, once address and token are right', async () => {
	const signingSecret = 'a'.repeat(63);
	expect(await test_({ signingSecret })).toEqual(
		error(/^“Signing Secret” in the credential has 63 characters/),
	);
	expect(await test_({ signingSecret: `${signingSecret}a` })).toEqual(OK);
});

test('the token is not valid', async () => {
	for (const name of ['expired', 'revoked', 'formerUser']) {
		const accessToken = service.sandbox.tokens[name];
		expect(await test_({ accessToken })).toEqual(
			error(/^The access token is not valid\. .*Create a token/),
		);
	}
	expect(await test_({ accessToken: 'no-such-token' })).toEqual(
		error(/^The access token is not valid/),
	);
});

test.each([
	['', /^“Access Token” in the credential is empty/],
	['Bearer abc', /“Access Token” in the credential holds blanks/],
	['abc\ndef', /“Access Token” in the credential holds blanks/],
	['tôken', /“Access Token” in the credential holds blanks or characters/],
])('the token %j can’t be one, and does not leave', async (accessToken, message) => {
	expect(await test_({ accessToken })).toEqual(error(message));
	expect(await service.requests()).toEqual([]);
});

test('the subscription has ended', async () => {
	const accessToken = service.sandbox.tokens.suspendedAccount;
	expect(await test_({ accessToken })).toEqual(error(/subscription is not active\. .*renewed/));
});

test.each([
	[503, 'api_tokens_disabled', /at the moment \(api_tokens_disabled\)\. Test again/],
	[500, 'internal_error', /at the moment \(internal_error\)/],
	[418, 'brand_new_code', /^The service refused: /],
])('%d %s is told as such', async (status, code, message) => {
	await service.fault({ kind: 'status', status, code });
	expect(await test_({})).toEqual(error(message));
});

test('the token never shows', async () => {
	const accessToken = 'value-that-must-not-show';
	answer = ({ headers }) => ({ status: 401, json: { error: { message: headers.authorization } } });
	for (const baseUrl of [
		service.sandbox.baseUrl,
		`${other.url}/api/v1`,
		'http://127.0.0.1:9/api/v1',
	]) {
		expect((await test_({ baseUrl, accessToken })).message).not.toContain(accessToken);
	}
});
