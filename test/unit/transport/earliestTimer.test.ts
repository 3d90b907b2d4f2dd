import { EarliestTimer } from '../../../nodes/CustomerRelationship/transport/earliestTimer';
import { FakeClock } from './fakeClock';

test('an alarm rings once, when the shortest of its waits is over', async () => {
	const clock = new FakeClock();
	const rang: number[] = [];
	const began = clock.elapsed();
	const alarm = new EarliestTimer(clock, () => rang.push(clock.elapsed() - began));
	for (const ms of [30, 10, 20]) alarm.ringIn(ms);
	await clock.pass(100);
	expect(rang).toEqual([10]);
});

test('an alarm that has rung can be set again', async () => {
	const clock = new FakeClock();
	const began = clock.elapsed();
	const rang: number[] = [];
	const alarm = new EarliestTimer(clock, () => rang.push(clock.elapsed() - began));
	for (const ms of [10, 20]) {
		alarm.ringIn(ms);
		await clock.pass(ms);
	}
	expect(rang).toEqual([10, 30]);
});
