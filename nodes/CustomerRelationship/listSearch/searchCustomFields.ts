import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { alphabetical } from '../fields/alphabetical';
import { PAGE_SIZE } from '../fields/options';
import { listed, matching } from './records';

/** Custom fields seen on recent records, with the type of their values: the API lists no definitions. */
const seenOn = (path: string) =>
	async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const { records } = await listed(
			this,
			{ method: 'GET', path },
			{ pageSize: PAGE_SIZE, most: 1 },
		);
		const types = new Map<string, string>();
		for (const { customFields } of records) {
			for (const [slug, value] of Object.entries(customFields ?? {})) {
				if (!types.get(slug)) types.set(slug, typeOf(value));
			}
		}
		const entries = [...types].map(([slug, type]) => ({
			name: type ? `${slug} (${type})` : slug,
			value: slug,
		}));
		alphabetical(entries, ({ value }) => value);
		return { results: matching(entries, filter) };
	};

/** The type to choose for a value like this; empty where it does not tell. */
function typeOf(value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string') return 'text';
	return typeof value === 'object' ? 'JSON' : typeof value;
}

export const searchContactCustomFields = seenOn('/contacts');
export const searchCompanyCustomFields = seenOn('/companies');
export const searchDealCustomFields = seenOn('/deals');
