import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { sortByLabel } from '../fields/sortByLabel';
import {
	inferTypes,
	type CustomFieldType,
	type SeenTypes,
} from '../fields/parsers/customFieldTypes';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { findSlug, slugFromName } from '../fields/parsers/slug';
import { filterEntries } from './entries';
import { readRecords } from './readRecords';

/** Reads custom fields and their types from recent records: the service lists no definitions. */
export async function readSeenCustomFields(
	context: ILoadOptionsFunctions,
	path: string,
	timeoutMs?: number,
): Promise<SeenTypes> {
	const extent = { pageSize: DEFAULT_PAGE_SIZE, stopAfter: 1 };
	const { records } = await readRecords(context, { method: 'GET', path }, extent, timeoutMs);
	return inferTypes(records);
}

/**
 * Makes a search of the custom fields on recent records.
 * @param types keeps the fields that may have one of these types; by default all are kept
 */
const customFieldSearch = (path: string, types?: readonly CustomFieldType[]) =>
	async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const fields = [...(await readSeenCustomFields(this, path))];
		const entries = fields
			.filter(([, type]) => !types || !type || types.includes(type))
			.map(([slug, type]) => ({
				name: type ? `${slug} (${TYPE_NAMES[type]})` : slug,
				value: slug,
			}));
		sortByLabel(entries, ({ value }) => value);
		const results = filterEntries(entries, filter);
		const typedSlug = slugFromName(filter ?? '');
		// The user may type a field's label, or a field that no recent record has.
		if (results.length === 0 && /[\p{L}\p{N}]/u.test(typedSlug)) {
			const seenSlugs = fields.map(([slug]) => slug);
			const slug = findSlug((filter ?? '').trim(), seenSlugs);
			if (seenSlugs.some((seen) => seen === slug)) {
				results.push(...entries.filter(({ value }) => value === slug));
			} else {
				const name = `${typedSlug} (as typed; not seen on recent records)`;
				results.push({ name, value: typedSlug });
			}
		}
		return { results };
	};

const TYPE_NAMES: Record<CustomFieldType, string> = {
	string: 'text',
	number: 'number',
	boolean: 'boolean',
	json: 'JSON',
	list: 'list',
	date: 'date',
	day: 'date',
};

export const searchContactCustomFields = customFieldSearch('/contacts');
export const searchContactDateFields = customFieldSearch('/contacts', ['date', 'day']);
export const searchCompanyCustomFields = customFieldSearch('/companies');
export const searchDealCustomFields = customFieldSearch('/deals');
