import { omitSensitiveHeaders } from '../../../nodes/CustomerRelationship/webhook/sensitiveHeaders';

describe('omitSensitiveHeaders', () => {
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
	])('omits %s', (name) => {
		expect(omitSensitiveHeaders(headers([name, 'x-trace']))).toEqual({ 'x-trace': 'value' });
	});

	it('keeps headers that describe the transfer', () => {
		const harmless = headers([
			...['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host'],
			...['keep-alive', 'traceparent', 'user-agent', 'via', 'x-forwarded-for', 'x-real-ip'],
		]);
		expect(omitSensitiveHeaders(harmless)).toEqual(harmless);
	});

	it('omits credentials by value, whatever the header’s name', () => {
		const trace = { 'x-trace': 'bearer of news' };
		expect(omitSensitiveHeaders({ 'x-original': ' Bearer abc', 'x-o': 'basic YTpi' })).toEqual({});
		expect(omitSensitiveHeaders({ 'x-trace': 'the bearer' })).toEqual({ 'x-trace': 'the bearer' });
		expect(omitSensitiveHeaders(trace)).toEqual({});
	});
});
