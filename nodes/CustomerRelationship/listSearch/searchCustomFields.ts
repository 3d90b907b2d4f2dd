import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { alphabetical } from '../fields/alphabetical';
import { slugsSeen, type FieldType } from '../fields/customFieldTypes';
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
		const entries = [...slugsSeen(records)].map(([slug, type]) => ({
			name: type ? `${slug} (${SHOWN[type]})` : slug,
			value: slug,
		}));
		alphabetical(entries, ({ value }) => value);
		const found = matching(entries, filter);
		const typed = filter?.trim();
		// Fields that no recent record has can be meant as well.
		if (found.length === 0 && typed) {
			found.push({ name: `${typed} (not on recent records: use this slug)`, value: typed });
		}
		return { results: found };
	};

const SHOWN: Record<FieldType, string> = {
	...{ string: 'text', number: 'number', boolean: 'boolean', json: 'JSON' },
};

export const searchContactCustomFields = seenOn('/contacts');
export const searchCompanyCustomFields = seenOn('/companies');
export const searchDealCustomFields = seenOn('/deals');
