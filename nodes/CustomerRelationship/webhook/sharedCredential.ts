import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

const underWay = new Map<string, Promise<ICredentialDataDecryptedObject>>();

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
	let reading = underWay.get(key);
	if (reading === undefined) {
		reading = context.getCredentials('customerRelationshipApi').finally(() => underWay.delete(key));
		underWay.set(key, reading);
	}
	return await reading;
}
