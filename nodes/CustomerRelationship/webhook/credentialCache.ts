import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

/** For so long after its beginning a reading serves. */
const SERVES_MS = 1_000;

interface Reading {
	credential: Promise<ICredentialDataDecryptedObject>;
	since: number;
}

/** The oldest first. */
const readings = new Map<string, Reading>();

/**
 * The node's credential, read at most once a second: for each reading n8n 2.41 starts an expression engine, which
 * takes about as long as all the rest of a call. So a change counts within a second, and a flood of deliveries, forged
 * ones included, costs no more than that while it can be read. A reading that fails is not kept.
 * @throws what n8n throws when the credential cannot be read
 */
export async function sharedCredential(
	context: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const { name, credentials } = context.getNode();
	// An expression in it may look at the mode, and n8n may give each user their own while they test.
	const key = `${context.getWorkflow().id}/${name}/${credentials?.customerRelationshipApi?.id}/${context.getMode()}`;
	// Unlike the machine's time it is never set back.
	const now = performance.now();
	for (const [old, { since }] of readings) {
		if (now - since < SERVES_MS) break;
		readings.delete(old);
	}
	const shared = readings.get(key);
	if (shared) return await shared.credential;
	const reading: Reading = {
		since: now,
		credential: context.getCredentials('customerRelationshipApi'),
	};
	readings.set(key, reading);
	reading.credential.catch(() => {
		if (readings.get(key) === reading) readings.delete(key);
	});
	return await reading.credential;
}
