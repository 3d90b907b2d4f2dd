import type { SendHours } from '../../../../nodes/CustomerRelationship/fields/parsers/sendHours';
import { errorIfOutsideHours } from '../../../../nodes/CustomerRelationship/execution/rules/sendHours';

const WORKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const hours = (more: Partial<SendHours> = {}): SendHours => ({
	...{ from: '08:00', to: '20:00', days: WORKDAYS, timezone: 'America/Sao_Paulo', ...more },
});
const isOut = (given: SendHours, at: string) =>
	errorIfOutsideHours(given, Date.parse(at)) !== undefined;

// 23 November 2026 is a Monday. São Paulo has had no summer time since 2019.
test.each<[SendHours, string, boolean]>([
	[hours(), '2026-11-23T10:59:59.999Z', true],
	[hours(), '2026-11-23T11:00:00.000Z', false],
	[hours(), '2026-11-23T22:59:59.999Z', false],
	[hours(), '2026-11-23T23:00:00.000Z', true],
	[hours(), '2026-11-21T15:00:00Z', true],
	// Friday evening in UTC is Friday still in São Paulo, and Saturday in Tokyo.
	[hours({ to: '24:00' }), '2026-11-28T02:59:59Z', false],
	[hours({ to: '24:00' }), '2026-11-28T03:00:00Z', true],
	[hours({ timezone: 'Asia/Tokyo', from: '00:00' }), '2026-11-27T15:00:00Z', true],
	[hours({ timezone: 'UTC' }), '2026-11-23T08:00:00Z', false],
	// The same hour of UTC in winter and in summer.
	[hours({ timezone: 'America/New_York' }), '2026-11-23T12:30:00Z', true],
	[hours({ timezone: 'America/New_York' }), '2026-07-20T12:30:00Z', false],
	// The clock goes back from 2:00 to 1:00 on Sunday, 1 November 2026: both of these are 1:30.
	[
		hours({ timezone: 'America/New_York', from: '01:30', to: '01:31', days: ['sunday'] }),
		'2026-11-01T05:30:00Z',
		false,
	],
	[
		hours({ timezone: 'America/New_York', from: '01:30', to: '01:31', days: ['sunday'] }),
		'2026-11-01T06:30:00Z',
		false,
	],
	// And forward over 2:30 on 8 March.
	[
		hours({ timezone: 'America/New_York', from: '02:30', to: '04:00', days: ['sunday'] }),
		'2026-03-08T06:59:59Z',
		true,
	],
	[
		hours({ timezone: 'America/New_York', from: '02:30', to: '04:00', days: ['sunday'] }),
		'2026-03-08T07:00:00Z',
		false,
	],
])('%j at %s: outside is %s', (given, at, expected) => {
	expect(isOut(given, at)).toBe(expected);
});

test('the error gives the local time and the time zone', () => {
	const refusal = errorIfOutsideHours(hours(), Date.parse('2026-11-21T15:07:00Z'));
	expect(refusal).toMatchObject({
		message:
			'“Send Hours” are Monday to Friday, 08:00 to 20:00, and now it is Saturday, 12:07 (America/Sao_Paulo)',
		code: 'outside_send_hours',
	});
	const some = errorIfOutsideHours(
		hours({ days: ['monday', 'friday'] }),
		Date.parse('2026-11-24T15:07:00Z'),
	);
	expect(some?.message).toContain('are Monday, Friday, 08:00');
	expect(some?.remedy).toMatch(/again within these hours.* in Send Hours or in the workflow/);
	const three = hours({ days: ['monday', 'wednesday', 'thursday'] });
	const spread = errorIfOutsideHours(three, Date.parse('2026-11-24T15:07:00Z'));
	expect(spread?.message).toContain('are Monday, Wednesday, Thursday, 08:00');
	const two = hours({ days: ['wednesday', 'thursday'] });
	const row = errorIfOutsideHours(two, Date.parse('2026-11-24T15:07:00Z'));
	expect(row?.message).toContain('are Wednesday, Thursday, 08:00');
	const one = errorIfOutsideHours(hours({ days: ['monday'] }), Date.parse('2026-11-24T15:07:00Z'));
	expect(one?.message).toContain('are Monday, 08:00');
});
