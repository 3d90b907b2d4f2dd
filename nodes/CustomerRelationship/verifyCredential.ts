import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { secretFault, type SecretField } from './webhook/signingSecrets';
import { FieldError } from './fieldError';
import { isRedirect, readAnswer, type ForeignAnswer, type AttemptResult } from './transport/answer';
import { baseUrlOf, tokenOf } from './transport/credential';
import { isTlsError, networkErrorCode } from './transport/networkErrors';
import type { ApiRequest } from './transport/request';
import { EXPLAINED_BY_CODE } from './errors/catalogue';
import type { Explanation } from './errors/explanation';
import { explainRefusal, explainTlsFault } from './errors/explain';
import { credentialText } from './errors/errorText';

const OK: INodeCredentialTestResult = { status: 'OK', message: 'Connection successful' };
const SECRETS: SecretField[] = ['signingSecret', 'testSigningSecret'];
const PIPELINES: ApiRequest = { method: 'GET', path: '/pipelines' };
const NOT_THE_API =
	'Something answers at this Base URL, but it is not the service’s API. Check the address; it ends with /api/v1.';

/**
 * Tests a credential with `GET /pipelines`, and tells a wrong address from a wrong token. A token
 * that merely lacks `crm:read` is valid (specification: Authentication 4).
 */
export async function customerRelationshipApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, accessToken } = credential.data ?? {};
	try {
		const address = baseUrlOf(baseUrl);
		const token = tokenOf(accessToken);
		// The only way to make a request that a credential test has.
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
		const verdict = verdictOn(readAnswer({ statusCode, headers, body }, Date.now()), address);
		if (verdict.status !== 'OK') return verdict;
		for (const field of SECRETS) {
			const isGiven = String(credential.data?.[field] ?? '').trim() !== '';
			const fault = isGiven && secretFault(credential.data!, field);
			if (fault) throw fault;
		}
		return verdict;
	} catch (error) {
		if (error instanceof FieldError) return failure(`${error.message}. ${error.remedy}`);
		const code = networkErrorCode(error) ?? '';
		// Nothing but this request is at stake: any fault of OpenSSL's is one of the way.
		if (isTlsError(code) || code.startsWith('ERR_SSL_')) return explained(explainTlsFault(code));
		return failure(
			'Nothing answers at this Base URL. Check the address, and that n8n can reach it from its network.',
		);
	}
}

function verdictOn(ending: AttemptResult, address: string): INodeCredentialTestResult {
	if (ending.kind === 'success') {
		return Array.isArray(ending.answer.body.data) ? OK : failure(NOT_THE_API);
	}
	const complete = address.endsWith('/api/v1');
	if (ending.kind === 'refusal') {
		const { code, message, type, statusCode } = ending.refusal;
		// Limits and scopes are looked at once the token is known to be valid.
		if (code === 'insufficient_api_token_scope' || code === 'rate_limited') return OK;
		if (statusCode >= 500 && type) {
			return failure(`The service can’t answer at the moment (${code}). Test again in a minute.`);
		}
		if (code === 'resource_not_found' && !complete) return failure(withoutVersion(address));
		if (EXPLAINED_BY_CODE.has(code)) return explained(explainRefusal(ending.refusal, PIPELINES));
		return failure(type ? `The service refused: ${message || code}` : NOT_THE_API);
	}
	if (ending.kind === 'foreign') {
		const { statusCode } = ending;
		const isDown = complete ? statusCode >= 500 || statusCode === 429 : statusCode > 500;
		if (isDown) {
			return failure(
				`The service may be down at the moment (HTTP ${statusCode}). Test again later.`,
			);
		}
		const origin = sentOnTo(ending, address);
		if (origin !== undefined) {
			return failure(
				`This address sends on to ${origin}. If that is the service’s, put it into Base URL, with /api/v1 at the end.`,
			);
		}
	}
	return failure(complete ? NOT_THE_API : withoutVersion(address));
}

/** Where another server is asked for the same: its origin alone, since the rest may hold what lets somebody in. */
function sentOnTo(foreign: ForeignAnswer, address: string): string | undefined {
	if (!isRedirect(foreign)) return undefined;
	try {
		const to = new URL(String(foreign.location), address);
		const isWeb = ['http:', 'https:'].includes(to.protocol);
		return isWeb && to.origin !== new URL(address).origin ? to.origin : undefined;
	} catch {
		return undefined;
	}
}

function withoutVersion(address: string): string {
	if (/\/api\/v1\//.test(address)) {
		return 'Base URL does not end with /api/v1. Cut off what follows /api/v1.';
	}
	return /\/api(\/[^/]*)?$/.test(address)
		? 'Base URL must end with /api/v1, and there is no API at this address.'
		: 'Base URL does not end with /api/v1, and there is no API at this address. Add /api/v1 to it.';
}

const explained = (explanation: Explanation) => failure(credentialText(explanation));

const failure = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
