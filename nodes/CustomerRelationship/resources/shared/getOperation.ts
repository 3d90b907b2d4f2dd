import { optionsOf } from '../../fields/options';
import type { resourceLocator } from '../../fields/resourceLocators';
import { simplify, simplifyNotice } from '../../fields/simplify';
import { byId } from '../../transport/request';
import { withNames, type Naming } from './includeNames';
import type { Operation } from './operation';
import { chosenRecord } from './parameters';
import { oneRequest, withSimplify } from './prepared';

interface GetSettings {
	description?: string;
	/** Where its ID may come from. */
	hint?: string;
	/** How its records are given the names of others. */
	naming?: Naming;
	/** Whether its records can be rows of a table. */
	simplifies?: boolean;
}

/**
 * The Get operation of a resource.
 * @param collection the path segment of the resource
 * @param locate the field that names the record
 */
export function getOperation(
	noun: string,
	collection: string,
	locate: ReturnType<typeof resourceLocator>,
	{ description = `Get a ${noun} by its ID`, hint, naming, simplifies }: GetSettings = {},
): Operation {
	const record = locate({ required: true, description: `The ${noun} to get`, hint });
	const prepare = withNames(naming, (parameters) =>
		oneRequest(byId(`/${collection}`, chosenRecord(parameters, record))),
	);
	return {
		name: 'Get',
		value: 'get',
		action: `Get ${noun}`,
		description,
		kind: 'read',
		properties: [
			record.property,
			...(simplifies ? [simplify.property, simplifyNotice] : []),
			optionsOf('read', naming && [naming.field]),
		],
		prepare: simplifies ? withSimplify(prepare) : prepare,
	};
}
