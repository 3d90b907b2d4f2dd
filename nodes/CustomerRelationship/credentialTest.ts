import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { findMalformedSecretError } from './webhook/signingSecrets';
import { FieldError } from './fieldError';
import { excerpt, quote } from './quote';
import { joinSentences } from './sentences';
import { isRedirect, readAnswer, type ForeignAnswer, type AttemptResult } from './transport/answer';
import { systemClock } from './transport/clock';
import { parseBaseUrl, parseAccessToken } from './transport/credential';
import { isTlsHandshakeError, networkErrorCode } from './transport/networkErrors';
import type { ApiRequest } from './transport/request';
import { isRateLimited } from './transport/retryPolicy';
import { CREDENTIAL_TEST_AUDIENCE, composeErrorText } from './errors/audience';
import { CATALOGUE, type Explanation } from './errors/catalogue';
import { serviceMessageOf } from './errors/explain';
import { explainRefusal } from './errors/explainRefusal';
import { explainFailedTlsHandshake } from './errors/explainUnanswered';

const OK: INodeCredentialTestResult = { status: 'OK', message: 'Connection successful' };
const PIPELINES: ApiRequest = { method: 'GET', path: '/pipelines' };
const NOT_THE_API =
	'Something answers at this Base URL, but it is not the service’s API. Check the address; it ends with /api/v1.';

/**
 * n8n's test of a credential: `GET /pipelines`, which tells a wrong address from a wrong token. A token
 * that only lacks `crm:read` is valid (specification: Authentication 4).
 */
export async function customerRelationshipApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, accessToken } = credential.data ?? {};
	try {
		const address = parseBaseUrl(baseUrl);
		const token = parseAccessToken(accessToken);
		// A credential test has no other helper for requests.
		const { request } = this.helpers;
		const answer = await request({
			method: 'GET',
			uri: `${address}/pipelines`,
			headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
			json: true,
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			timeout: 15_000,
		});
		const { statusCode, headers, body } = answer as {
			statusCode: number;
			headers: Record<string, unknown>;
			body: unknown;
		};
		const result = testResultOf(readAnswer({ statusCode, headers, body }, systemClock), address);
		if (result.status !== 'OK') return result;
		const data = credential.data ?? {};
		const malformed =
			findMalformedSecretError(data, 'production') ?? findMalformedSecretError(data, 'test');
		if (malformed) throw malformed;
		return result;
	} catch (error) {
		if (error instanceof FieldError) return explainedFailure(error);
		const code = networkErrorCode(error) ?? '';
		// A read changes nothing, wherever it fails: so every fault of OpenSSL counts as a missing connection.
		if (isTlsHandshakeError(code) || code.startsWith('ERR_SSL_'))
			return explainedFailure(explainFailedTlsHandshake(code));
		return failedTest(
			'Nothing answers at this Base URL. Check the address, and that n8n can reach it from its network.',
		);
	}
}

function testResultOf(result: AttemptResult, address: string): INodeCredentialTestResult {
	if (result.kind === 'success') {
		return Array.isArray(result.answer.body.data) ? OK : failedTest(NOT_THE_API);
	}
	const hasVersion = address.endsWith('/api/v1');
	if (result.kind === 'refusal') {
		const { code, statusCode } = result.refusal;
		// Limits and scopes are those of a token, so the service knows it.
		if (code === 'insufficient_api_token_scope' || isRateLimited(result)) return OK;
		if (statusCode >= 500) {
			return failedTest(
				`The service can’t answer at the moment (${excerpt(code)}). Test again in a minute.`,
			);
		}
		if (code === 'resource_not_found' && !hasVersion) return failedTest(missingVersion(address));
		const explanation = explainRefusal(result.refusal, PIPELINES);
		if (CATALOGUE.has(code)) return explainedFailure(explanation);
		// A code that the specification does not show is explained by its type, so tell what the service says as well.
		const serviceSays = serviceMessageOf(result.refusal) || `The service’s code is ${quote(code)}.`;
		const remedy = joinSentences(explanation.remedy, serviceSays);
		return explainedFailure({ ...explanation, remedy });
	}
	if (result.kind === 'foreign') {
		const { statusCode } = result;
		// Without the version it may be another site, which may answer 500 to any path.
		const isDown = hasVersion ? statusCode >= 500 || statusCode === 429 : statusCode > 500;
		if (isDown) {
			return failedTest(
				`The service may be down at the moment (HTTP ${statusCode}). Test again later.`,
			);
		}
		const origin = redirectOrigin(result, address);
		if (origin !== undefined) {
			return failedTest(
				`This address sends on to ${origin}. If that is the service’s, put it into Base URL, with /api/v1 at the end.`,
			);
		}
	}
	return failedTest(hasVersion ? NOT_THE_API : missingVersion(address));
}

/** The other origin that a redirect leads to. Its path and query are left out: they may hold secrets. */
function redirectOrigin(foreign: ForeignAnswer, address: string): string | undefined {
	if (!isRedirect(foreign)) return undefined;
	try {
		const target = new URL(String(foreign.location), address);
		const isWeb = ['http:', 'https:'].includes(target.protocol);
		return isWeb && target.origin !== new URL(address).origin ? target.origin : undefined;
	} catch {
		return undefined;
	}
}

/** What is wrong with an address that does not end with `/api/v1`. */
function missingVersion(address: string): string {
	if (/\/api\/v1\//.test(address)) {
		return 'Base URL does not end with /api/v1. Cut off what follows /api/v1.';
	}
	return /\/api(\/[^/]*)?$/.test(address)
		? 'Base URL must end with /api/v1, and there is no API at this address.'
		: 'Base URL does not end with /api/v1, and there is no API at this address. Add /api/v1 to it.';
}

function explainedFailure(explanation: Explanation): INodeCredentialTestResult {
	const { message, whatToDo } = composeErrorText(explanation, CREDENTIAL_TEST_AUDIENCE);
	return failedTest(`${message}. ${whatToDo}`);
}

const failedTest = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
