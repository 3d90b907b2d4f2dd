import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

/** Counted from the start of a read. */
const CACHE_TTL_MS = 1_000;

interface CacheEntry {
	credential: Promise<ICredentialDataDecryptedObject>;
	readStartedAt: number;
}

/** Oldest first. */
const cache = new Map<string, CacheEntry>();

/**
 * Gets the node's credential, which is read at most once a second. n8n 2.41 starts an expression engine for each
 * read, which takes about as long as the rest of a call. So a flood of deliveries, forged ones included, causes one
 * read a second, and a change takes effect within a second. A read that fails is not cached: until one works, each
 * delivery causes one.
 * @throws what n8n throws when the credential can't be read
 */
export async function getCachedCredential(
	context: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const { name, credentials } = context.getNode();
	// The mode belongs to the key: the credential's expressions can read it.
	const key = `${context.getWorkflow().id}/${name}/${credentials?.customerRelationshipApi?.id}/${context.getMode()}`;
	// Monotonic, unlike Date.now().
	const now = performance.now();
	for (const [oldKey, { readStartedAt }] of cache) {
		if (now - readStartedAt < CACHE_TTL_MS) break;
		cache.delete(oldKey);
	}
	const cached = cache.get(key);
	if (cached) return await cached.credential;
	const entry: CacheEntry = {
		readStartedAt: now,
		credential: context.getCredentials('customerRelationshipApi'),
	};
	cache.set(key, entry);
	entry.credential.catch(() => {
		if (cache.get(key) === entry) cache.delete(key);
	});
	return await entry.credential;
}
