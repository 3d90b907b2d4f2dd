import type { IDataObject } from 'n8n-workflow';
import { DOCUMENTED_LIMITS } from '../../transport/slidingWindow';
import { findReplacedValues } from '../../resources/shared/merge';
import type { Operation } from '../../resources/shared/operation';
import { templateCostText } from './templateCosts';
import type { ApiRequest } from '../../transport/request';
import type { NotSent } from '../ledger/ledgerEntry';
import { parenthesizedListOfItems } from '../itemName';
import type { SendRules } from '../rules/sendRules';
import type { Checked, CheckedAsInvalid, Item, Task } from '../task';
import { problemText, withFullStop, type Problem } from './problem';

/** The output of an item that was only checked. */
export const checkedOutput = (
	{ task, request, notSent }: Checked,
	warnings: string[],
): IDataObject => {
	const { phone, message } = task.intent;
	const sendsMessage = message !== undefined;
	return checkOnlyJson({
		phone,
		preview: message?.preview,
		sendsMessage,
		notSent,
		request,
		warnings,
	});
};

/** The output of an item that was only checked and whose input can't be sent. */
export const invalidOutput = (
	{ phone }: CheckedAsInvalid,
	operation: Operation | undefined,
	problem: Problem,
): IDataObject => {
	const sendsMessage = operation?.sendsMessage ?? false;
	return checkOnlyJson({
		phone,
		sendsMessage,
		notSent: sendsMessage
			? { reason: 'invalid', reasonText: withFullStop(problem.message) }
			: undefined,
		problem: problemText(problem),
		warnings: [],
	});
};

/** What an item that was only checked shows. */
interface Shown {
	/** The phone that it sends to, or by which the contact is found. */
	phone?: string | undefined;
	/** What the customer would read, if that is known. */
	preview?: string | undefined;
	sendsMessage: boolean;
	/** Why its message would not be sent. */
	notSent?: NotSent | undefined;
	/** Why its input can't be sent, and what to do about it, in sentences. */
	problem?: string;
	/** The request that would be made; undefined if nothing would be written. */
	request?: ApiRequest | undefined;
	warnings: string[];
}

/** The JSON of an item that was only checked. What a person looks for comes first. */
export function checkOnlyJson(shown: Shown): IDataObject {
	const { phone, preview, sendsMessage, notSent, problem, request, warnings } = shown;
	const replaces = request?.current && findReplacedValues(request.current, request.body ?? {});
	return {
		...(phone !== undefined && { phone }),
		...(preview !== undefined && { preview }),
		...(sendsMessage && { wouldSend: notSent === undefined }),
		...(notSent && { reason: notSent.reason, reasonText: notSent.reasonText }),
		...(problem !== undefined && { problem }),
		...(replaces && Object.keys(replaces).length > 0 && { replaces }),
		warnings,
		checkOnly: true,
		request: request
			? { method: request.method, path: request.path, body: request.body ?? null }
			: null,
	};
}

/**
 * Says which of a run's items can't be sent, for those that were only checked.
 * @param continueOnFail whether the others would be sent all the same
 */
export function invalidHints(items: readonly Item[], continueOnFail: boolean): string[] {
	const invalid = items.filter(({ settlement }) => settlement?.kind === 'invalid');
	if (invalid.length === 0) return [];
	const field = invalid.every(({ outputsRow }) => outputsRow) ? 'result_reason' : 'problem';
	const says = `field “${field}” says why and what to do.`;
	if (items.length === 1) return [`The item can’t be sent. Its ${says}`];
	const which = `of the ${items.length} items can’t be sent ${parenthesizedListOfItems(invalid)}.`;
	if (invalid.length === items.length) return [`${invalid.length} ${which} Their ${says}`];
	const others = continueOnFail ? OTHERS_ARE_SENT : NOTHING_IS_SENT;
	return invalid.length === 1
		? [`1 ${which} Its ${says} ${others}`]
		: [`${invalid.length} ${which} Their ${says} ${others}`];
}

const OTHERS_ARE_SENT =
	'Without Check Only that would not stop the others, since Settings > On Error is set to continue.';
const NOTHING_IS_SENT =
	'Without Check Only nothing would be sent, unless Settings > On Error is set to continue.';

/**
 * Says what a run that was only checked would do, and what was not checked.
 * @param checked its items whose input can be sent
 * @param sendsMessages whether its operation sends messages
 */
export function checkOnlyHints(
	checked: readonly Checked[],
	rules: SendRules,
	sendsMessages: boolean,
): string[] {
	const tasks = tasksToSend(checked);
	const sends = tasks.flatMap(({ intent }) => intent.message ?? []);
	const templates = sends.filter(({ isTemplate }) => isTemplate);
	const [noun, verb] = sendsMessages ? ['message', 'send'] : ['request', 'make'];
	const count = `${tasks.length || 'no'} ${noun}${tasks.length === 1 ? '' : 's'} to ${verb}`;
	const minutes = Math.floor((sends.length - 1) / DOCUMENTED_LIMITS.send);
	const clauses = [
		templates.length > 0 &&
			`, for ${templateCostText(templates.length)} by the API documentation’s estimate`,
		minutes > 0 &&
			`, in about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} through one channel`,
	].filter(Boolean);
	const unchecked = [
		templates.length > 0
			? 'what only the service knows (the approved template, who opted out there)'
			: 'what only the service knows (who opted out there, the 24 hours for free text)',
		templates.some(({ preview }) => preview === undefined) &&
			'the number of variables (paste the template’s text into Template Text for that)',
		...rules.unchecked(tasks),
	].filter(Boolean);
	return [
		`Only checked: ${count}${clauses.join('')}. Nodes behind this one run for real.`,
		...rules.checkHints(checked),
		...(sends.length > 0 ? [`Not checked: ${unchecked.join('; ')}.`] : []),
	];
}

/** The tasks that would make a request. Of those that share a message, all but the first are marked as not sent. */
const tasksToSend = (checked: readonly Checked[]): Task[] =>
	checked.filter(({ request, notSent }) => request && !notSent).map(({ task }) => task);
