/** What may keep a run's messages from being sent, seen over all its items. */
import { itemRanges } from '../../errors/report';
import { MAX_MESSAGES_LABEL } from '../../fields/options';
import { checkSendHours } from '../../fields/parsers/sendHours';
import { FieldError } from '../../fieldError';
import type { Guards } from '../../resources/shared/guards';

/** An item of a run that sends a message. */
interface Guarded {
	item: number;
	guards: Guards;
	/** The message, where it is sent once per phone: items that share it send one. */
	oncePerPhone?: string | undefined;
}

/** How many messages the items send. */
export const messageCount = (items: ReadonlyArray<Pick<Guarded, 'oncePerPhone'>>): number =>
	new Set(items.map((one) => one.oncePerPhone ?? one)).size;

/**
 * Why none of a run’s messages may be sent; undefined where they may.
 * @param items those that are to be sent: where they differ the smallest counts
 * @param before how many others the node has sent in the execution, may have, or is about to send
 */
export function tooMany(items: readonly Guarded[], before: number): FieldError | undefined {
	const most = Math.min(...items.map(({ guards }) => guards.most));
	const count = messageCount(items);
	if (count === 0 || count + before <= most) return undefined;
	// Messages that were sent or may have been, are in flight from a concurrent call, or were only checked.
	const earlier = before > 0 ? `, and this execution already has ${before}` : '';
	return new FieldError(
		MAX_MESSAGES_LABEL,
		`is ${most}, but ${count} ${count === 1 ? 'is' : 'are'} to be sent${earlier}`,
		`Look first whether these are the right items: Check Only shows who would get what. If they are, raise ${MAX_MESSAGES_LABEL} under Options.`,
		'too_many_messages',
	);
}

/**
 * What the guards would say of messages that are only checked; undefined where nothing.
 * @param items those that are only checked
 * @param before as in `tooMany`
 * @param now ms since the epoch
 * @param all how many items the run has: others of it may be sent
 */
export function guardHint(
	items: readonly Guarded[],
	before: number,
	now: number,
	all: number,
): string | undefined {
	const nothing = (of: readonly Guarded[]) => {
		const which = of.length < all ? ` of ${itemRanges(of.map(({ item }) => item))}` : '';
		return `Nothing${which} would be sent now`;
	};
	const many = tooMany(items, before);
	if (many) return `${nothing(items)}: ${many.message}.`;
	const late = items.flatMap(({ item, guards }) => {
		const refusal = guards.hours && checkSendHours(guards.hours, now);
		return refusal ? [{ item, guards, refusal }] : [];
	});
	const [first] = late;
	return first && `${nothing(late)}: ${first.refusal.message}.`;
}
