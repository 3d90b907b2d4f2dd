import type { IDataObject, JsonObject } from 'n8n-workflow';
import type { FieldValue } from '../../fields/field';
import { UntypedCustomFields } from '../../fields/parsers/customFields';
import { inferTypes, type SeenTypes } from '../../fields/parsers/customFieldTypes';
import { isObject } from '../../typeGuards';
import { DEFAULT_PAGE_SIZE } from '../../fields/options';
import { nearestSlug } from '../../fields/parsers/slug';
import { withOptions, type Ask } from '../../transport/ask';
import { readList } from '../../transport/pages';
import { RequestFailed } from '../../transport/requestFailed';
import type { Preparation, PreparedItem } from './operation';

/**
 * Prepares an item whose body may hold custom fields of unknown type. The API lists no definitions, so the types are
 * those of the values on recent records. If types had to be read and the service refuses a slug, the error
 * suggests the most similar one seen.
 * @param listPath of the list of the resource's records, such as `/companies`
 * @param input the body, checked except for these types
 * @param prepareBody prepares the item with the body whose types are known
 */
export function prepareOnceTyped(
	listPath: string,
	input: UntypedBody,
	prepareBody: (body: JsonObject) => PreparedItem,
): Preparation {
	if (hasKnownTypes(input)) return prepareBody(input);
	return {
		fieldTypesFrom: listPath,
		resolveTypes(types) {
			const { intent, perform } = prepareBody(typedBodyOf(input, types));
			return {
				intent,
				perform: async (ask, links) => {
					try {
						return await perform(ask, links);
					} catch (error) {
						throw withNearestSlug(RequestFailed.orThrow(error), types);
					}
				},
			};
		},
	};
}

/** A body whose custom fields may have no types yet. */
export type UntypedBody = Readonly<Record<string, FieldValue>>;

/** Whether no custom fields of a body wait for their types. */
export const hasKnownTypes = (body: UntypedBody): body is JsonObject =>
	!Object.values(body).some((value) => value instanceof UntypedCustomFields);

/**
 * The body with its custom fields typed; without them if all of them are empty.
 * @param seenTypes those on recent records, by slug
 * @throws InvalidInput for a value that is not of its field's type
 */
export const typedBodyOf = (body: UntypedBody, seenTypes: SeenTypes): JsonObject =>
	Object.fromEntries(
		Object.entries(body).flatMap(([name, value]) => {
			if (!(value instanceof UntypedCustomFields)) return [[name, value]];
			const fields = value.resolve(seenTypes);
			return Object.keys(fields).length > 0 ? [[name, fields]] : [];
		}),
	);

function withNearestSlug(failure: RequestFailed, types: SeenTypes): RequestFailed {
	const { code, param = '' } = failure.refusal ?? {};
	if (code !== 'unknown_custom_field') return failure;
	const nearest = nearestSlug(param.replace(/^customFields\./, ''), types.keys());
	if (nearest) failure.advice = `Did you mean “${nearest}”?`;
	return failure;
}

/**
 * Reads the types of custom fields from the newest records of a list, once in an execution. If the token may only
 * write, no type is known and each value keeps its own.
 * @throws RequestFailed if the list can't be read for another reason
 */
export async function readCustomFieldTypes(ask: Ask, listPath: string): Promise<SeenTypes> {
	try {
		const { records } = await readList(
			withOptions(ask, { cacheAs: customFieldsOnly }),
			{ method: 'GET', path: listPath },
			{ pageSize: DEFAULT_PAGE_SIZE, maxPages: 1 },
		);
		return inferTypes(records.map(({ record }) => record));
	} catch (error) {
		const failure = RequestFailed.orThrow(error);
		if (failure.refusal?.code === 'insufficient_api_token_scope') return new Map();
		throw failure;
	}
}

/** What is cached of a page: only what shows the types. */
const customFieldsOnly = ({ data, ...envelope }: IDataObject): IDataObject => ({
	...envelope,
	data: Array.isArray(data)
		? data.filter(isObject).map(({ customFields }) => ({ customFields }))
		: data,
});
