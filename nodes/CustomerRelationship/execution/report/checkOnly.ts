import type { IDataObject } from 'n8n-workflow';
import { DOCUMENTED_LIMITS } from '../../transport/slidingWindow';
import { replacedBy } from '../../resources/shared/merge';
import type { ApiRequest } from '../../transport/request';
import type { SendRules } from '../rules/sendRules';
import type { Item } from '../task';

/**
 * The output of an item that was only checked.
 * @param request the one that would be made; undefined where nothing would be written
 * @param preview what the customer would read, where that is known
 */
export function checkedJson(
	request: ApiRequest | undefined,
	preview: string | undefined,
	warnings: string[],
): IDataObject {
	const hasWarnings = warnings.length > 0;
	const replaces = request?.current && replacedBy(request.current, request.body ?? {});
	return {
		// First what a person looks for.
		...(preview !== undefined && { preview }),
		...(replaces && Object.keys(replaces).length > 0 && { replaces }),
		...(hasWarnings && { warnings }),
		request: request
			? { method: request.method, path: request.path, body: request.body ?? null }
			: null,
		checkOnly: true,
		...(!hasWarnings && { warnings }),
	};
}

/** What a template message costs, in 1/10000 of a real (specification: Cost note). */
const COSTS = { utility: 350, marketing: 3217 };

/** Says what a run that was only checked would do, and what was not checked. @param checked its items */
export function checkOnlyHints(
	checked: ReadonlyArray<NonNullable<Item['checked']>>,
	rules: SendRules,
): string[] {
	const messages = new Set<string | undefined>();
	const requests = checked.filter(({ request, task }) => {
		const shared = rules.sharedMessageKey(task);
		const isRepeated = shared !== undefined && messages.has(shared);
		messages.add(shared);
		return request && !isRepeated;
	});
	const sends = requests.flatMap(({ task: { intent } }) => intent.message ?? []);
	const templates = sends.filter(({ isTemplate }) => isTemplate);
	const noun = sends.length > 0 ? 'message' : 'request';
	const count = `${requests.length || 'no'} ${noun}${requests.length === 1 ? '' : 's'} to ${sends.length > 0 ? 'send' : 'make'}`;
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
		...(sends.length > 0 ? [`Not checked: ${unknown.join('; ')}.`] : []),
	];
}

/** @param amount in 1/10000 of a real */
const reais = (amount: number): string => `R$ ${(Math.round(amount / 100) / 100).toFixed(2)}`;
