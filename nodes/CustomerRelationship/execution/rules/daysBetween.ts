import type { JsonValue } from 'n8n-workflow';
import { idempotencyKey } from '../../fields/idempotencyKey';
import { oncePerPhone } from '../../fields/oncePerPhone';
import { isEmpty } from '../../fields/parsers/empty';
import {
	DAYS_BETWEEN_LABEL,
	REMEMBER_IN_LABEL,
	type DaysBetween,
} from '../../fields/parsers/daysBetween';
import { phoneKeyIgnoringNinthDigit } from '../../fields/comparisonKeys';
import { daysBetween } from '../../fields/whoGetsIt';
import { InvalidInput } from '../../invalidInput';
import { FIRST_ITEM_IS_0 } from '../../itemsText';
import { getOrCreate } from '../../maps';
import { excerpt, quote } from '../../quote';
import { isObject } from '../../typeGuards';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import type { Turn } from '../../transport/requestOptions';
import type { EpochMs } from '../../transport/time';
import { getByIdRequest, path, type ApiRequest } from '../../transport/request';
import { RequestFailed } from '../../transport/requestFailed';
import { daysBetweenMessageKey, type IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledger/ledgerEntry';
import { listOfItemsWithNumberingNote } from '../itemName';
import type { Item, Task } from '../task';
import { MemoryAcrossTries } from './memoryAcrossTries';
import { addDays, dayOfFieldValue, dayOfTimestamp, daysFrom } from './calendarDays';
import { customFieldOf, foundNoReceiver, messagePhoneOf } from './receiver';
import {
	ruleSettingOf,
	type FailingStop,
	type Receiver,
	type SendRule,
	type Stop,
	type TurnHook,
} from './rule';
import { WrittenDays } from './writtenDays';

/** An earlier day is no day of a message, but a birthday or the like. */
const EARLIEST_DAY = '2010-01-01';
const TOO_SOON = 'whose contact got a message more recently than Days Between allows';

const KEY_TAKEN: NotSent = {
	reason: 'already_tried',
	mayHaveArrived: true,
	reasonText:
		'Another item or run with the same Remember In field has sent something to this phone, or tried to, since its contact was last remembered. The conversation shows whether it arrived. If it did not, clear that field of the contact, and run the item again 24 hours later.',
};

/**
 * *Days Between*: a field of the contact holds the day of its last message, which decides when the next one
 * may leave. The day is written before the message leaves or, if the contact was not found, after that.
 */
export class DaysBetweenRule implements SendRule {
	/** What the item has written into contacts, by their IDs. */
	private static readonly written = new MemoryAcrossTries(() => new Map<string, WrittenDays>());

	/** The message gets its key in its turn, so no other may be given. */
	assertCombines(task: Task): void {
		if (!isOn(task)) return;
		const hasOwnKey = task.options.ownKey !== undefined;
		const [rival, remedy] = ruleSettingOf(task, oncePerPhone)
			? [oncePerPhone, 'Turn Once per Phone off: Days Between keeps messages back as well.']
			: [hasOwnKey && idempotencyKey, 'Take the key out: Days Between makes one by itself.'];
		if (!rival) return;
		const problem = `and “${rival.property.displayName}” are both given`;
		throw new InvalidInput(DAYS_BETWEEN_LABEL, problem, remedy);
	}

	sharedPhoneClause(task: Pick<Task, 'intent'>): string | undefined {
		return isOn(task) ? 'Days Between sends only the first message that is due' : undefined;
	}

	turnHookFor(task: Task): TurnHook | undefined {
		const setting = ruleSettingOf(task, daysBetween);
		if (!setting) return undefined;
		return {
			decide: (receivers, now) => this.decide(task, setting, receivers, now),
			beforeMessage: async (receivers, turn) => await this.writeDay(task, setting, receivers, turn),
		};
	}

	private decide(
		task: Task,
		setting: DaysBetween,
		receivers: readonly Receiver[],
		now: EpochMs,
	): Stop | undefined {
		const today = dayOfTimestamp(now, setting.timezone);
		const values = receivers.map((receiver) => ({
			id: receiver.id,
			value: this.valueBeforeOwnWrites(task, receiver, setting),
		}));
		const day = latestDayIn(
			values.map(({ value }) => value),
			setting,
		);
		if (day === undefined || daysFrom(day, today) >= setting.days) {
			for (const { id, value } of values) assertMayWrite(value, id, setting);
			return undefined;
		}
		const reasonText = `The contact’s field ${quote(setting.field)} holds ${day}, so the next message may leave on ${addDays(day, setting.days)}. Today is ${today}.`;
		return { notSent: { reason: 'too_soon', reasonText, clause: TOO_SOON } };
	}

	/**
	 * Writes today into the field of each contact.
	 * @returns the key of the message: of the runs with one token that read the same last day for a phone, at
	 *   most one sends within 24 hours
	 * @throws what `Turn.ask` throws
	 */
	private async writeDay(
		task: Task,
		setting: DaysBetween,
		receivers: readonly Receiver[],
		turn: Turn,
	): Promise<IdempotencyKey> {
		const written = DaysBetweenRule.written.of(task.item);
		const day = dayOfTimestamp(turn.now(), setting.timezone);
		// Sorted, so that each turn writes in the same order, and repeats an unfinished write before it makes others.
		const sorted = [...receivers].sort((a, b) => (a.id < b.id ? -1 : 1));
		const valuesBefore = sorted.map((receiver) =>
			this.valueBeforeOwnWrites(task, receiver, setting),
		);
		for (const [index, receiver] of sorted.entries()) {
			const { id } = receiver;
			if (this.ownDayIn(task, receiver, setting) === day) continue;
			const own = getOrCreate(written, id, () => new WrittenDays());
			own.valueBefore = valuesBefore[index] ?? null;
			await own.write(day, async () => await setRememberedDay(turn.ask, id, setting, day));
		}
		const phone = phoneKeyIgnoringNinthDigit(messagePhoneOf(task));
		// Run A finds no contact, and its message creates one. Before A writes the day, run B finds that
		// contact without a day. Both must make the same key, or both would send. So “no contact” and “no
		// day” are one value.
		const lastDay = latestDayIn(valuesBefore, setting) ?? '';
		return { key: daysBetweenMessageKey(setting.field, phone, lastDay), standsFor: 'days' };
	}

	/**
	 * Writes the day into the contact that the answer names, if no contact was found before the message, or
	 * if the message has created this one: the contacts found may differ from it by the ninth digit.
	 */
	async afterMessage(
		task: Task,
		{ body }: Answer,
		ask: Ask,
		now: EpochMs,
	): Promise<FailingStop | undefined> {
		const setting = ruleSettingOf(task, daysBetween);
		const written = DaysBetweenRule.written.of(task.item);
		const id = String(body.contactId);
		const wasNotFound = foundNoReceiver(task) || body.contactCreated === true;
		if (!setting || !wasNotFound || written.get(id)?.isConfirmed) return undefined;
		const day = dayOfTimestamp(now, setting.timezone);
		try {
			// The contact may have existed before, and its field was not checked.
			if (body.contactCreated !== true) {
				const existing = await ask(getByIdRequest('/contacts', { id }));
				const { customFields } = existing.body;
				// If the answer has no custom fields, the day is written unchecked, since the message was sent.
				if (isObject(customFields)) {
					assertMayWrite(customFields[setting.field] as JsonValue, id, setting);
				}
			}
			const own = getOrCreate(written, id, () => new WrittenDays());
			await own.write(day, async () => await setRememberedDay(ask, id, setting, day));
			return undefined;
		} catch (error) {
			if (error instanceof RequestFailed) {
				const which = isFieldRefused(error, setting)
					? `For further runs choose another field under ${REMEMBER_IN_LABEL}, and write today into that field of the contact.`
					: `Write today into the contact’s field ${quote(setting.field)}.`;
				error.advice = `The message was sent, but Days Between could not write the day into its contact, so nothing further is sent. ${which}`;
			}
			// Whatever the error, the run ends: the next message might go to this contact again.
			return { endsRunWith: error };
		}
	}

	/**
	 * - If the key is taken and the item's message was not sent: outputs the item as already tried.
	 * - If the service would refuse the day at every contact: ends the run.
	 * - If the service may store its refusal of the message with the key: ends the run. Each further refusal
	 *   could block one more phone for all runs that read the same day.
	 */
	afterFailure(task: Task, error: unknown): Stop | undefined {
		const setting = ruleSettingOf(task, daysBetween);
		if (!setting || !(error instanceof RequestFailed)) return undefined;
		if (error.request.method === 'PATCH') {
			// Not set in `writeDay`: a write that must be repeated may fail in the wait between two turns.
			error.advice = couldNotRemember(error, setting);
			return isRefusedForEveryContact(error, setting) ? { endsRunWith: error } : undefined;
		}
		const { item } = task;
		if (item.entry.key?.standsFor !== 'days') return undefined;
		const key = error.decision?.key;
		if (key === 'taken' && item.entry.outcome === 'notCarriedOut') {
			// The message that took the key may have been sent on the same day, so the day must stay.
			DaysBetweenRule.written.of(item).clear();
			return { notSent: KEY_TAKEN };
		}
		return key === 'answer may be stored' ? { endsRunWith: error } : undefined;
	}

	/** Never rejects, since the item is settled already. */
	async afterNothingSent(task: Task, ask: Ask): Promise<string[]> {
		const setting = ruleSettingOf(task, daysBetween);
		const written = DaysBetweenRule.written.of(task.item);
		if (!setting) return [];
		for (const [id, own] of written) {
			await this.takeBackDay(task, setting, id, ask).catch(() => own.keepConfirmed());
			if (own.isEmpty) written.delete(id);
		}
		if (written.size === 0) return [];
		return [
			`Nothing was sent for item ${task.item.index} (${FIRST_ITEM_IS_0}), but the field ${quote(setting.field)} of its contact may hold a day that this item wrote. If the conversation shows no message of that day, clear the field to send this one.`,
		];
	}

	/** Writes back what the field of a contact held before, if it still holds a day of the item. */
	private async takeBackDay(task: Task, setting: DaysBetween, id: string, ask: Ask): Promise<void> {
		const own = DaysBetweenRule.written.of(task.item).get(id);
		if (!own || own.isEmpty) return;
		const { body: record, requestId } = await ask(getByIdRequest('/contacts', { id }));
		const holdsOwnDay = this.ownDayIn(task, { id, record, requestId }, setting) !== undefined;
		await own.takeBack(
			holdsOwnDay,
			async () => await setRememberedDay(ask, id, setting, own.valueBefore),
		);
	}

	unchecked(tasks: readonly Task[]): string[] {
		return tasks.some(isOn)
			? ['whether the field of Remember In exists, and the access token may write it']
			: [];
	}

	/** Names the items whose key is taken: only the conversations show whether a message arrived. */
	urgentHints(items: readonly Item[]): string[] {
		const tried = items.filter(({ entry }) => entry.keptBack === KEY_TAKEN);
		if (tried.length === 0) return [];
		return [
			`Nothing was sent for ${listOfItemsWithNumberingNote(tried)}: another item or run with the same Remember In field has sent something to their phones meanwhile, or tried to. The conversation in the service shows whether it arrived. If not, clear that field of their contacts, and run these items again 24 hours later.`,
		];
	}

	/** What the field held before the item wrote into it. */
	private valueBeforeOwnWrites(task: Task, receiver: Receiver, setting: DaysBetween): JsonValue {
		const own = DaysBetweenRule.written.of(task.item).get(receiver.id);
		return own && this.ownDayIn(task, receiver, setting) !== undefined
			? own.valueBefore
			: customFieldOf(receiver, setting.field);
	}

	/**
	 * The day that the field holds, if the item has written that day or has tried to. Another run may have
	 * written the same day: that can't be told apart.
	 */
	private ownDayIn({ item }: Task, receiver: Receiver, setting: DaysBetween): string | undefined {
		const own = DaysBetweenRule.written.of(item).get(receiver.id);
		const day = dayOfFieldValue(customFieldOf(receiver, setting.field), setting.timezone);
		return day !== undefined && own?.includes(day) ? day : undefined;
	}
}

const isOn = (task: Pick<Task, 'intent'>): boolean =>
	ruleSettingOf(task, daysBetween) !== undefined;

/** The latest day that the values of a field hold; undefined if none holds one. */
const latestDayIn = (values: readonly JsonValue[], { timezone }: DaysBetween): string | undefined =>
	values
		.flatMap((value) => dayOfFieldValue(value, timezone) ?? [])
		.sort()
		.at(-1);

/**
 * @throws InvalidInput if the field holds no date, or one before 2010, such as most birthdays: it must not be
 *   overwritten. A later date can't be told from the day of a message
 */
function assertMayWrite(value: JsonValue, contactId: string, setting: DaysBetween): void {
	if (isEmpty(value)) return;
	const day = dayOfFieldValue(value, setting.timezone);
	if (day !== undefined && day >= EARLIEST_DAY) return;
	throw new InvalidInput(
		REMEMBER_IN_LABEL,
		`names the field ${quote(setting.field)}, which holds ${quote(excerpt(String(value)))} at contact ${quote(contactId)}: not the day of a message`,
		'The field must hold a date such as 2026-01-31, or nothing. Choose a field for this purpose alone, no birthday, or correct the contact. If you choose another field, run only the items that were not sent: it does not hold the day of the others.',
		'no_date',
	);
}

/**
 * Writes a value into the Remember In field of a contact. The request needs no key: it is not the message,
 * and writing a value twice changes nothing. An attempt without an answer may still take effect later. A late
 * day only keeps a message back. A late old value could erase the day of a later message, so it needs an
 * `ask` with `retriesOnlyIfNotDone`.
 * @param ask of the message's turn, or of `askAfterwards`
 */
async function setRememberedDay(
	ask: (request: ApiRequest) => Promise<Answer>,
	id: string,
	{ field }: DaysBetween,
	value: JsonValue,
): Promise<void> {
	await ask({
		method: 'PATCH',
		path: path`/contacts/${id}`,
		record: { id },
		body: { customFields: { [field]: value } },
		fieldNames: { [`customFields.${field}`]: 'rememberIn' },
	});
}

/**
 * Whether the service would refuse the write at every contact, because of the field or the token. A record
 * that is not found, or a refusal of another field, is about this contact alone.
 */
const isRefusedForEveryContact = (error: RequestFailed, setting: DaysBetween): boolean => {
	const type = error.refusal?.type ?? '';
	if (['authentication_error', 'permission_error'].includes(type)) return true;
	return type !== 'not_found_error' && isFieldRefused(error, setting);
};

const isFieldRefused = ({ refusal }: RequestFailed, { field }: DaysBetween): boolean =>
	[field, 'customFields', `customFields.${field}`].includes(refusal?.param ?? '');

const couldNotRemember = (error: RequestFailed, setting: DaysBetween): string =>
	[
		'Days Between writes the day into the contact before the message leaves. That failed, so nothing was sent.',
		isFieldRefused(error, setting) &&
			`Choose another field under ${REMEMBER_IN_LABEL}: a custom field of contacts that holds a date.`,
	]
		.filter(Boolean)
		.join(' ');
