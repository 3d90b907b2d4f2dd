/** The test of the credential against a real server, and who else tells of an address that can't be one. */
import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import { useService } from './actionNode/service';
import { credentialsFor, runAgainst } from './batch/setup';
import {
	actionNode,
	breakConnection,
	changesNode,
	credentialTest,
	fakeService,
	listSearch,
	PollingWorkflow,
	type FakeService,
} from '../support/engine';

const service = useService();
const test_ = async (data: object) =>
	await credentialTest({
		baseUrl: service.sandbox.baseUrl,
		accessToken: service.sandbox.tokens.manager!,
		...data,
	});
const token = (name: string) => ({ accessToken: service.sandbox.tokens[name] });
const OK = { status: 'OK', message: expect.any(String) };
const error = (message: RegExp) => ({ status: 'Error', message: expect.stringMatching(message) });

let other: FakeService;
let answer: Parameters<typeof fakeService>[0];
beforeAll(async () => {
	other = await fakeService((...request) => answer(...request));
});
afterAll(async () => await other.close());
/** What is said of an address where this answers. */
const met = async (reply: ReturnType<typeof answer>) => {
	answer = () => reply;
	return await test_({ baseUrl: `${other.url}/api/v1` });
};

test.each<[string, () => object]>([
	['as it is', () => ({})],
	[
		'blanks around the address, slashes at its end',
		() => ({ baseUrl: ` ${service.sandbox.baseUrl}// ` }),
	],
	['blanks around the token', () => ({ accessToken: ` ${service.sandbox.tokens.manager}\n` })],
	['a token that merely lacks crm:read', () => token('inboxOnly')],
])('passes, with one request: %s', async (_, data) => {
	expect(await test_(data())).toEqual(OK);
	expect((await service.request()).path).toBe('/api/v1/pipelines');
});

test('passes a token whose limit is reached', async () => {
	await service.fault({ kind: 'status', status: 429, code: 'rate_limited' });
	expect(await test_({})).toEqual(OK);
});

const origin = () => new URL(service.sandbox.baseUrl).origin;
const lost = `${CREDENTIAL_BLANKING_VALUE},another`;
const LOST = /^“Signing Secret.*” .*has lost a secret.*paste all of its secrets at once/;
const NOT_VALID = /^The access token is not valid\. .*Create a token/;
test.each<[string, () => object, RegExp]>([
	[
		'a closed port',
		() => ({ baseUrl: 'http://127.0.0.1:9/api/v1' }),
		/^Nothing answers at this Base URL/,
	],
	['no address', () => ({ baseUrl: undefined }), /Base URL/],
	['another protocol', () => ({ baseUrl: 'ftp://service.example/api/v1' }), /Base URL/],
	[
		'more than an address',
		() => ({ baseUrl: `${service.sandbox.baseUrl}?tenant=1` }),
		/^“Base URL” in the credential holds more than an address/,
	],
	[
		'no version',
		() => ({ baseUrl: `${origin()}/crm` }),
		/does not end with \/api\/v1.*Add \/api\/v1/,
	],
	[
		'another version',
		() => ({ baseUrl: `${origin()}/api/v2` }),
		/^Base URL must end with \/api\/v1/,
	],
	[
		'an address that goes on after the version',
		() => ({ baseUrl: `${service.sandbox.baseUrl}/contacts` }),
		/Cut off what follows \/api\/v1\.$/,
	],
	['a signing secret lost to n8n’s placeholder', () => ({ signingSecret: lost }), LOST],
	['that for the test URL', () => ({ testSigningSecret: lost }), LOST],
	['first the token', () => ({ signingSecret: lost, accessToken: 'wrong' }), NOT_VALID],
	['an expired token', () => token('expired'), NOT_VALID],
	['a revoked one', () => token('revoked'), NOT_VALID],
	['one of a former user', () => token('formerUser'), NOT_VALID],
	['a subscription that has ended', () => token('suspendedAccount'), /is not active\. .*renewed/],
])('explains %s', async (_, data, message) => {
	expect(await test_(data())).toEqual(error(message));
});

test.each([
	['', /^“Access Token” in the credential is empty/],
	['Bearer abc', /“Access Token” in the credential holds blanks/],
])('refuses the malformed token %j without a request', async (accessToken, message) => {
	expect(await test_({ accessToken })).toEqual(error(message));
	expect(await service.requests()).toEqual([]);
});

test.each([
	[503, 'api_tokens_disabled', /at the moment \(api_tokens_disabled\)\. Test again/],
	[500, 'internal_error', /at the moment \(internal_error\)/],
	[418, 'brand_new_code', /^The service does not accept the request\. .* The service says: “/],
])('explains %d %s', async (status, code, message) => {
	await service.fault({ kind: 'status', status, code });
	expect(await test_({})).toEqual(error(message));
});

test.each<[string, object]>([
	['a web page', { headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' }],
	['a web page that refuses', { status: 403, body: '<html>Forbidden</html>' }],
	['other JSON', { json: { hello: 'world' } }],
	['an array', { json: [1, 2] }],
	['an error of another API', { status: 401, json: { message: 'Unauthorized' } }],
	['another envelope', { status: 404, json: { error: 'not found' } }],
	['nothing at all', { status: 204 }],
	['a redirect to a log-in page of its own', { status: 302, headers: { location: '/login' } }],
])('explains an answer of something else: %s', async (_, reply) => {
	expect(await met(reply)).toEqual(error(/not the service’s API/));
	expect(other.requests.at(-1)?.url).toBe('/api/v1/pipelines');
});

test('explains a broken connection, and a redirect to another server', async () => {
	expect(await met(breakConnection)).toEqual(error(/^Nothing answers at this Base URL/));
	const headers = { location: 'https://crm.example/api/v1?key=x' };
	expect(await met({ status: 301, headers })).toEqual(
		error(/sends on to https:\/\/crm\.example\. /),
	);
});

test('never shows the token', async () => {
	const accessToken = 'value-that-must-not-show';
	answer = ({ headers }) => ({ status: 401, json: { error: { message: headers.authorization } } });
	for (const baseUrl of [service.sandbox.baseUrl, `${other.url}/api/v1`]) {
		expect((await test_({ baseUrl, accessToken })).message).not.toContain(accessToken);
	}
});

describe('a malformed address', () => {
	const credentials = credentialsFor('http://%');
	const upsert = { resource: 'contact', operation: 'upsert', name: 'Ana' };
	const parameters = { events: ['deal.created'] };
	const failure = async (work: Promise<unknown>) => await work.catch((thrown: unknown) => thrown);

	test.each<[string, () => Promise<unknown>]>([
		['the node', async () => (await runAgainst('', upsert, { credentials })).error],
		[
			'a dropdown',
			async () => await failure(listSearch(actionNode, 'searchPipelines', { credentials })),
		],
		[
			'a poll',
			async () =>
				await failure(new PollingWorkflow(changesNode, { parameters, credentials }).activate()),
		],
	])('is explained by %s, with a remedy', async (_, told) => {
		expect(await told()).toMatchObject({
			message: expect.stringMatching(
				/“Base URL” in the credential has a host or a port that can’t exist/,
			),
			description: expect.stringContaining('Open the credential and give the service’s address'),
		});
	});
});
