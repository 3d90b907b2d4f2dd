import { optionsOf } from '../../fields/options';
import type { LocatorMaker } from '../../fields/resourceLocators';
import { simplify, simplifyNotice } from '../../fields/simplify';
import { getByIdRequest } from '../../transport/request';
import { withEnrichment, type Enrichment } from './enrichment';
import type { Operation } from './operation';
import { chosenRecord } from './parameters';
import { oneRequest, withSimplify } from './prepared';

interface GetSettings {
	description?: string;
	/** Tells the user where the record's ID may come from. */
	hint?: string;
	/** What the operation can add to the record. */
	enrichment?: Enrichment;
	/** Whether the operation has the field Simplify. */
	simplifies?: boolean;
}

/**
 * The Get operation of a resource.
 * @param plural the path segment of the resource, such as `companies`
 * @param createLocator makes the field that names the record
 */
export function makeGetOperation(
	noun: string,
	plural: string,
	createLocator: LocatorMaker,
	{ description = `Get a ${noun} by its ID`, hint, enrichment, simplifies }: GetSettings = {},
): Operation {
	const locator = createLocator({ required: true, description: `The ${noun} to get`, hint });
	const prepare = withEnrichment(enrichment, (parameters) =>
		oneRequest(getByIdRequest(`/${plural}`, chosenRecord(parameters, locator))),
	);
	return {
		name: 'Get',
		value: 'get',
		action: `Get ${noun}`,
		description,
		kind: 'read',
		properties: [
			locator.property,
			...(simplifies ? [simplify.property, simplifyNotice] : []),
			optionsOf('read', enrichment && [enrichment.field]),
		],
		prepare: simplifies ? withSimplify(prepare) : prepare,
	};
}
