import type { IWebhookFunctions } from 'n8n-workflow';
import { sharedCredential } from '../../../nodes/CustomerRelationship/webhook/sharedCredential';

interface Reading {
	answer(signingSecret: unknown): void;
	fail(error: Error): void;
}

let readings: Reading[];
beforeEach(() => {
	readings = [];
});

/** A delivery to a node; each reading of its credential stays open until the test answers it. */
function delivery(workflowId = 'w', nodeId = 'n', credentialId = 'c'): IWebhookFunctions {
	const credentials = { customerRelationshipApi: { id: credentialId, name: 'Account' } };
	return {
		getNode: () => ({ id: nodeId, credentials }),
		getWorkflow: () => ({ id: workflowId }),
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

it('reads anew for the next delivery, so that a change counts at once', async () => {
	for (const [index, secret] of ['old', 'new', ''].entries()) {
		const reading = secretOf(delivery());
		readings[index]!.answer(secret);
		expect(await reading).toBe(secret);
	}
	expect(readings).toHaveLength(3);
});

it('tells workflows, nodes and credentials apart', async () => {
	const all = [delivery(), delivery('w2'), delivery('w', 'n2'), delivery('w', 'n', 'c2')].map(
		async (one) => await secretOf(one),
	);
	expect(readings).toHaveLength(4);
	for (const [index, reading] of readings.entries()) reading.answer(`secret ${index}`);
	expect(await Promise.all(all)).toEqual([0, 1, 2, 3].map((index) => `secret ${index}`));
});

it('fails for all who share a reading that fails, and tries again for the next', async () => {
	const all = Promise.allSettled([secretOf(delivery()), secretOf(delivery())]);
	readings[0]!.fail(new Error('no such credential'));
	expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	const next = secretOf(delivery());
	readings[1]!.answer('back');
	expect(await next).toBe('back');
});

it('is not shared for ever where a reading hangs, and what hung takes nobody else’s away', async () => {
	jest.useFakeTimers();
	const hanging = secretOf(delivery());
	jest.advanceTimersByTime(4_999);
	void secretOf(delivery());
	expect(readings).toHaveLength(1);
	jest.advanceTimersByTime(1);
	const next = secretOf(delivery());
	expect(readings).toHaveLength(2);
	readings[0]!.answer('late');
	expect(await hanging).toBe('late');
	const shared = secretOf(delivery());
	expect(readings).toHaveLength(2);
	readings[1]!.answer('in time');
	expect(await Promise.all([next, shared])).toEqual(['in time', 'in time']);
	jest.useRealTimers();
});
