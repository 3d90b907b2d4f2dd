import type { Intent } from '../../resources/shared/operation';

/** What a contact keeps of several items, in a sentence without its full stop. */
export function whatContactKeeps(items: ReadonlyArray<Pick<Intent, 'onlyFillsEmpty'>>): string {
	const keeps = items.every(({ onlyFillsEmpty }) => onlyFillsEmpty) ? 'first' : 'last';
	return `Where several fill in a field, the contact keeps what was written ${keeps}; tags are added up`;
}
