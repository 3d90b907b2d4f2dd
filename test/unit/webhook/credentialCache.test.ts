import type { IWebhookFunctions } from 'n8n-workflow';
import { sharedCredential } from '../../../nodes/CustomerRelationship/webhook/credentialCache';

interface Reading {
	answer(signingSecret: unknown): void;
	fail(error: Error): void;
}

let readings: Reading[];
/** The clock that nobody sets. */
let now = 0;
beforeEach(() => {
	readings = [];
	// What an earlier test has read does not serve.
	now += 10_000;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	// The machine's clock is set back all the time.
	jest.spyOn(Date, 'now').mockImplementation(() => -now);
});
afterEach(() => jest.restoreAllMocks());

/** A delivery to a node; each reading of its credential stays open until the test answers it. */
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
				readings.push({ answer, fail: reject });
			}),
	} as unknown as IWebhookFunctions;
}

const secretOf = async (context: IWebhookFunctions) =>
	(await sharedCredential(context)).signingSecret;

it('shares a reading among the deliveries that arrive meanwhile', async () => {
	const all = [1, 2, 3].map(async () => await secretOf(delivery()));
	expect(readings).toHaveLength(1);
	readings[0]!.answer('one');
	expect(await Promise.all(all)).toEqual(['one', 'one', 'one']);
});

it('reads anew a second after a reading began, however long it took, so that a change counts by then', async () => {
	const first = secretOf(delivery());
	now += 900;
	readings[0]!.answer('old');
	now += 99;
	expect(await Promise.all([first, secretOf(delivery())])).toEqual(['old', 'old']);
	now += 1;
	const next = secretOf(delivery());
	expect(readings).toHaveLength(2);
	readings[1]!.answer('new');
	expect(await next).toBe('new');
});

// An expression in the credential may look at whether it is a test.
it('tells workflows, nodes, credentials and tests apart', async () => {
	const all = [
		delivery(),
		delivery('w2'),
		delivery('w', 'n2'),
		delivery('w', 'n', 'c2'),
		delivery('w', 'n', 'c', 'manual'),
	].map(async (one) => await secretOf(one));
	expect(readings).toHaveLength(5);
	for (const [index, reading] of readings.entries()) reading.answer(`secret ${index}`);
	expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4].map((index) => `secret ${index}`));
});

it('fails for all who share a reading that fails, and tries again for the next', async () => {
	const all = Promise.allSettled([secretOf(delivery()), secretOf(delivery())]);
	readings[0]!.fail(new Error('no such credential'));
	expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	const next = secretOf(delivery());
	readings[1]!.answer('back');
	expect(await next).toBe('back');
});

it('does not wait for ever where a reading hangs, and one that fails late takes nobody else’s away', async () => {
	const hanging = secretOf(delivery());
	now += 1_000;
	const next = secretOf(delivery());
	expect(readings).toHaveLength(2);
	readings[0]!.fail(new Error('too late'));
	await expect(hanging).rejects.toThrow('too late');
	const shared = secretOf(delivery());
	expect(readings).toHaveLength(2);
	readings[1]!.answer('in time');
	expect(await Promise.all([next, shared])).toEqual(['in time', 'in time']);
});

it('keeps no node’s longer than another one’s of the same age', async () => {
	const [one, other] = [delivery(), delivery('w2')];
	void secretOf(one);
	now += 400;
	void secretOf(other);
	now += 600;
	void secretOf(one);
	expect(readings).toHaveLength(3);
	now += 399;
	void secretOf(other);
	expect(readings).toHaveLength(3);
	now += 1;
	void secretOf(other);
	expect(readings).toHaveLength(4);
});
