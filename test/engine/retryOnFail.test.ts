import { NODE, useService } from './actionNode/service';
import { actionNode, line, runWorkflow, startNode } from './harness';

const service = useService();
const start = {
	resource: 'conversation',
	operation: 'start',
	phone: '(11) 91111-0001',
	templateName: 'sem_variaveis',
	templateLanguage: 'pt_BR',
};
const create = { resource: 'contact', operation: 'upsert', name: 'Cliente' };
const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
const failing = async (status: number, code: string) =>
	await service.fault({ kind: 'status', status, code });

// The service stores neither: a further try would do it again (Idempotency 5; Errors, Guidance).
test.each([
	['a write that failed inside', create, 500, 'internal_error', /before you run this again/],
	['a message that could not be queued', start, 503, 'queue_unavailable', /Nothing was sent/],
])(
	'n8n’s Retry On Fail does not try again %s',
	async (_, parameters, status, code, description) => {
		await failing(status, code);
		const run = await service.run(parameters, { node });
		const told = {
			httpCode: String(status),
			description: expect.stringMatching(description) as string,
		};
		expect(run.nodeError(NODE)).toMatchObject(told);
		expect(await service.requests()).toHaveLength(1);

		// Somebody who runs the workflow again has looked, and wants it done.
		await service.records(parameters, { node });
		expect(await service.requests()).toHaveLength(2);
	},
);

test('with an Idempotency Key of the user’s own as well: no 500 of a write is sent again', async () => {
	await failing(500, 'internal_error');
	const run = await service.run({ ...create, options: { idempotencyKey: 'evt_1' } }, { node });
	expect(run.error?.message).toContain('may have been made');
	expect((await service.requests()).map(({ status }) => status)).toEqual([500]);
});

test('a key that an earlier node used up for another request: what that one gave out is not taken for this one’s', async () => {
	const contact = (name: string) => ({
		...{ type: actionNode, name, ...node },
		parameters: { ...create, name, options: { idempotencyKey: 'evt_2' } },
	});
	const run = await runWorkflow(
		line([{ type: startNode, name: 'Start' }, contact('Ana'), contact('Bia')]),
		{ inputData: [{}], credentials: service.credentials() },
	);
	expect(run.error?.message).toContain('was already used for a different request');
	expect(run.nodeError('Bia')?.context.data).toEqual({
		...{ carriedOut: [], unknown: [0], notCarriedOut: [], output: [] },
	});
});
