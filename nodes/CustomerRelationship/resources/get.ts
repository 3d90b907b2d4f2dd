import { optionsOf } from '../fields/options';
import type { resourceLocator } from '../fields/resourceLocators';
import { byId } from '../transport/request';
import { withNames, type Naming } from './names';
import { chosenRecord, oneRequest, type Operation } from './operation';

interface GetSettings {
	description?: string;
	/** How its records are given the names of others. */
	naming?: Naming;
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
	{ description = `Get a ${noun} by its ID`, naming }: GetSettings = {},
): Operation {
	const record = locate({ required: true, description: `The ${noun} to get` });
	return {
		name: 'Get',
		value: 'get',
		action: `Get ${noun}`,
		description,
		kind: 'read',
		properties: [record.property, optionsOf('read', naming && [naming.field])],
		plan: withNames(
			naming,
			oneRequest((parameters) => byId(`/${collection}`, chosenRecord(parameters, record))),
		),
	};
}
