import type { IDataObject } from 'n8n-workflow';
import { listed } from '../errors/report';
import { isWrite, recordKeyOf, urlOf, type ApiRequest } from '../transport/request';

/**
 * What an item gives out that is only checked.
 * @param request the one that would be made; undefined where nothing would be written
 */
export const checkedJson = (request: ApiRequest | undefined, warnings: string[]): IDataObject => ({
	// First what a person looks for.
	...(request?.send?.preview !== undefined && { preview: request.send.preview }),
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
 * @param requests those that would be made
 * @param guard what a guard says of it
 */
export function checkOnlyHint(requests: readonly ApiRequest[], guard: string | undefined): string {
	const sends = requests.filter(({ send }) => send);
	const templates = requests.flatMap(({ send }) => (send?.opensConversation ? [send] : []));
	const noun = sends.length > 0 ? 'message' : 'request';
	const count = `Only checked: ${requests.length || 'no'} ${noun}${requests.length === 1 ? '' : 's'} to ${sends.length > 0 ? 'send' : 'make'}`;
	const costs = `The API documentation estimates the cost at ${reais(templates.length * COSTS.utility)} (utility) to ${reais(templates.length * COSTS.marketing)} (marketing).`;
	return [
		guard,
		`${count}.`,
		templates.length > 0 && costs,
		sends.length > 0 &&
			'The service was not asked: it may refuse a message, for its template or because the contact opted out.',
		templates.some(({ preview }) => preview === undefined) &&
			'The number of variables was not checked: for that, paste the template’s text into Additional Fields > Template Text.',
		'Nodes behind this one run for real.',
	]
		.filter(Boolean)
		.join(' ');
}

/** @param amount in 1/10000 of a real */
const reais = (amount: number): string => `R$ ${(Math.round(amount / 100) / 100).toFixed(2)}`;

/** What a run of items that are only checked would do. */
export class Checks {
	/** The writes that would be made. */
	readonly requests: ApiRequest[] = [];

	/** @param guard what a guard says of them */
	constructor(
		private readonly items: readonly Asking[],
		private readonly guard: string | undefined,
	) {}

	get hints(): string[] {
		const sameRecord = sameRecordHint(this.items);
		return [checkOnlyHint(this.requests, this.guard), ...(sameRecord ? [sameRecord] : [])];
	}
}

/** An item and the first request of its plan. */
interface Asking {
	item: number;
	request: ApiRequest;
}

/** Names the items that are about one record, which in earnest build on each other; undefined where there are none. */
export function sameRecordHint(all: readonly Asking[]): string | undefined {
	const byRecord = new Map<string, number[]>();
	for (const { item, request } of all) {
		const record = recordNamedBy(request);
		if (record !== undefined) byRecord.set(record, [...(byRecord.get(record) ?? []), item]);
	}
	const shared = [...byRecord.values()].filter((items) => items.length > 1);
	if (shared.length === 0) return undefined;
	const named = shared.slice(0, MOST_NAMED).map((items) => listed(items));
	const more = shared.length - named.length;
	const others = more > 0 ? `; so do those of ${more} more` : '';
	return `One record is named by ${named.join('; one by ')}${others}. Each item is shown as if it were alone. In a real run a later item finds what an earlier one has written.`;
}

/** How many records that several items name are told with their items. */
const MOST_NAMED = 5;

/** The record by its ID, or what it is looked up by; undefined where the service decides which it is. */
function recordNamedBy(request: ApiRequest): string | undefined {
	if (isWrite(request) && request.recordKeys) return undefined;
	if (request.record) return recordKeyOf(request.record);
	return request.recordKeys && urlOf('', request);
}
