import type {
	ItemLedgerEntry,
	NotSent,
} from '../../../../nodes/CustomerRelationship/execution/ledger/ledgerEntry';
import { OncePerPhoneRule } from '../../../../nodes/CustomerRelationship/execution/rules/oncePerPhone';
import type { SendRule, Stop } from '../../../../nodes/CustomerRelationship/execution/rules/rule';
import {
	SendRules,
	createSendRules,
} from '../../../../nodes/CustomerRelationship/execution/rules/sendRules';
import type { Item, Task } from '../../../../nodes/CustomerRelationship/execution/task';
import type { Answer } from '../../../../nodes/CustomerRelationship/transport/answer';
import { RequestFailed } from '../../../../nodes/CustomerRelationship/transport/requestFailed';
import { refusal, start } from '../../transport/failedAttempts';
import { contextOf } from '../nodeContext';
import { messageTask } from './messageTask';

const task = messageTask({});
const NOT_SENT: Stop = { notSent: { reason: 'tagged', reasonText: 'Tagged.' } };
const FAILED: Stop = { failsWith: new Error('Late') };
const noWrite = () => {
	throw new Error('No key was to be given');
};
const never = () => {
	throw new Error('Nothing was to be decided');
};
const PHONE = '11987654321';
const toPhone = messageTask({}, { phone: PHONE });
const contacts = {
	body: { data: [{ id: 'c', phone: PHONE, tags: ['vip'] }], hasMore: false },
} as unknown as Answer;

test('the first rule that objects decides, and what it says of the item is what becomes of it', async () => {
	const rules = new SendRules([
		{},
		{ decideForItem: () => Promise.resolve(NOT_SENT) },
		{ decideForItem: () => Promise.resolve(FAILED) },
	]);
	const error: unknown = await rules.assertMayRun(task).catch((thrown: unknown) => thrown);
	expect(rules.afterFailure(task, error)).toBe(NOT_SENT);
});

test('a failed item stays failed, unless a rule gives it out as not sent', () => {
	const error = new Error('409');
	expect(new SendRules([{}]).afterFailure(task, error)).toEqual({ failsWith: error });
	const rule: SendRule = {
		afterFailure: (_, failure) => (failure === error ? NOT_SENT : undefined),
	};
	expect(new SendRules([rule]).afterFailure(task, error)).toBe(NOT_SENT);
});

test('a rule can end the run, whichever hook it does that in', async () => {
	const ending: Stop = { endsRunWith: new Error('403') };
	const rules = new SendRules([{ decideForItem: () => Promise.resolve(ending) }]);
	const error: unknown = await rules.assertMayRun(task).catch((thrown: unknown) => thrown);
	expect(rules.afterFailure(task, error)).toBe(ending);
	expect(new SendRules([{ afterFailure: () => ending }]).afterFailure(task, error)).toBe(ending);
});

describe('right before the message leaves', () => {
	const reading = (stop: Stop | undefined): SendRule => ({
		turnHookFor: () => ({ decide: ([receiver]) => (receiver?.record.tags ? stop : undefined) }),
	});
	const preparing: SendRule = {
		turnHookFor: () => ({
			decide: never,
			beforeMessage: () => Promise.reject(new Error('Not asked')),
		}),
	};

	test('rules that read have room for their reads, and stop the item by what was read', async () => {
		const rules = new SendRules([reading(undefined), reading(NOT_SENT), preparing]);
		const { preSend, reasonNotToSend } = rules.sendOptionsFor(toPhone, noWrite);
		expect(preSend?.requests).toBe(2);
		expect(reasonNotToSend?.(0)).toBeUndefined();
		const turn = { ask: () => Promise.resolve(contacts), now: () => 0 };
		const reason = await preSend?.inTurn(turn).check();
		expect(rules.afterFailure(task, reason)).toBe(NOT_SENT);
	});

	test('rules that have nothing to read for an item are not asked to', () => {
		const rules = new SendRules([{ turnHookFor: () => undefined }]);
		expect(rules.sendOptionsFor(task, noWrite).preSend).toBeUndefined();
	});

	test('rules that decide by the receivers share one read', () => {
		const rules = new SendRules([reading(undefined), reading(undefined)]);
		expect(rules.sendOptionsFor(task, noWrite).preSend?.requests).toBe(1);
	});

	test('only a rule that prepares the message gives it its key in the turn, if it has none', () => {
		const keyed = messageTask({});
		keyed.item.entry.key = { key: 'own' };
		expect(new SendRules([preparing]).isKeyGivenInTurn(messageTask({}))).toBe(true);
		expect(new SendRules([preparing]).isKeyGivenInTurn(keyed)).toBe(false);
		expect(new SendRules([reading(undefined)]).isKeyGivenInTurn(messageTask({}))).toBe(false);
	});

	test('rules that do not read take no room', () => {
		const rules = new SendRules([
			{ decideForFirstAttempt: (_, now) => (now > 5 ? FAILED : undefined) },
		]);
		const { preSend, reasonNotToSend } = rules.sendOptionsFor(task, noWrite);
		expect([preSend, reasonNotToSend?.(5)]).toEqual([undefined, undefined]);
		expect(rules.afterFailure(task, reasonNotToSend?.(6))).toBe(FAILED);
	});
});

test('items that share a message count once', () => {
	const rules = createSendRules(contextOf(), () => Promise.resolve('token'));
	const once = (message: string) =>
		messageTask({ oncePerPhone: true }, { oncePerPhoneId: message });
	const items = [once('a'), once('b'), once('a'), task, messageTask({}, { oncePerPhoneId: 'a' })];
	expect(rules.reasonToBlockAll(items, 46)).toBeUndefined();
	expect(rules.reasonToBlockAll(items, 47)?.message).toContain('but 4 are to be sent');
});

test('items with one phone are told what the rule that applies makes of that', () => {
	const rules = createSendRules(contextOf(), () => Promise.resolve('token'));
	const meaningWith = (settings: Parameters<typeof messageTask>[0]) =>
		rules.sharedPhoneClause(messageTask(settings, { oncePerPhoneId: 'a' }));
	expect(meaningWith({ oncePerPhone: true })).toBe(
		'Once per Phone sends each template to it at most once',
	);
	expect(meaningWith({ oncePerPhone: true, countsAs: 'promo' })).toBe(
		'Counts As sends it one message for each word',
	);
	const weekly = messageTask({ daysBetween: { days: 7, field: 'last', timezone: 'UTC' } });
	expect(rules.sharedPhoneClause(weekly)).toBe(
		'Days Between sends only the first message that is due',
	);
	expect(rules.sharedPhoneClause(task)).toBe('each sends a message to it');
});

describe('an item whose phone another item of the run has', () => {
	/** Two items with one key, of which an earlier one has ended. */
	const second = async (ended: (entry: ItemLedgerEntry, item: Item) => void) => {
		const rule = new OncePerPhoneRule(contextOf(), () => Promise.resolve('token'));
		const [one, two] = [0, 1].map((index) => {
			const shared = messageTask({ oncePerPhone: true }, { oncePerPhoneId: 'a' });
			shared.item.entry.key = rule.keyFor(shared);
			return { ...shared, item: { ...shared.item, index } };
		}) as [Task, Task];
		expect(await rule.decideForItem(one)).toBeUndefined();
		ended(one.item.entry, one.item);
		return await rule.decideForItem(two);
	};
	const output = [{ json: {} }];

	test('is not sent if that one was', async () => {
		const stop = await second((entry) => Object.assign(entry, { output }));
		expect(stop).toMatchObject({ notSent: { reason: 'same_phone' } });
	});

	test('is sent if another rule kept that one from being sent', async () => {
		const notSent = { reason: 'tagged', reasonText: 'Tagged.' };
		expect(
			await second((entry) => Object.assign(entry, { output, keptBack: notSent })),
		).toBeUndefined();
	});

	test('is sent if that one failed without an attempt', async () => {
		const error = new RequestFailed(start, undefined, { attempts: 0, tookMs: 0 });
		const stop = await second((_, item) =>
			Object.assign(item, { settlement: { kind: 'failed', error } }),
		);
		expect(stop).toBeUndefined();
	});

	test('is counted in a hint, beside items that other rules stopped', async () => {
		const stop = await second((entry) => Object.assign(entry, { output }));
		const stops = [stop as { notSent: NotSent }, NOT_SENT, {}];
		const rules = createSendRules(contextOf(), () => Promise.resolve('token'));
		expect(
			rules.hints(
				stops.map((stopped) => ({
					entry: { keptBack: 'notSent' in stopped ? stopped.notSent : undefined },
				})) as Item[],
			),
		).toEqual([expect.stringMatching(/^Nothing was sent for 1 item whose phone another item has/)]);
	});
});

test('an item stays failed, unless its key is taken and stands for its phone', () => {
	const rule = new OncePerPhoneRule(contextOf(), () => Promise.resolve('token'));
	const taken = new RequestFailed(start, refusal(409, 'conflict_error', 'idempotency_key_reused'), {
		attempts: 1,
		tookMs: 0,
	});
	const other = messageTask({});
	other.item.entry.key = { key: 'k' };
	expect(rule.afterFailure(other, taken)).toBeUndefined();
	const unsent = new RequestFailed(start, undefined, { attempts: 0, tookMs: 0 });
	const once = messageTask({ oncePerPhone: true }, { oncePerPhoneId: 'a' });
	once.item.entry.key = rule.keyFor(once);
	expect(rule.afterFailure(once, unsent)).toBeUndefined();
	expect(rule.afterFailure(once, taken)).toMatchObject({ notSent: { reason: 'already_tried' } });
});
