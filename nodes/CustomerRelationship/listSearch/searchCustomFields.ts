import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { sortByLabel } from '../fields/sortByLabel';
import { inferTypes, type FieldType, type SeenTypes } from '../fields/parsers/customFieldTypes';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { findSlug, slugOf } from '../fields/parsers/slug';
import { filterEntries } from './entries';
import { readRecords } from './readRecords';

/** Reads custom fields and their types from recent records: the service lists no definitions. */
export async function readCustomFieldTypes(
	context: ILoadOptionsFunctions,
	path: string,
	timeoutMs?: number,
): Promise<SeenTypes> {
	const extent = { pageSize: DEFAULT_PAGE_SIZE, stopAfter: 1 };
	const { records } = await readRecords(context, { method: 'GET', path }, extent, timeoutMs);
	return inferTypes(records);
}

/** Lists the custom fields on recent records. @param types only fields that may have one of these types; all if left out */
const searchOn = (path: string, types?: readonly FieldType[]) =>
	async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const fields = [...(await readCustomFieldTypes(this, path))];
		const entries = fields
			.filter(([, type]) => !types || !type || types.includes(type))
			.map(([slug, type]) => ({
				name: type ? `${slug} (${TYPE_NAMES[type]})` : slug,
				value: slug,
			}));
		sortByLabel(entries, ({ value }) => value);
		const found = filterEntries(entries, filter);
		const slug = slugOf(filter ?? '');
		// The user may type a field's label, or a field that no recent record has.
		if (found.length === 0 && /[\p{L}\p{N}]/u.test(slug)) {
			const seen = findSlug(
				(filter ?? '').trim(),
				fields.map(([value]) => value),
			);
			if (fields.some(([value]) => value === seen)) {
				found.push(...entries.filter(({ value }) => value === seen));
			} else {
				found.push({ name: `${slug} (as typed; not seen on recent records)`, value: slug });
			}
		}
		return { results: found };
	};

const TYPE_NAMES: Record<FieldType, string> = {
	string: 'text',
	number: 'number',
	boolean: 'boolean',
	json: 'JSON',
	list: 'list',
	date: 'date',
	day: 'date',
};

export const searchContactCustomFields = searchOn('/contacts');
export const searchContactDateFields = searchOn('/contacts', ['date', 'day']);
export const searchCompanyCustomFields = searchOn('/companies');
export const searchDealCustomFields = searchOn('/deals');
