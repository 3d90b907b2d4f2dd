import { z } from 'zod';
import type { CustomFieldDefinition, CustomFields, CustomFieldValue } from '../model';
import { timestamp } from '../clock';
import type { Account } from '../store/account';
import { refuse } from './errors';

type Resource = CustomFieldDefinition['resource'];

/** README, "Date fields". */
const dayOrTime = z.union([z.string().date(), timestamp]);

/** Definitions of one resource by slug. */
function definitionsOf(account: Account, resource: Resource): Map<string, CustomFieldDefinition> {
	const found = new Map<string, CustomFieldDefinition>();
	for (const definition of account.customFields) {
		if (definition.resource === resource) found.set(definition.slug, definition);
	}
	return found;
}

/**
 * `customFields` of a write: each sent field is written, `null` clears it, unsent ones stay.
 * Throws 400 `unknown_custom_field` or `invalid_custom_field_value`, param `customFields.<slug>`.
 */
export function writeCustomFields(
	account: Account,
	resource: Resource,
	current: CustomFields,
	sent: Record<string, unknown> | undefined,
): CustomFields {
	const next = { ...current };
	const definitions = definitionsOf(account, resource);
	for (const [slug, value] of Object.entries(sent ?? {})) {
		const param = `customFields.${slug}`;
		const definition = definitions.get(slug);
		if (!definition) {
			refuse('unknown_custom_field', `There is no ${resource} custom field "${slug}".`, param);
		}
		if (value === null) {
			delete next[slug];
		} else if (isOfType(definition, value)) {
			next[slug] = value;
		} else {
			refuse(
				'invalid_custom_field_value',
				`"${slug}" takes a value of the type ${definition.type}.`,
				param,
			);
		}
	}
	return next;
}

/** "POST /deals" 4: 422 `missing_required_custom_fields`, param the first field without a value. */
export function requireCustomFields(
	account: Account,
	resource: Resource,
	values: CustomFields,
	among?: readonly string[],
): void {
	const missing = [...definitionsOf(account, resource).values()]
		.filter(({ slug, required }) => required && (among?.includes(slug) ?? true))
		.map(({ slug }) => slug)
		.filter((slug) => values[slug] === undefined || values[slug] === '');
	if (missing.length > 0) {
		refuse(
			'missing_required_custom_fields',
			`Required custom fields without a value: ${missing.join(', ')}.`,
			`customFields.${missing[0]}`,
		);
	}
}

function isOfType(definition: CustomFieldDefinition, value: unknown): value is CustomFieldValue {
	switch (definition.type) {
		case 'text':
			return typeof value === 'string';
		case 'number':
			return typeof value === 'number' && Number.isFinite(value);
		case 'boolean':
			return typeof value === 'boolean';
		case 'date':
			return dayOrTime.safeParse(value).success;
		case 'choice':
			return typeof value === 'string' && definition.options.includes(value);
		case 'choices':
			return Array.isArray(value) && value.every((one) => definition.options.includes(one));
	}
}
