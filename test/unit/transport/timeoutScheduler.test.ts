import { TimeoutScheduler } from '../../../nodes/CustomerRelationship/transport/timeoutScheduler';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a system clock that is set back by an hour does not put off a timeout', async () => {
	const onTimeout = jest.fn();
	new TimeoutScheduler().start(2_000, onTimeout);
	jest.setSystemTime(Date.now() - 3_600_000);
	await jest.advanceTimersByTimeAsync(2_500);
	expect(onTimeout).toHaveBeenCalledTimes(1);
});
