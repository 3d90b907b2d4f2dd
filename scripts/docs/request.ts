import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../nodes/CustomerRelationship/resources/operation';
import type { ApiRequest } from '../../nodes/CustomerRelationship/transport/request';

/** A value that every operation accepts: an ID that names its field, or the placeholder's example. */
function valueFor({ name, type, placeholder, default: value }: INodeProperties): unknown {
	if (type === 'resourceLocator' || name.endsWith('Id')) return `{${name}}`;
	if (type === 'string') return placeholder?.replace(/^e\.g\. /, '') ?? name;
	return value;
}

/** What the operation asks of the service, from its own request, with IDs as `{contactId}`. */
export function requestOf(operation: Operation): Pick<ApiRequest, 'method' | 'path'> {
	const values = new Map(
		operation.properties.map((property) => [property.name, valueFor(property)]),
	);
	const { value } = operation
		.plan({
			read: (name: string) => values.get(name) ?? null,
			// An update wants something to change.
			collection: (name: string) =>
				name === 'updateFields' ? { additionalBody: { any: 'value' } } : {},
			raw: () => undefined,
			timezone: 'UTC',
		})
		.next();
	if (!('request' in value)) throw new Error(`${operation.action} asks for nothing`);
	const { method, path } = value.request;
	return { method, path: decodeURIComponent(path) };
}
