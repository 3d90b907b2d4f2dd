import { jsonObjectField } from './json';

/** Address parts by the service's own names, which the specification does not show. */
export const addressField = jsonObjectField({
	displayName: 'Address',
	name: 'address',
	placeholder: 'e.g. { "city": "Curitiba", "state": "PR" }',
	description:
		'Address parts as a JSON object. On an update each part that is given replaces the present one; the others stay.',
});
