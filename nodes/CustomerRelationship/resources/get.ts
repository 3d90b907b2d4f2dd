import { optionsOf } from '../fields/options';
import type { locator } from '../fields/locators';
import { path } from '../transport/request';
import { chosenId, type Operation } from './operation';

/**
 * The Get operation of a resource.
 * @param collection the path segment of the resource
 * @param locate the field that names the record
 */
export function getOperation(
	noun: string,
	collection: string,
	locate: ReturnType<typeof locator>,
	description = `Get a ${noun} by its ID`,
): Operation {
	const record = locate({ required: true, description: `The ${noun} to get` });
	return {
		name: 'Get',
		value: 'get',
		action: `Get a ${noun}`,
		description,
		kind: 'read',
		properties: [record.property, optionsOf('read')],
		request: (parameters) => ({
			method: 'GET',
			path: path`/${collection}/${chosenId(parameters, record)}`,
		}),
	};
}
