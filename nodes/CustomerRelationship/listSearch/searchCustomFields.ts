import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { alphabetical } from '../fields/alphabetical';
import { typesSeen, type FieldType, type SeenTypes } from '../fields/customFieldTypes';
import { PAGE_SIZE } from '../fields/options';
import { sameSlug, slugOf } from '../fields/slug';
import { readRecords, filterEntries } from './readRecords';

/** Custom fields seen on recent records, with the type of their values: the API lists no definitions. */
export async function readCustomFieldTypes(
	context: ILoadOptionsFunctions,
	path: string,
	timeoutMs?: number,
): Promise<SeenTypes> {
	const extent = { pageSize: PAGE_SIZE, most: 1 };
	const { records } = await readRecords(context, { method: 'GET', path }, extent, timeoutMs);
	return typesSeen(records);
}

const seenOn = (path: string) =>
	async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const entries = [...(await readCustomFieldTypes(this, path))].map(([slug, type]) => ({
			name: type ? `${slug} (${SHOWN[type]})` : slug,
			value: slug,
		}));
		alphabetical(entries, ({ value }) => value);
		const found = filterEntries(entries, filter);
		const slug = slugOf(filter ?? '');
		// A field may be typed by its label, and one that no recent record has can be meant as well.
		if (found.length === 0 && /[\p{L}\p{N}]/u.test(slug)) {
			const seen = sameSlug(
				(filter ?? '').trim(),
				entries.map(({ value }) => value),
			);
			const same = entries.find(({ value }) => value === seen);
			found.push(same ?? { name: `${slug} (as typed; not seen on recent records)`, value: slug });
		}
		return { results: found };
	};

const SHOWN: Record<FieldType, string> = {
	string: 'text',
	number: 'number',
	boolean: 'boolean',
	json: 'JSON',
	list: 'list',
	date: 'date',
};

export const searchContactCustomFields = seenOn('/contacts');
export const searchCompanyCustomFields = seenOn('/companies');
export const searchDealCustomFields = seenOn('/deals');
