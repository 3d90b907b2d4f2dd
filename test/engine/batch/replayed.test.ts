/** An answer from storage to a first try did nothing new, and the user is told. */
import { useService } from '../actionNode/service';
import { actionNode, startNode, line, runWorkflow } from '../harness';
import { NODE } from './setup';

const service = useService();
const STORED = /\b(stored|storage|earlier|before|already|nothing new)\b/i;
const contact = (more: object = {}) => ({
	resource: 'contact',
	operation: 'upsert',
	name: 'Ana',
	...more,
});
/** The same workflow each time, as a restored database has it. */
const once = async (parameters: object, executionId: string) => {
	const workflow = line([
		{ type: startNode, name: 'Start' },
		{ type: actionNode, name: NODE, parameters: parameters as never },
	]);
	return await runWorkflow(
		{ ...workflow, id: 'restored' },
		{ credentials: service.credentials(), inputData: [{}], executionId, instanceId: 'n8n' },
	);
};
const said = async (parameters: object, executionId: string) => {
	const run = await once(parameters, executionId);
	expect(run.error).toBeUndefined();
	return run.hints(NODE).map(({ message }) => message);
};

test('an execution id that was used before is no silent success', async () => {
	expect(await said(contact(), '77')).toEqual([]);
	const [hint, another] = await said(contact(), '77');
	expect(hint).toMatch(STORED);
	expect(another).toBeUndefined();
});

test('many items are one hint', async () => {
	const items = Array.from({ length: 5 }, (_, n) => ({ n }));
	const parameters = contact({ name: '={{ "Ana " + $json.n }}' });
	const workflow = line([
		{ type: startNode, name: 'Start' },
		{ type: actionNode, name: NODE, parameters: parameters as never },
	]);
	const run = async () =>
		await runWorkflow(
			{ ...workflow, id: 'restored' },
			{
				credentials: service.credentials(),
				inputData: items,
				executionId: '78',
				instanceId: 'n8n',
			},
		);
	await run();
	const hints = (await run()).hints(NODE);
	expect(hints).toHaveLength(1);
	expect(hints[0]?.message).toMatch(STORED);
});

test('a key of the user’s own is meant to be used again', async () => {
	const given = contact({ options: { idempotencyKey: 'order-1' } });
	expect(await said(given, '79')).toEqual([]);
	expect(await said(given, '80')).toEqual([]);
});

test('an answer that was lost and is found again was our own', async () => {
	await service.fault({ kind: 'dropAfter', method: 'POST', path: '/contacts' });
	expect(await said(contact(), '81')).toEqual([]);
});

test('n8n’s Retry On Fail finds its own earlier try, which is no news', async () => {
	const workflow = line([
		{ type: startNode, name: 'Start' },
		{
			...{ type: actionNode, name: NODE, retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
			parameters: contact({ name: '={{ $json.name }}', options: { maxWaitSeconds: 0 } }) as never,
		},
	]);
	// Both are made; the answer to the second is lost, and the whole node runs again.
	await service.fault({ kind: 'slow', ms: 0, method: 'POST', path: '/contacts' });
	await service.fault({ kind: 'dropAfter', method: 'POST', path: '/contacts' });
	const run = await runWorkflow(workflow, {
		...{ credentials: service.credentials(), inputData: [{ name: 'Ana' }, { name: 'Bia' }] },
	});
	expect(run.error).toBeUndefined();
	expect((await service.requests()).map(({ replayed }) => replayed)).toEqual([false, false, true]);
	expect(run.hints(NODE)).toEqual([]);
});
