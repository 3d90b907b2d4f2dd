import { getEventListeners } from 'events';
import { systemClock } from '../../../nodes/CustomerRelationship/transport/clock';

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

	test('does not lengthen a wait', async () => {
		let isOver = false;
		void systemClock.wait(2_000, new AbortController().signal).then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(1_000);
		jest.setSystemTime(Date.now() - 3_600_000);
		await jest.advanceTimersByTimeAsync(1_500);
		expect(isOver).toBe(true);
	});
});
