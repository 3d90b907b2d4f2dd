import type { IDataObject } from 'n8n-workflow';
import { isAutomatic } from '../fields/customFields';
import { typesSeen, type SeenTypes } from '../fields/customFieldTypes';
import { isObject } from '../typeGuards';
import { nearestSlug } from '../fields/slug';
import { PAGE_SIZE } from '../fields/options';
import { readList } from '../transport/pagesOfPlan';
import { marked, type Plan } from '../transport/plan';
import { RequestFailed } from '../transport/requestFailed';
import type { ItemParameters, Operation } from './operation';

/**
 * Lets a plan know the types of custom fields that its input leaves open: the API lists no
 * definitions, so they are those of the values on recent records, which are read first. Where the service
 * knows no field of a slug, the one seen that is most like it is named.
 * @param list where the resource's records are listed
 */
export const knowingFieldTypes = (list: string, plan: Operation['plan']): Operation['plan'] =>
	function* (parameters) {
		if (!leavesTypesOpen(parameters)) return yield* plan(parameters);
		// What else is wrong with the input is told before anything is asked.
		plan(parameters).next();
		const seenTypes = yield* typesOnRecords(list);
		try {
			return yield* plan({ ...parameters, seenTypes });
		} catch (error) {
			const failure = RequestFailed.orThrow(error);
			const { code, param = '' } = failure.refusal ?? {};
			const nearest = nearestSlug(param.replace(/^customFields\./, ''), seenTypes.keys());
			if (code === 'unknown_custom_field' && nearest) failure.advice = `Did you mean “${nearest}”?`;
			throw failure;
		}
	};

const leavesTypesOpen = ({ collection }: ItemParameters): boolean =>
	['additionalFields', 'updateFields'].some((name) => isAutomatic(collection(name).customFields));

function* typesOnRecords(path: string): Plan<SeenTypes> {
	const newest = readList({ method: 'GET', path }, { pageSize: PAGE_SIZE, maxPages: 1 });
	try {
		const { records } = yield* marked(newest, { preflight: true, sharedAs: customFieldsOnly });
		return typesSeen(records.map(({ record }) => record));
	} catch (error) {
		// A token that may only write tells no types; the values' own then have to do.
		const failure = RequestFailed.orThrow(error);
		if (failure.refusal?.code === 'insufficient_api_token_scope') return new Map();
		throw failure;
	}
}

const customFieldsOnly = ({ data, ...envelope }: IDataObject): IDataObject => ({
	...envelope,
	data: Array.isArray(data)
		? data.filter(isObject).map(({ customFields }) => ({ customFields }))
		: data,
});
