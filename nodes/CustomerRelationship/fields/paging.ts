import { booleanField, countField } from './field';

/** Default of `limit`. n8n's lint requires a literal there. */
export const DEFAULT_LIMIT = 50;

export const returnAll = booleanField({
	displayName: 'Return All',
	name: 'returnAll',
	purpose: 'setting',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

export const limit = countField({
	displayName: 'Limit',
	name: 'limit',
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
});
