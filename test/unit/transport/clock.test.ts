import { getEventListeners } from 'events';
import {
	Alarm,
	onAbort,
	systemClock,
	Timeouts,
} from '../../../nodes/CustomerRelationship/transport/clock';
import { FakeClock } from './fakeClock';

describe('the system clock', () => {
	test('waits as long as asked', async () => {
		const started = Date.now();
		await systemClock.wait(60, new AbortController().signal);
		expect(Date.now() - started).toBeGreaterThanOrEqual(59);
		// A wait shorter than a slice is not rounded up to it.
		expect(Date.now() - started).toBeLessThan(490);
	});

	test('stops waiting as soon as the signal is aborted, and leaves no listener', async () => {
		const cancel = new AbortController();
		const started = Date.now();
		const waiting = systemClock.wait(60_000, cancel.signal);
		setTimeout(() => cancel.abort(), 20);
		await waiting;
		expect(Date.now() - started).toBeLessThan(500);
		expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(0);
		await systemClock.wait(60_000, cancel.signal);
		expect(Date.now() - started).toBeLessThan(500);
	});

	test('leaves no listener after a full wait', async () => {
		const { signal } = new AbortController();
		await systemClock.wait(1, signal);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});
});

describe('a system clock that is set back by an hour', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());
	const setBack = () => jest.setSystemTime(Date.now() - 3_600_000);

	test('does not lengthen a wait', async () => {
		let isOver = false;
		void systemClock.wait(2_000, new AbortController().signal).then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(1_000);
		setBack();
		await jest.advanceTimersByTimeAsync(1_500);
		expect(isOver).toBe(true);
	});

	test('does not put off a timeout', async () => {
		const onTimeout = jest.fn();
		new Timeouts().start(2_000, onTimeout);
		setBack();
		await jest.advanceTimersByTimeAsync(2_500);
		expect(onTimeout).toHaveBeenCalledTimes(1);
	});
});

test('an alarm rings once, when the shortest of its waits is over', async () => {
	const clock = new FakeClock();
	const rang: number[] = [];
	const began = clock.elapsed();
	const alarm = new Alarm(clock, () => rang.push(clock.elapsed() - began));
	for (const ms of [30, 10, 20]) alarm.ringIn(ms);
	await clock.pass(100);
	expect(rang).toEqual([10]);
});

test('an aborted signal calls back all that still listen, by one listener', () => {
	const stop = new AbortController();
	const called: string[] = [];
	const listen = (name: string) => onAbort(stop.signal, () => called.push(name));
	const stopFirst = listen('first');
	listen('second');
	expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
	stopFirst();
	stop.abort();
	expect(called).toEqual(['second']);
});
