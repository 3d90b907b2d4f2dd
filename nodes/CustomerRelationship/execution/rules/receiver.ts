import type { JsonValue } from 'n8n-workflow';
import { whoGetsItFields } from '../../fields/whoGetsIt';
import { recordTestOfPhone } from '../../resources/shared/recordTests';
import { UnusableAnswer, readList } from '../../transport/pages';
import type { Turn } from '../../transport/requestOptions';
import { recordIdOf } from '../../transport/request';
import { isObject } from '../../typeGuards';
import type { Task } from '../task';
import { MemoryAcrossTries } from './memoryAcrossTries';
import { ruleSettingOf, type Receiver } from './rule';

/** Whether the last read found no receiver. A later try may run `afterMessage` without a read. */
const lastReads = new MemoryAcrossTries(() => ({ foundNone: false }));

/** Whether an item has a rule of *Who Gets It*. */
export const hasWhoGetsItRule = (task: Task): boolean =>
	whoGetsItFields.some((rule) => ruleSettingOf(task, rule) !== undefined);

/**
 * The phone by which the receivers of an item's message are found.
 * @throws Error for an operation that has rules of *Who Gets It* but names no phone: a mistake in its code
 */
export function messagePhoneOf({ name, intent }: Task): string {
	const phone = intent.message?.phone;
	if (phone === undefined) throw new Error(`${name} has rules about the receiver, but no phone`);
	return phone;
}

/**
 * Reads the receivers of an item's message, and remembers whether there are none.
 * @throws UnusableAnswer for a contact without an ID
 */
export async function readReceivers(task: Task, ask: Turn['ask']): Promise<Receiver[]> {
	const receivers = await readContactsWithPhone(ask, messagePhoneOf(task));
	lastReads.of(task.item).foundNone = receivers.length === 0;
	return receivers;
}

/** Whether the last read found no receiver of the item's message. */
export const foundNoReceiver = ({ item }: Pick<Task, 'item'>): boolean =>
	lastReads.of(item).foundNone;

/**
 * Reads the contacts that have a phone, as far as the token sees: those with exactly this phone or, if there
 * is none, those that differ by the 9 in front of a mobile number (*Contact > Get Many*, Phone).
 */
async function readContactsWithPhone(ask: Turn['ask'], phone: string): Promise<Receiver[]> {
	const { search, passes, isExact } = recordTestOfPhone(phone);
	const { records } = await readList(
		ask,
		{ method: 'GET', path: '/contacts', query: { search } },
		{ passes },
	);
	const exact = records.filter(({ record }) => isExact(record));
	return (exact.length > 0 ? exact : records).map(({ record, answer }) => {
		const id = recordIdOf(record);
		// A rule may keep the message back for this contact, so it can't be left out.
		if (id === undefined) throw new UnusableAnswer('a contact in it has no ID', answer.requestId);
		return { id, record, requestId: answer.requestId };
	});
}

/**
 * What a custom field of a contact holds; null if nothing.
 * @throws UnusableAnswer if the contact comes without its custom fields (specification: Contact): it may hold
 *   anything
 */
export function customFieldOf({ record, requestId }: Receiver, slug: string): JsonValue {
	const { customFields } = record;
	if (isObject(customFields)) return (customFields[slug] ?? null) as JsonValue;
	throw new UnusableAnswer('a contact in it has no custom fields', requestId);
}
