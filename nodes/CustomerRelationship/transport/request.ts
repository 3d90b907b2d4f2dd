import type { IDataObject, JsonObject } from 'n8n-workflow';

/** Query of a request; the values go out as text. */
export type Query = Record<string, string>;

/** What an operation asks of the service, before anything about how it travels. */
export interface ApiRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Below the base URL, with a leading slash; ids in it are already encoded. */
	path: string;
	query?: Query;
	body?: JsonObject;
	/** Fields that properties of the body come from, where these are not called the same. */
	givenAs?: Readonly<Record<string, string>>;
	/** Whether the body of a read's success is what was asked for; another one is not the service's. */
	isAnswer?(body: IDataObject): boolean;
	/** Set for the two calls that count as a message send of a channel (specification: Limits). */
	send?: MessageSend;
	/** What the answer tells of which conversations share a channel, and so its limit of sends. */
	sendersIn?(answer: IDataObject): Sender[];
	/**
	 * Keys of the records that a write changes, where the path does not tell. On a read: those that the
	 * plan is about to change, depending on what it reads; nobody else may change them in between.
	 */
	records?: string[];
}

/** A call that the limit of 30 sends a minute counts. */
export interface MessageSend {
	/** The sender as far as the request tells: a channel's or a conversation's id. */
	via: string;
	/** Whether each attempt may leave a message behind (`POST /conversations`). */
	opensConversation: boolean;
}

/** A conversation and the channel that it sends through, as a send's `via` names them. */
export interface Sender {
	conversation: string;
	channel: string;
}

/** A conversation, or a channel, as a send's `via` names it. */
export const viaConversation = (id: unknown): string => `conversation:${String(id)}`;
export const viaChannel = (id: unknown): string => `channel:${String(id)}`;

/** Whether the request changes something. */
export const isWrite = (request: ApiRequest): boolean => request.method !== 'GET';

/** The token's scope that a request needs (specification: Common rules 5, Conversations). */
export function scopeOf({ method, path }: Pick<ApiRequest, 'method' | 'path'>): string {
	const [area, change] = /^\/(conversations|channels)\b/.test(path)
		? ['inbox', 'send']
		: ['crm', 'write'];
	return `${area}:${method === 'GET' ? 'read' : change}`;
}

/** A path whose ids are encoded, whatever characters they hold (specification: Common rules 4). */
export function path(segments: TemplateStringsArray, ...ids: string[]): string {
	return String.raw({ raw: segments }, ...ids.map(encodeURIComponent));
}

/**
 * Asks for a record by its ID. One with another ID, or without one, is not it; IDs are opaque, so they
 * are compared as text (specification: General format rules 4).
 * @param collection the path that it is below
 * @param isWhole whether it holds what it is read for
 */
export const byId = (
	collection: string,
	id: string,
	isWhole: (record: IDataObject) => boolean = () => true,
): ApiRequest => ({
	method: 'GET',
	path: collection + path`/${id}`,
	isAnswer: (body) => recordId(body) === id && isWhole(body),
});

/** A record's ID; undefined where it has none. */
export const recordId = ({ id }: IDataObject): string | undefined =>
	typeof id === 'string' || typeof id === 'number' ? String(id) || undefined : undefined;

/**
 * Keys of what the write changes: two writes that share one must not overtake each other.
 * `/deals/7/move` and `/deals/7` are the same record.
 */
export function recordsOf(request: ApiRequest): string[] {
	if (request.records) return request.records;
	if (!isWrite(request)) return [];
	const [, collection, id] = request.path.split('/');
	return id === undefined ? [] : [`${collection}/${id}`];
}

/** Whether the request holds an ID, of a record that may not be there. */
export const namesRecord = (request: Pick<ApiRequest, 'path' | 'query' | 'body'>): boolean =>
	request.path.split('/').length > 2 || holdsId(request.query) || holdsId(request.body);

/** The API's name of the one ID that the request holds, where it is a record's in the path. */
export function idIn({ path, query, body }: ApiRequest): string | undefined {
	const [, collection = '', ...rest] = path.split('/');
	if (rest.length === 0 || rest.length > 2 || holdsId(query) || holdsId(body)) return undefined;
	return ID_NAMES.get(collection);
}

const ID_NAMES = new Map([
	['companies', 'companyId'],
	['contacts', 'contactId'],
	['conversations', 'conversationId'],
	['deals', 'dealId'],
	['pipelines', 'pipelineId'],
]);

const holdsId = (values: object = {}): boolean => /"(id|\w*Id)s?":/.test(JSON.stringify(values));

/** The address of a request below a base URL, with its query in the order given. */
export function urlOf(baseUrl: string, request: ApiRequest): string {
	const query = Object.entries(request.query ?? {})
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
		.join('&');
	return `${baseUrl}${request.path}${query && `?${query}`}`;
}
