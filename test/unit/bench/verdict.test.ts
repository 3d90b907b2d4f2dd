import { atMost, atMostTimes, none } from '../../../bench/report/verdict';

describe('verdicts', () => {
	test('say whether a ratio is allowed, and how far it is from that', () => {
		expect(atMostTimes("undici's time", 1.1, 1.15)).toEqual({
			target: "undici's time at most 1.15 ×",
			measured: '1.10 ×',
			met: true,
			margin: '4 % below',
		});
		expect(atMostTimes('x', 2.3, 1.15)).toMatchObject({ met: false, margin: '100 % above' });
		expect(atMostTimes('x', 1.15, 1.15).met).toBe(true);
		expect(atMostTimes('x', 1.1501, 1.15).met).toBe(false);
	});

	test('a count may be what is allowed', () => {
		expect(atMost('requests', 3, 3)).toMatchObject({
			...{ target: 'at most 3 requests', measured: '3', met: true },
		});
		expect(atMost('requests', 4, 3)).toMatchObject({ met: false, margin: '33 % above' });
	});

	test('none is none', () => {
		expect(none('failed item', 0)).toMatchObject({
			target: 'no failed item',
			met: true,
			measured: '0',
		});
		expect(none('failed item', 1)).toMatchObject({
			met: false,
			measured: '1',
			margin: '1 too many',
		});
	});
});
