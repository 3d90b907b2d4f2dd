import type { IWebhookFunctions } from 'n8n-workflow';
import { getCachedCredential } from '../../../nodes/CustomerRelationship/webhook/credentialCache';

interface PendingRead {
	answer(signingSecret: unknown): void;
	fail(error: Error): void;
}

let reads: PendingRead[];
/** The monotonic clock, in ms. */
let now = 0;
beforeEach(() => {
	reads = [];
	// Expires what earlier tests cached.
	now += 10_000;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	// The system clock runs backwards.
	jest.spyOn(Date, 'now').mockImplementation(() => -now);
});
afterEach(() => jest.restoreAllMocks());

/** A delivery to a node; each read of its credential stays pending until the test answers it. */
function delivery(
	workflowId = 'w',
	name = 'n',
	credentialId = 'c',
	mode = 'webhook',
): IWebhookFunctions {
	const credentials = { customerRelationshipApi: { id: credentialId, name: 'Account' } };
	return {
		getNode: () => ({ name, credentials }),
		getWorkflow: () => ({ id: workflowId }),
		getMode: () => mode,
		getCredentials: async () =>
			await new Promise((resolve, reject) => {
				const answer = (signingSecret: unknown) => resolve({ signingSecret });
				reads.push({ answer, fail: reject });
			}),
	} as unknown as IWebhookFunctions;
}

const secretOf = async (context: IWebhookFunctions) =>
	(await getCachedCredential(context)).signingSecret;

it('shares a pending read among concurrent deliveries', async () => {
	const all = [1, 2, 3].map(async () => await secretOf(delivery()));
	expect(reads).toHaveLength(1);
	reads[0]!.answer('one');
	expect(await Promise.all(all)).toEqual(['one', 'one', 'one']);
});

it('reads again one second after the last read started, however long that read took', async () => {
	const first = secretOf(delivery());
	now += 900;
	reads[0]!.answer('old');
	now += 99;
	expect(await Promise.all([first, secretOf(delivery())])).toEqual(['old', 'old']);
	now += 1;
	const next = secretOf(delivery());
	expect(reads).toHaveLength(2);
	reads[1]!.answer('new');
	expect(await next).toBe('new');
});

// Expressions in the credential can read the mode.
it('caches per workflow, node, credential and mode', async () => {
	const all = [
		delivery(),
		delivery('w2'),
		delivery('w', 'n2'),
		delivery('w', 'n', 'c2'),
		delivery('w', 'n', 'c', 'manual'),
	].map(async (one) => await secretOf(one));
	expect(reads).toHaveLength(5);
	for (const [index, read] of reads.entries()) read.answer(`secret ${index}`);
	expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4].map((index) => `secret ${index}`));
});

it('rejects for all deliveries that share a failed read, and reads again for the next', async () => {
	const all = Promise.allSettled([secretOf(delivery()), secretOf(delivery())]);
	reads[0]!.fail(new Error('no such credential'));
	expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	const next = secretOf(delivery());
	reads[1]!.answer('back');
	expect(await next).toBe('back');
});

it('replaces a read that hangs; its late failure does not evict the newer entry', async () => {
	const hanging = secretOf(delivery());
	now += 1_000;
	const next = secretOf(delivery());
	expect(reads).toHaveLength(2);
	reads[0]!.fail(new Error('too late'));
	await expect(hanging).rejects.toThrow('too late');
	const shared = secretOf(delivery());
	expect(reads).toHaveLength(2);
	reads[1]!.answer('in time');
	expect(await Promise.all([next, shared])).toEqual(['in time', 'in time']);
});

it('expires the entries of all nodes at the same age', async () => {
	const [one, other] = [delivery(), delivery('w2')];
	void secretOf(one);
	now += 400;
	void secretOf(other);
	now += 600;
	void secretOf(one);
	expect(reads).toHaveLength(3);
	now += 399;
	void secretOf(other);
	expect(reads).toHaveLength(3);
	now += 1;
	void secretOf(other);
	expect(reads).toHaveLength(4);
});
