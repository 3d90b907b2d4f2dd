import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { lostSecret } from './events/signingSecrets';
import { InvalidInput } from './invalidInput';
import { readAnswer, type Outcome } from './transport/answer';
import { baseUrlOf, tokenOf } from './transport/account';
import { EXPLAINED_BY_CODE } from './errors/catalogue';

const OK: INodeCredentialTestResult = { status: 'OK', message: 'Connection successful' };
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
		const isLost = verdict.status === 'OK' && lostSecret(credential.data ?? {});
		return isLost ? failure(LOST_SECRET) : verdict;
	} catch (error) {
		if (error instanceof InvalidInput) return failure(`${error.message}. ${error.remedy}`);
		return failure(
			'Nothing answers at this Base URL. Check the address, and that n8n can reach it from its network.',
		);
	}
}

function verdictOn(outcome: Outcome, address: string): INodeCredentialTestResult {
	if (outcome.kind === 'success') {
		return Array.isArray(outcome.answer.body.data) ? OK : failure(NOT_THE_API);
	}
	const complete = address.endsWith('/api/v1');
	if (outcome.kind === 'refusal') {
		const { code, message, type, statusCode } = outcome.refusal;
		// Limits and scopes are looked at once the token is known to be valid.
		if (code === 'insufficient_api_token_scope' || code === 'rate_limited') return OK;
		if (statusCode >= 500 && type) {
			return failure(`The service can’t answer at the moment (${code}). Test again in a minute.`);
		}
		if (code === 'resource_not_found' && !complete) return failure(WITHOUT_VERSION);
		const known = EXPLAINED_BY_CODE.get(code);
		if (known) return failure(`${known.message}. ${known.remedy}`);
		return failure(type ? `The service refused: ${message || code}` : NOT_THE_API);
	}
	return failure(complete ? NOT_THE_API : WITHOUT_VERSION);
}

const WITHOUT_VERSION =
	'Base URL does not end with /api/v1, and there is no API at this address. Add /api/v1 to it.';

const LOST_SECRET =
	'A signing secret is lost: n8n shows dots for what is stored, and what was added behind them replaced it. Empty the field and paste all of its secrets at once; have the service rotate one that you no longer have.';

const failure = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
