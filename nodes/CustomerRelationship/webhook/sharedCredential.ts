import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

/** A reading that hangs is not shared for longer than this, in ms. */
const SHARED_MS = 5_000;

interface Reading {
	credential: Promise<ICredentialDataDecryptedObject>;
	since: number;
}

const underWay = new Map<string, Reading>();

/**
 * The node's credential. n8n 2.41 starts an expression engine for each reading of a credential, which
 * takes about as long as all the rest of a call. So deliveries to a node that arrive while its
 * credential is being read share that reading. Nothing outlives it: a change counts from the next
 * reading on.
 * @throws what n8n throws when the credential cannot be read
 */
export async function sharedCredential(
	context: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const { id, credentials } = context.getNode();
	const credentialId = credentials?.customerRelationshipApi?.id;
	const key = `${context.getWorkflow().id}/${id}/${credentialId}`;
	const now = Date.now();
	const shared = underWay.get(key);
	if (shared && Math.abs(now - shared.since) < SHARED_MS) return await shared.credential;
	const reading: Reading = {
		since: now,
		credential: context.getCredentials('customerRelationshipApi').finally(() => {
			if (underWay.get(key) === reading) underWay.delete(key);
		}),
	};
	underWay.set(key, reading);
	return await reading.credential;
}
