import {
	envelopeIn,
	eventIdOf,
	harmlessHeaders,
} from '../../../nodes/CustomerRelationship/webhook/envelope';

describe('the envelope in a body', () => {
	it('comes out as it went in, unknown properties and key order included', () => {
		const text =
			'{"id":"evt_1","new":[1,null],"event":"deal.created","data":{"__proto__":{"a":"\uFEFF"}}}';
		expect(JSON.stringify(envelopeIn(Buffer.from(text)))).toBe(text);
	});

	it('may follow a byte order mark', () => {
		expect(envelopeIn(Buffer.from('\uFEFF{"id":"evt_1"}'))).toEqual({ id: 'evt_1' });
	});

	it.each(['', '[]', '"text"', '1', 'null', '{"event"', 'event=contact.created'])(
		'is missing in %j',
		(text) => {
			expect(envelopeIn(Buffer.from(text))).toBeUndefined();
		},
	);
});

describe('the id of an event', () => {
	it.each([
		[{ id: 'evt_1' }, 'evt_1'],
		[{ id: 7 }, '7'],
		[{ id: Number.MAX_SAFE_INTEGER }, '9007199254740991'],
		// Another number may have been read as the same.
		[{ id: Number.MAX_SAFE_INTEGER + 1 }, undefined],
		[{ id: '' }, undefined],
		[{ id: null }, undefined],
		[{ id: {} }, undefined],
		[{}, undefined],
	])('in %j is %j', (envelope, id) => {
		expect(eventIdOf(envelope)).toBe(id);
	});
});

describe('of the request’s headers', () => {
	const headers = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'value']));

	it.each([
		'authorization',
		'proxy-authorization',
		'x-forwarded-access-token',
		'x-authenticated-by',
		'cookie',
		'cookie2',
		'x-auth',
		'x-csrf-token',
		'x-xsrf',
		'x-csrf',
		'x-api-key',
		'APIKEY',
		'x-client-secret',
		'svc-signature',
		'x-signed-by',
		'x-session-id',
		'php-auth-pw',
		'x-password',
		'x-passwd',
		'x-db-pwd',
		'x-credential',
		'cf-access-jwt-assertion',
		'x-saml-assertion',
		'x-saml',
		'x-goog-iap-jwt',
		'x-amzn-oidc-data',
		'x-client-cert',
		'x-forwarded-client-certificate',
		'x-ms-client-principal',
		...['x-origin-verify', 'x-vercel-protection-bypass', 'x-azure-fdid', 'x-bearer', 'x-login'],
		...['x-otp', 'x-mfa', 'x-2fa', 'x-pin', 'x-sso', 'x-sid', 'x-ticket', 'x-access-code', 'dpop'],
		...['x-hmac', 'x-webhook-hash', 'x-digest', 'x-forwarded-uri', 'x-original-url', 'referer'],
	])('%s is left out', (name) => {
		expect(harmlessHeaders(headers([name, 'x-trace']))).toEqual({ 'x-trace': 'value' });
	});

	it('what says how the request came stays', () => {
		const harmless = headers([
			...['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host'],
			...['keep-alive', 'traceparent', 'user-agent', 'via', 'x-forwarded-for', 'x-real-ip'],
		]);
		expect(harmlessHeaders(harmless)).toEqual(harmless);
	});

	it('a login is left out whatever its header is called', () => {
		const trace = { 'x-trace': 'bearer of news' };
		expect(harmlessHeaders({ 'x-original': ' Bearer abc', 'x-o': 'basic YTpi' })).toEqual({});
		expect(harmlessHeaders({ 'x-trace': 'the bearer' })).toEqual({ 'x-trace': 'the bearer' });
		expect(harmlessHeaders(trace)).toEqual({});
	});
});
