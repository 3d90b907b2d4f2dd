import type { Logger } from 'n8n-workflow';
import { ProgressLogger } from '../../../nodes/CustomerRelationship/execution/progress';
import type { Item } from '../../../nodes/CustomerRelationship/execution/task';
import { FakeClock } from '../transport/fakeClock';

function running(total: number) {
	const clock = new FakeClock();
	const said: string[] = [];
	const logger = { info: (text: string) => said.push(text) } as unknown as Logger;
	const items = Array.from({ length: total }, (_, index) => ({ index }) as Item);
	const progress = new ProgressLogger(logger, items, clock);
	progress.begin();
	return { clock, said, items, progress };
}

test('a run of more than a minute says once a minute how far it is and what it waits for', async () => {
	const { clock, said, items, progress } = running(5_000);
	for (const item of items.slice(0, 1_200)) item.settlement = { kind: 'completed', output: [] };
	progress.noteWait('the limit of requests a minute', clock.now() + 103_000);
	await clock.pass(59_999);
	expect(said).toEqual([]);
	await clock.pass(1);
	expect(said).toEqual([
		'1,200 of 5,000 items done, waiting 43 s for the limit of requests a minute',
	]);
	items[1_200]!.settlement = { kind: 'failed', error: new Error() };
	await clock.pass(60_000);
	expect(said.slice(1)).toEqual(['1,201 of 5,000 items done']);
	progress.noteWait('an answer', clock.now() + 60_000);
	await clock.pass(60_000);
	expect(said.slice(2)).toEqual(['1,201 of 5,000 items done']);
	progress.end();
	await clock.pass(600_000);
	expect(said).toHaveLength(3);
	expect(clock.waiting).toBe(0);
});

test('a short one says nothing', async () => {
	const { clock, said, progress } = running(2);
	progress.end();
	await clock.pass(120_000);
	expect(said).toEqual([]);
});
