import type { IDataObject } from 'n8n-workflow';
import { DOCUMENTED_LIMITS } from '../../transport/slidingWindow';
import type { ApiRequest } from '../../transport/request';
import type { Item } from '../task';

/**
 * What an item gives out that is only checked.
 * @param request the one that would be made; undefined where nothing would be written
 * @param preview what the customer would read, where that is known
 */
export const checkedJson = (
	request: ApiRequest | undefined,
	preview: string | undefined,
	warnings: string[],
): IDataObject => ({
	// First what a person looks for.
	...(preview !== undefined && { preview }),
	warnings,
	request: request
		? { method: request.method, path: request.path, body: request.body ?? null }
		: null,
	checkOnly: true,
});

/** What a template message costs, in 1/10000 of a real (specification: Cost note). */
const COSTS = { utility: 350, marketing: 3217 };

/**
 * Says what a run that was only checked would do.
 * @param checked its items
 * @param guard why nothing of it would be sent now
 */
export function checkOnlyHint(
	checked: ReadonlyArray<NonNullable<Item['checked']>>,
	guard: string | undefined,
): string {
	const phones = new Set<string>();
	const requests = checked.filter(({ request, intent }) => {
		const once = intent.message?.oncePerPhone;
		const isRepeated = once !== undefined && phones.has(once);
		if (once !== undefined) phones.add(once);
		return request && !isRepeated;
	});
	const sends = requests.flatMap(({ intent: { message } }) => message ?? []);
	const templates = sends.filter(({ isTemplate }) => isTemplate);
	const noun = sends.length > 0 ? 'message' : 'request';
	const count = `Only checked: ${requests.length || 'no'} ${noun}${requests.length === 1 ? '' : 's'} to ${sends.length > 0 ? 'send' : 'make'}`;
	const minutes = Math.floor((sends.length - 1) / DOCUMENTED_LIMITS.send);
	const costs = `The API documentation estimates the cost at ${reais(templates.length * COSTS.utility)} (utility) to ${reais(templates.length * COSTS.marketing)} (marketing).`;
	return [
		guard,
		`${count}.`,
		templates.length > 0 && costs,
		minutes > 0 &&
			`Through one channel that takes about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
		sends.length > 0 &&
			'The service was not asked: it may refuse a message, for its template or because the contact opted out.',
		sends.some(({ oncePerPhone }) => oncePerPhone !== undefined) &&
			'Whoever got it from this node in the last 24 hours, with Once per Phone on, gets none.',
		templates.some(({ preview }) => preview !== undefined) &&
			'The previews are made from Template Text: compare it with the approved template.',
		templates.some(({ preview }) => preview === undefined) &&
			'The number of variables was not checked: for that, paste the template’s text into Additional Fields > Template Text.',
		'Nodes behind this one run for real.',
	]
		.filter(Boolean)
		.join(' ');
}

/** @param amount in 1/10000 of a real */
const reais = (amount: number): string => `R$ ${(Math.round(amount / 100) / 100).toFixed(2)}`;
