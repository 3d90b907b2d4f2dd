/** What the Code nodes of the examples compute, apart from n8n. */
import { faker } from '@faker-js/faker';
import fc from 'fast-check';
import { DateTime, Settings as LuxonSettings } from 'luxon';

import { RunEndedByRule } from '../../../nodes/CustomerRelationship/errors/runEndedByRule';
import { exampleWorkflows } from '../../../playground/exampleWorkflows';

type Row = Record<string, unknown>;
type Named = Record<string, Row[]>;

/**
 * Runs a Code node, as n8n does, on the items before it and on those of other nodes. A loop runs a node several times:
 * `runs` has the items of its runs, of which the last one is the present one.
 */
async function codeOf(example: string, node: string) {
	const { nodes } = (await exampleWorkflows()).find(({ id }) => id === example)!;
	const { jsCode } = nodes.find(({ name }) => name === node)!.parameters as { jsCode: string };
	const run = new Function('$input', '$', 'DateTime', '$now', '$runIndex', jsCode) as (
		...given: unknown[]
	) => Array<{ json: Row }>;
	return (
		rows: Row[],
		others: Named = {},
		now = DateTime.now(),
		runs: Record<string, Row[][]> = {},
	): Row[] => {
		const itemsOf = (all: Row[] = [], ofRuns: Row[][] = []) => ({
			all: (...[, run = -1]: [output?: number, run?: number]) =>
				(ofRuns.at(run) ?? all).map((json) => ({ json })),
			first: () => ({ json: all[0] }),
		});
		const runIndex = Math.max(0, ...Object.values(runs).map(({ length }) => length - 1));
		const named = (name: string) => itemsOf(others[name], runs[name]);
		return run(itemsOf(rows), named, DateTime, now, runIndex).map(({ json }) => json);
	};
}

const START = Date.parse('2026-03-02T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
const settings = { Settings: [{ answerHours: 72, askAfterHours: 24 }] };

describe('Campaign: Who is left', () => {
	const PHONE = '+5511900000001';
	const row = (kind: string, message = '', event = 'run-1') => ({
		...{ phone: PHONE, kind, message, event },
	});
	const next = (kind: string, message?: string) => row(kind, message, 'run-2');
	test.each<[string, Row[], boolean]>([
		['nothing', [{}], true],
		['a message that was about to leave', [row('sending')], false],
		['a queued message', [row('sending'), row('queued', 'm')], false],
		['a refusal', [row('sending'), row('failed')], true],
		['a failure on its way', [row('sending'), row('failed', 'm')], false],
		['a check', [row('only checked'), row('sending')], true],
		['an unknown outcome', [row('sending'), row('unknown')], false],
		['a rule that held it back', [row('sending'), row('not sent')], true],
		[
			'a refusal, then a message',
			[row('sending'), row('failed'), next('sending'), next('queued', 'm')],
			false,
		],
		['a refusal, then nothing', [row('sending'), row('failed'), next('sending')], false],
		[
			'a refusal that is noted twice, then nothing',
			[row('sending'), row('failed'), row('failed'), next('sending')],
			false,
		],
		['a refusal that was begun twice', [row('sending'), row('sending'), row('failed')], true],
		['an outcome alone', [row('queued', 'm')], false],
		['a run that failed as a whole', [row('sending'), { ...row('sending'), kind: null }], false],
		[
			'a message to the phone in another spelling',
			[{ ...row('sending'), phone: '(11) 90000-0001' }],
			false,
		],
	])('after %s: %j', async (_, noted, isLeft) => {
		const left = (await codeOf('campaign', 'Who is left'))(
			[{ phone: PHONE }, { phone: '+5511900000002' }, { phone: PHONE }],
			{ 'What is noted': noted },
		);
		const rest = ['+5511900000002'];
		if (isLeft && noted.some(({ kind }) => kind === 'failed')) rest.push(PHONE);
		else if (isLeft) rest.unshift(PHONE);
		expect(left.map(({ phone }) => phone)).toEqual(rest);
	});

	test('who was refused comes last, also in another spelling; who was not tried keeps the place', async () => {
		const noted = [
			{ ...row('failed'), phone: '(11) 90000-0001', reason: 'Your role does not allow this.' },
			{
				...row('failed'),
				phone: '+5511900000002',
				reason: `${new RunEndedByRule(0, 'No').message}. So`,
			},
			{
				...row('failed'),
				phone: '+5511900000003',
				reason: '“Max Messages” is 1, but 2 are to be sent',
			},
		];
		const phones = ['1', '2', '3', '4'].map((last) => `+551190000000${last}`);
		const left = (await codeOf('campaign', 'Who is left'))(
			phones.map((phone) => ({ phone })),
			{ 'What is noted': noted },
		);
		expect(left.map(({ phone }) => phone)).toEqual([...phones.slice(1), phones[0]]);
	});
});

describe('Campaign: Is there a reason to stop?', () => {
	const row = (kind: string, reason = '', message = ''): Row => ({ kind, reason, message });
	const queued = row('queued', '', 'm');
	const refused = row('failed', 'The contact asked for no messages.');
	const denied = row('failed', 'Your role does not allow this.');
	const notTried = row(
		'failed',
		`${new RunEndedByRule(0, 'Your role does not allow this').message}.`,
	);
	const tooMany = row('failed', '“Max Messages” is 30, but 30 are to be sent, and …');
	const heldBack = row('not sent', 'The contact has the tag “opted_out”.');
	const reasonOf = async (...runs: Row[][]) => {
		const items = (await codeOf('campaign', 'Is there a reason to stop?'))(
			runs.at(-1)!,
			{},
			undefined,
			{ 'Note the outcome': runs },
		);
		expect(items.length).toBeLessThanOrEqual(1);
		return items[0]?.message;
	};

	test.each<[string, Row[][]]>([
		['everybody got it', [[queued, queued]]],
		['some were refused, and others got it', [[refused, queued]]],
		['others got it in an earlier portion', [[queued], [refused]]],
		['others may have got it', [[refused, row('unknown', 'The connection broke.')]]],
		['a rule held everybody back', [[heldBack, heldBack]]],
		['all is a check', [[row('only checked'), row('only checked')]]],
		['some of a check could not be checked', [[row('only checked'), refused]]],
		['a message failed while it was waited for', [[row('failed', 'recipient_invalid', 'm')]]],
	])('none where %s', async (_, runs) => {
		expect(await reasonOf(...runs)).toBeUndefined();
	});

	test.each<[string, Row[][], string, string]>([
		['some were not tried', [[queued, denied, notTried, notTried]], '3 people', 'Your role'],
		[
			'a later portion ends early',
			[
				[queued, refused],
				[denied, notTried],
			],
			'3 people',
			'The contact',
		],
		['the bound is reached', [[queued], [tooMany, tooMany]], '2 people', '“Max Messages” is 30'],
		['nobody got it', [[refused, heldBack]], '1 person', 'The contact asked'],
		['nobody got it in any portion', [[heldBack], [denied]], '1 person', 'Your role'],
	])('one where %s', async (_, runs, count, reason) => {
		expect(await reasonOf(...runs)).toMatch(
			new RegExp(
				`^${count} did not get the message\\. The first reason: ${reason}.* execute again: .* comes last; .* add -2 to Counts As`,
			),
		);
	});
});

describe('Campaign report: People', () => {
	const sending = (phone: string, campaign = 'a'): Row => ({
		...{ campaign, phone, name: 'Ana', template: 't', kind: 'sending', at: at(0) },
	});
	const outcome = (phone: string, kind: string, more: Row = {}): Row => ({
		...{ ...sending(phone), kind, message: '', conversation: '', reason: '', at: at(0), ...more },
	});
	const queued = (phone: string, hours = 0, campaign = 'a') =>
		outcome(phone, 'queued', {
			...{ campaign, message: `m-${campaign}-${phone}`, conversation: `k-${phone}`, at: at(hours) },
		});
	const event = (kind: string, phone: string, hours: number, campaign = 'a'): Row => ({
		...{ kind: `message.${kind}`, message: `m-${campaign}-${phone}`, conversation: `k-${phone}` },
		...{ at: at(hours), event: `e-${kind}-${phone}-${hours}`, reason: '' },
	});
	const answer = (phone: string, hours: number): Row => ({
		...event('received', phone, hours),
		message: `answer-${phone}-${hours}`,
	});
	const statesOf = async (rows: Row[]) => {
		const people = (await codeOf('campaignReport', 'People'))(rows, settings);
		return people.map(({ campaign, phone, state, reason }) => [campaign, phone, state, reason]);
	};

	test.each<[string, Row[], string, string?]>([
		['that was about to leave', [], 'unknown'],
		['that was queued', [queued('1')], 'queued'],
		['that was sent before', [outcome('1', 'sent before', { message: 'm-a-1' })], 'queued'],
		['whose run failed as a whole', [{ ...outcome('1', ''), kind: null }], 'unknown'],
		['that was refused', [outcome('1', 'failed', { reason: 'No' })], 'not sent', 'No'],
		['that a rule held back', [outcome('1', 'not sent', { reason: 'R' })], 'not sent', 'R'],
		['with an unknown outcome', [outcome('1', 'unknown', { reason: 'U' })], 'unknown', 'U'],
		[
			'that was refused twice, the newer row first',
			[
				outcome('1', 'failed', { reason: 'New', at: at(2) }),
				outcome('1', 'failed', { reason: 'Old', at: at(1) }),
			],
			...(['not sent', 'New'] as const),
		],
		[
			'that was refused twice, the older row first',
			[
				outcome('1', 'failed', { reason: 'Old', at: at(1) }),
				outcome('1', 'failed', { reason: 'New', at: at(2) }),
			],
			...(['not sent', 'New'] as const),
		],
		[
			'that left after a refusal',
			[outcome('1', 'failed', { reason: 'No' }), queued('1')],
			'queued',
		],
		['that was sent', [queued('1'), event('sent', '1', 1)], 'sent'],
		[
			'that failed on its way',
			[queued('1'), { ...event('failed', '1', 1), reason: 'recipient_invalid' }],
			...(['failed', 'recipient_invalid'] as const),
		],
		[
			'that failed in the time of Wait for Outcome',
			[outcome('1', 'failed', { message: 'm', reason: 'W' })],
			'failed',
			'W',
		],
		['that was answered', [queued('1'), answer('1', 72)], 'answered'],
		[
			'that failed after an answer',
			[queued('1'), answer('1', 1), event('failed', '1', 2)],
			'answered',
		],
		['with an answer that comes too late', [queued('1'), answer('1', 73)], 'queued'],
		['with a text that came before it', [queued('1', 1), answer('1', 0)], 'queued'],
		[
			'that the night asked about in vain',
			[queued('1'), { ...event('sent', '1', 1), kind: 'pending' }],
			'queued',
		],
		[
			'whose event tells an earlier time than its row',
			[queued('1', 2), event('sent', '1', 0), answer('1', 1)],
			'answered',
		],
	])('a message %s', async (_, rows, state, reason = '') => {
		expect(await statesOf([sending('1'), ...rows])).toEqual([['a', '1', state, reason]]);
	});

	test('an answer counts for the newest campaign whose message was queued before it', async () => {
		const rows = [
			...[sending('1'), queued('1', 0), sending('1', 'b'), queued('1', 10, 'b')],
			...[sending('1', 'c'), queued('1', 20, 'c')],
		];
		const states = async (hours: number) =>
			(await statesOf([...rows, answer('1', hours)])).map(([campaign, , state]) => [
				campaign,
				state,
			]);
		const answeredBy = (name: string) =>
			['a', 'b', 'c'].map((one) => [one, one === name ? 'answered' : 'queued']);
		expect(await states(5)).toEqual(answeredBy('a'));
		expect(await states(15)).toEqual(answeredBy('b'));
		expect(await states(25)).toEqual(answeredBy('c'));
	});

	test('is the same for rows in any order, and for events that come twice', async () => {
		const people = await codeOf('campaignReport', 'People');
		const kind = fc.constantFrom('sent', 'failed', 'received');
		const one = fc.record({
			kind,
			phone: fc.constantFrom('1', '2', '3'),
			hours: fc.integer({ min: 0, max: 80 }),
		});
		const noted = ['1', '2', '3'].flatMap((phone) => [sending(phone), queued(phone)]);
		await fc.assert(
			fc.asyncProperty(
				fc.array(one, { maxLength: 12 }),
				fc.infiniteStream(fc.nat()),
				async (some, order) => {
					const events = some.map(({ kind: name, phone, hours }) =>
						name === 'received' ? answer(phone, hours) : event(name, phone, hours),
					);
					const sorted = (rows: Row[]) =>
						people(rows, settings)
							.map((person) => JSON.stringify({ ...person, reason: '' }))
							.toSorted();
					const all = [...noted, ...events];
					const mixed = [...all, ...events]
						.map((row) => ({ row, place: order.next().value as number }))
						.toSorted((a, b) => a.place - b.place)
						.map(({ row }) => row);
					expect(sorted(mixed)).toEqual(sorted(all));
				},
			),
			{ numRuns: 200 },
		);
	});

	test('names the template of the message, and not of one that was refused before', async () => {
		const people = (await codeOf('campaignReport', 'People'))(
			[
				{ ...sending('1'), template: 'tpyo' },
				{ ...outcome('1', 'failed'), template: 'tpyo' },
				...[sending('1'), queued('1')],
			],
			settings,
		);
		expect(people.map(({ template }) => template)).toEqual(['t']);
	});

	test('has nobody of a check, and no name that a spreadsheet would run', async () => {
		const check = [sending('1'), outcome('1', 'only checked')];
		expect(await statesOf(check.map((row) => ({ ...row, event: 'run-1' })))).toEqual([]);
		const people = (await codeOf('campaignReport', 'People'))(
			[
				{ ...queued('1'), name: '=HYPERLINK("x")' },
				{ ...queued('2'), name: null },
			],
			settings,
		);
		expect(people.map(({ name }) => name)).toEqual([`'=HYPERLINK("x")`, '']);
	});

	test('5,000 people with 15,000 events are one each', async () => {
		const phones = Array.from({ length: 5_000 }, (_, index) => String(index));
		const rows = phones.flatMap((phone) => [
			...[sending(phone), queued(phone), event('sent', phone, 1)],
			...[answer(phone, 2), answer(phone, 3)],
		]);
		const states = await statesOf(rows);
		expect(states).toHaveLength(5_000);
		expect(new Set(states.map(([, , state]) => state))).toEqual(new Set(['answered']));
	});
});

describe('Campaign report: Totals', () => {
	const person = (state: string, template = 'A', more: Row = {}): Row => ({
		...{ campaign: 'spring', state, template, reason: '', ...more },
	});
	const many = (count: number, ...of: Parameters<typeof person>) =>
		Array.from({ length: count }, () => person(...of));
	const totalsOf = async (people: Row[]) =>
		(await codeOf('campaignReport', 'Totals'))([], { ...settings, People: people });

	test('counts each person once, failures by their reasons, and the share that answered', async () => {
		const [total] = await totalsOf([
			...[...many(1, 'not sent'), ...many(2, 'unknown'), ...many(3, 'queued'), ...many(4, 'sent')],
			...many(1, 'failed', 'A', { reason: 'recipient_invalid' }),
			...many(2, 'failed'),
			...many(3, 'answered'),
		]);
		expect(total).toMatchObject({
			...{ people: 16, 'not sent': 1, unknown: 2, queued: 3, sent: 4, failed: 3, answered: 3 },
			failedBy: { recipient_invalid: 1, 'no reason': 2 },
		});
		expect(String(total!.message).split('\n')).toEqual([
			...['Campaign spring: 16 people.', 'not sent: 1', 'unknown: 2', 'queued: 3', 'sent: 4'],
			...['failed: 3', 'answered: 3', 'failed, recipient_invalid: 1', 'failed, no reason: 2'],
			'Answered within 72 hours: 3 of 10 who may have got it (30.0 %).',
		]);
	});

	test('compares the templates of messages that may have reached somebody', async () => {
		const [total] = await totalsOf([
			...[...many(30, 'sent', 'A'), ...many(30, 'sent', 'B'), ...many(5, 'not sent', 'tpyo')],
		]);
		expect(String(total!.message)).toContain('may be chance');
	});

	test.each<[number, number, number, number, string]>([
		[100, 30, 100, 10, 'A is answered more; chance alone'],
		[100, 10, 100, 30, 'B is answered more; chance alone'],
		[100, 12, 100, 10, 'may be chance'],
		[29, 29, 100, 0, 'may be chance'],
		[50, 0, 50, 0, 'may be chance'],
		[50, 50, 50, 50, 'may be chance'],
	])('of %i with A %i answered, of %i with B %i: %s', async (a, answersA, b, answersB, words) => {
		const [total] = await totalsOf([
			...[...many(answersA, 'answered', 'A'), ...many(a - answersA, 'sent', 'A')],
			...[...many(answersB, 'answered', 'B'), ...many(b - answersB, 'sent', 'B')],
		]);
		expect(String(total!.message).split('\n').at(-1)).toContain(words);
	});
});

describe('Customers who wait: Who waits', () => {
	const ZONE = 'America/Sao_Paulo';
	beforeAll(() => void (LuxonSettings.defaultZone = ZONE));
	afterAll(() => void (LuxonSettings.defaultZone = 'system'));
	const hours = { minutes: 30, from: '09:00', to: '18:00', weekdays: '1, 2, 3, 4, 5' };
	/** A time in the week that begins on Monday, 2 March 2026. */
	const time = (weekday: number, clock: string) =>
		DateTime.fromISO(`2026-03-0${weekday + 1}T${clock}`, { zone: ZONE }) as DateTime<true>;
	let number = 0;
	const wrote = (when: DateTime, kind = 'message.received', more: Row = {}): Row => ({
		...{
			kind,
			conversation: 'k',
			text: 'Oi',
			event: `e${(number += 1)}`,
			at: when.toUTC().toISO(),
		},
		...more,
	});
	const waitingAt = async (now: DateTime<true>, rows: Row[]) =>
		(await codeOf('waitingCustomers', 'Who waits'))(rows, { Settings: [hours] }, now);

	test.each<[string, DateTime<true>, DateTime<true>, number | undefined]>([
		['for 29 minutes', time(1, '10:00'), time(1, '10:29'), undefined],
		['for 30 minutes', time(1, '10:00'), time(1, '10:30'), 30],
		['since the morning before work', time(1, '07:00'), time(1, '09:30'), 30],
		['since the evening', time(1, '17:50'), time(2, '09:19'), undefined],
		['since the evening, until work has begun', time(1, '17:50'), time(2, '09:20'), 30],
		['since Friday', time(5, '17:50'), time(8, '09:20'), 30],
		['over the weekend', time(5, '18:00'), time(6, '23:00'), undefined],
		['for two days', time(1, '10:00'), time(3, '10:00'), 1_080],
	])('somebody who waits %s', async (_, since, now, waited) => {
		const waiting = await waitingAt(now, [wrote(since)]);
		expect(waiting.map((one) => one.waited)).toEqual(waited === undefined ? [] : [waited]);
	});

	test.each([
		['weekdays', '1-5'],
		['weekdays', ''],
		['minutes', undefined],
		['from', '18:00'],
	])('%s %j is an error: nobody would ever wait', async (name, value) => {
		const run = await codeOf('waitingCustomers', 'Who waits');
		const execute = () => run([], { Settings: [{ ...hours, [name]: value }] });
		expect(execute).toThrow(`“${name}” in Settings`);
	});

	test('an answer takes them off the list, whatever the order of the rows; a template does not', async () => {
		const question = wrote(time(1, '10:00'));
		const answer = wrote(time(1, '10:05'), 'message.sent');
		const now = time(1, '12:00');
		expect(await waitingAt(now, [answer, question, question])).toEqual([]);
		expect(await waitingAt(now, [question, wrote(time(1, '10:05'), 'no answer')])).toHaveLength(1);
		// They write once more.
		const again = wrote(time(1, '11:00'), 'message.received', { text: 'E aí?' });
		const [waiting, ...others] = await waitingAt(now, [again, answer, question]);
		expect(others).toEqual([]);
		expect(waiting).toMatchObject({ conversation: 'k', text: 'E aí?', waited: 60 });
	});

	test('the team is told once for each time they wait', async () => {
		const [first, more] = [wrote(time(1, '10:00')), wrote(time(1, '10:10'))];
		const now = time(1, '12:00');
		const [waiting] = await waitingAt(now, [more, first]);
		expect(waiting).toMatchObject({ text: 'Oi | Oi', event: first.event });
		const told = wrote(now, 'told', { event: waiting!.event });
		expect(await waitingAt(now, [first, more, told, wrote(time(1, '11:59'))])).toEqual([]);
		const later = [wrote(time(1, '12:10'), 'message.sent'), wrote(time(1, '12:20'))];
		expect(await waitingAt(time(1, '13:00'), [first, more, told, ...later])).toHaveLength(1);
	});

	test('a long text is cut, a picture has none', async () => {
		const rows = [
			wrote(time(1, '10:00'), 'message.received', { text: '' }),
			wrote(time(1, '10:01'), 'message.received', { text: faker.string.alpha(900) }),
		];
		const [waiting] = await waitingAt(time(1, '12:00'), rows);
		expect(waiting!.text).toMatch(/^\(no text\) \| [a-z]/i);
		expect(String(waiting!.text)).toHaveLength(500);
	});
});
