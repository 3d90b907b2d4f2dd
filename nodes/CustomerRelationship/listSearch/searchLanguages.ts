import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { filterEntries } from './readRecords';

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

/** Languages that templates are often approved in; any other can be given by its code. */
export async function searchLanguages(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return { results: filterEntries(LANGUAGES, filter) };
}
