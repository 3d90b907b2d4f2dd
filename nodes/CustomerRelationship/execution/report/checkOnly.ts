import type { IDataObject } from 'n8n-workflow';
import { DOCUMENTED_LIMITS } from '../../transport/slidingWindow';
import { replacedBy } from '../../resources/shared/merge';
import type { ApiRequest } from '../../transport/request';
import { itemRanges } from '../../errors/report';
import type { NotSent } from '../ledger';
import type { SendRules } from '../rules/sendRules';
import type { Item } from '../task';

/** What an item that was only checked shows. */
interface Shown {
	/** The phone that it sends to, or by which the contact is found. */
	phone?: string | undefined;
	/** What the customer would read, where that is known. */
	preview?: string | undefined;
	sendsMessage: boolean;
	/** Why its message would not be sent. */
	notSent?: NotSent | undefined;
	/** Why its input can't be sent, and what to do about it, in sentences. */
	problem?: string;
	/** The request that would be made; undefined where nothing would be written. */
	request?: ApiRequest | undefined;
	warnings: string[];
}

/** The output of an item that was only checked, first what a person looks for. */
export function checkedJson(shown: Shown): IDataObject {
	const { phone, preview, sendsMessage, notSent, problem, request, warnings } = shown;
	const replaces = request?.current && replacedBy(request.current, request.body ?? {});
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
 * The output of an item that was only checked and whose input can't be sent.
 * @param message what is wrong
 * @param whatToDo about it, in sentences
 */
export function invalidJson(
	{ invalid, operation }: Item,
	{ message, whatToDo }: { message: string; whatToDo: string | null },
): IDataObject {
	const what = message.endsWith('.') ? message : `${message}.`;
	return checkedJson({
		phone: invalid?.phone,
		sendsMessage: operation?.sendsMessage ?? false,
		notSent: operation?.sendsMessage ? { reason: 'invalid', reasonText: what } : undefined,
		problem: whatToDo ? `${what} ${whatToDo}` : what,
		warnings: [],
	});
}

/** Says which of a run's items can't be sent, for those that were only checked. */
export function invalidHints(items: readonly Item[]): string[] {
	const invalid = items.filter((item) => item.invalid).map(({ index }) => index);
	if (invalid.length === 0) return [];
	const why = 'problem says why, and what to do';
	return [
		items.length === 1
			? `The item can’t be sent: ${why}.`
			: `${invalid.length} of the ${items.length} items can’t be sent (${itemRanges(invalid)}, counted from 0): ${why}.`,
	];
}

/** What a template message costs, in 1/10000 of a real (specification: Cost note). */
const COSTS = { utility: 350, marketing: 3217 };

/**
 * Says what a run that was only checked would do, and what was not checked.
 * @param checked its items whose input can be sent
 * @param sendsMessages whether its operation sends messages
 */
export function checkOnlyHints(
	checked: ReadonlyArray<NonNullable<Item['checked']>>,
	rules: SendRules,
	sendsMessages: boolean,
): string[] {
	const messages = new Set<string | undefined>();
	const requests = checked.filter(({ request, task, notSent }) => {
		if (!request || notSent) return false;
		const shared = rules.sharedMessageKey(task);
		const isRepeated = shared !== undefined && messages.has(shared);
		messages.add(shared);
		return !isRepeated;
	});
	const sends = requests.flatMap(({ task: { intent } }) => intent.message ?? []);
	const templates = sends.filter(({ isTemplate }) => isTemplate);
	const [noun, verb] = sendsMessages ? ['message', 'send'] : ['request', 'make'];
	const count = `${requests.length || 'no'} ${noun}${requests.length === 1 ? '' : 's'} to ${verb}`;
	const minutes = Math.floor((sends.length - 1) / DOCUMENTED_LIMITS.send);
	const clauses = [
		templates.length > 0 &&
			`, for ${reais(templates.length * COSTS.utility)} (utility) to ${reais(templates.length * COSTS.marketing)} (marketing) by the API documentation’s estimate`,
		minutes > 0 &&
			`, in about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} through one channel`,
	].filter(Boolean);
	const unknown = [
		templates.length > 0
			? 'what only the service knows (the approved template, opt-outs)'
			: 'what only the service knows (opt-outs, the 24 hours for free text)',
		templates.some(({ preview }) => preview === undefined) &&
			'the number of variables (paste the template’s text into Template Text for that)',
		...rules.unchecked(requests.map(({ task }) => task)),
	].filter(Boolean);
	return [
		`Only checked: ${count}${clauses.join('')}. Nodes behind this one run for real.`,
		...rules.checkHints(checked),
		...(sends.length > 0 ? [`Not checked: ${unknown.join('; ')}.`] : []),
	];
}

/** @param amount in 1/10000 of a real */
const reais = (amount: number): string => `R$ ${(Math.round(amount / 100) / 100).toFixed(2)}`;
