import { waitUntil } from '../../playground/waitUntil';
import { EVERY_TEN_SECONDS } from './changesScenario';
import { ChangesWorkflow, TOLD_MS } from './changesWorkflow';
import { sharedN8n } from './sharedN8n';

const n8n = sharedN8n();

async function app<T>(path: string, body: object = {}): Promise<T> {
	return await n8n.sandbox.asTheApp('POST', path, body);
}

/** Waits until the deals were looked at so often from now on. */
async function polls(times: number): Promise<void> {
	const count = async () =>
		(await n8n.sandbox.requests()).filter(({ path }) => path.includes('/deals?')).length;
	const before = await count();
	await waitUntil(`${times} polls`, TOLD_MS, async () =>
		(await count()) >= before + times ? true : undefined,
	);
}

it('tells nothing of before an edit that was passed over then, and all of after it', async () => {
	const { pipelines } = await n8n.sandbox.fixtures();
	const create = async () =>
		(await app<{ id: string }>('/deals', { title: 'Deal', pipelineId: pipelines.default })).id;
	const [before, after] = [await create(), await create()];
	const workflow = await ChangesWorkflow.publish(n8n, ['deal.lost'], EVERY_TEN_SECONDS);
	try {
		await polls(2);
		await app(`/deals/${before}/win`);
		await polls(2);
		await workflow.choose(['deal.lost', 'deal.won']);
		await polls(2);
		await app(`/deals/${after}/win`);
		const told = await workflow.tells(new Set([`deal.won ${after}`]));
		expect(told.map(({ data }) => data.id)).toEqual([after]);
	} finally {
		await workflow.unpublish();
	}
});
