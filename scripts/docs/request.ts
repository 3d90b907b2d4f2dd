import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../nodes/CustomerRelationship/resources/shared/operation';
import type { Ask } from '../../nodes/CustomerRelationship/transport/ask';
import type { ApiRequest } from '../../nodes/CustomerRelationship/transport/request';

/** A value that every operation accepts: an ID that names its field, or the placeholder's example. */
function valueFor({ name, type, placeholder, default: value }: INodeProperties): unknown {
	if (type === 'resourceLocator' || name.endsWith('Id')) return `{${name}}`;
	if (type === 'string') return placeholder?.replace(/^e\.g\. /, '') ?? name;
	return value;
}

/** What the operation asks of the service, one request after the other, with IDs as `{contactId}`. */
export async function requestsOf(operation: Operation): Promise<ApiRequest[]> {
	const values = new Map(
		operation.properties.map((property) => [property.name, valueFor(property)]),
	);
	const preparation = operation.prepare({
		read: (name: string) => values.get(name) ?? null,
		// An update wants something to change.
		collection: (name: string) =>
			name === 'updateFields' ? { additionalBody: { any: 'value' } } : {},
		raw: () => undefined,
		judgeValue: (_field, value) => value,
		inputJson: {},
		now: () => 0,
		itemCount: 1,
		timezone: 'UTC',
	});
	if ('resolveTypes' in preparation) throw new Error(`${operation.action} needs field types`);
	const requests: ApiRequest[] = [];
	const nothing = { data: [], hasMore: false };
	const conversations = { ...nothing, data: [{ id: '{conversationId}' }] };
	const ask: Ask = async (request) => {
		requests.push({ ...request, path: decodeURIComponent(request.path) });
		// The only list that an operation ends with when it is empty.
		const body = request.path === '/conversations' ? conversations : nothing;
		return { statusCode: 200, body, requestId: undefined, replayed: false, receivedAt: 0 };
	};
	await preparation.perform(ask);
	return requests;
}

/** The one of them that does what the operation is for. */
export async function requestOf(operation: Operation): Promise<ApiRequest> {
	const request = (await requestsOf(operation)).at(-1);
	if (!request) throw new Error(`${operation.action} asks for nothing`);
	return request;
}
