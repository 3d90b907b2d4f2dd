import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { filterEntries } from './entries';

const LANGUAGES = [
	{ name: 'Portuguese (Brazil)', value: 'pt_BR' },
	{ name: 'English', value: 'en' },
	{ name: 'English (UK)', value: 'en_GB' },
	{ name: 'English (US)', value: 'en_US' },
	{ name: 'French', value: 'fr' },
	{ name: 'German', value: 'de' },
	{ name: 'Italian', value: 'it' },
	{ name: 'Portuguese (Portugal)', value: 'pt_PT' },
	{ name: 'Spanish', value: 'es' },
	{ name: 'Spanish (Argentina)', value: 'es_AR' },
	{ name: 'Spanish (Mexico)', value: 'es_MX' },
	{ name: 'Spanish (Spain)', value: 'es_ES' },
];

/** The usual languages of templates; the field also takes any other code. */
export async function searchLanguages(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return { results: filterEntries(LANGUAGES, filter) };
}
