/** The `Idempotency-Key` of a write (specification: Limits, Idempotency). */
import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { sha256 } from '../sha256';
import type { SharedKeyKind } from '../transport/write';

/** An `Idempotency-Key`, and what it stands for if that is more than one request. */
export interface IdempotencyKey {
	key: string;
	standsFor?: SharedKeyKind;
}

/**
 * The place of a write in an execution. In a workflow its body is no part of it, since an expression such as
 * `$now` gives another body in each try.
 */
export interface WritePlace {
	/**
	 * The run index, which tells the rounds of a loop apart; for an agent's call that starts with its write,
	 * a digest of that write.
	 */
	runPart: string | number;
	item: number;
	/** Resource and operation; the part follows if an operation makes several writes. */
	operation: string;
}

/**
 * The key of a write that has neither the user's key nor a rule's. For a workflow it is the same in every
 * attempt, try and worker, and differs for every other item, loop round and execution.
 */
export const automaticIdempotencyKey = (
	context: IExecuteFunctions,
	{ runPart, item, operation }: WritePlace,
): string =>
	keyMadeOf([
		context.getInstanceId(),
		context.getWorkflow().id ?? '',
		context.getExecutionId() || substituteExecutionId(context),
		context.getNode().id,
		runPart,
		item,
		operation,
	]);

/**
 * The key of a message that the node sends once, in whichever execution.
 * @param messageGroup names the phone and the template, whatever else the message holds
 */
export const oncePerPhoneMessageKey = (context: IExecuteFunctions, messageGroup: string): string =>
	keyMadeOf([
		context.getInstanceId(),
		context.getWorkflow().id ?? '',
		context.getNode().id,
		'once',
		messageGroup,
	]);

/**
 * The key of a message that only one of several nodes or workflows sends.
 * @param messageGroup names the phone and the word that they share
 */
export const countsAsMessageKey = (messageGroup: string): string =>
	keyMadeOf(['counts as', messageGroup]);

/**
 * Key of a message under *Days Between*. Runs that read the same last day make the same key, so of those with
 * one token only one sends within 24 hours.
 * @param field the custom field that holds the day
 * @param phone normalized by `phoneKeyIgnoringNinthDigit`
 * @param lastDay the latest day that the field holds; empty if it holds none, or if no contact has the phone
 */
export const daysBetweenMessageKey = (field: string, phone: string, lastDay: string): string =>
	keyMadeOf(['daysBetween', field, phone, lastDay]);

/** JSON separates the parts unambiguously: ["a","bc"] and ["ab","c"] differ. */
const keyMadeOf = (parts: ReadonlyArray<string | number>): string =>
	`n8n-${sha256(JSON.stringify(parts))}`;

/** Replaces the ID of an execution that has none. It is saved with the execution's data. */
function substituteExecutionId(context: IExecuteFunctions): string {
	const kept = context.getContext('flow');
	kept.customerRelationshipRun ??= randomUUID();
	return kept.customerRelationshipRun;
}
