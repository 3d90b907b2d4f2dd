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
	/** The token's scope that it needs, where that is not crm:read or, of a write, crm:write (specification: Common rules 5). */
	scope?: 'inbox:read' | 'inbox:send';
	/** The record that it is about. */
	record?: RecordRef;
	/** That record as it was read, where a write is made of it. */
	current?: IDataObject;
	/** Whether the body of a read's success is what was asked for; another one is not the service's. */
	isAnswer?(body: IDataObject): boolean;
	/** A success may come without a body. Of any other request the body was lost on its way then; the same key brings it back. */
	mayBeEmpty?: true;
	/** Only of the two calls that send a message, which the limit of a channel counts (specification: Limits). */
	send?: MessageSend;
	/** What the answer tells of which conversations share a channel, and so its limit of sends. */
	sendersIn?(answer: IDataObject): Sender[];
	/** When the service did what the answer tells of, in ms since the epoch; undefined where the answer does not say. */
	doneAtIn?(answer: IDataObject): number | undefined;
	/** The links that the answer tells. */
	linksIn?(answer: IDataObject): Link[];
}

/** A record that a request is about: its ID, and the panel's field that gave it, for error texts. */
export interface RecordRef {
	id: string;
	/** The field of the panel that holds the ID; left out where “not found” may be about another record. */
	param?: string;
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

/** A record that another one is bound to for good. */
export interface Link {
	/** Tells both, such as `contact of conversation 7`. */
	name: string;
	/** The record that it leads to. */
	id: string;
}

/** A conversation, or a channel, as a send's `via` names it. */
export const viaConversation = (id: unknown): string => `conversation:${String(id)}`;
export const viaChannel = (id: unknown): string => `channel:${String(id)}`;

/** Whether the request changes something. */
export const isWrite = (request: ApiRequest): boolean => request.method !== 'GET';

/** The token's scope that a request needs (specification: Common rules 5, Conversations). */
export const scopeOf = (request: ApiRequest): string =>
	request.scope ?? (isWrite(request) ? 'crm:write' : 'crm:read');

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
	record: RecordRef,
	isWhole: (body: IDataObject) => boolean = () => true,
): ApiRequest => ({
	method: 'GET',
	path: collection + path`/${record.id}`,
	record,
	isAnswer: (body) => recordId(body) === record.id && isWhole(body),
});

/** A record's ID; undefined where it has none. */
export const recordId = ({ id }: IDataObject): string | undefined =>
	typeof id === 'string' || typeof id === 'number' ? String(id) || undefined : undefined;

/** A record's key: `dealId 7` is one, whether it is moved or updated. */
export const recordKeyOf = ({ param = '', id }: RecordRef): string => `${param} ${id}`;

/** The address of a request below a base URL, with its query in the order given. */
export function urlOf(baseUrl: string, request: ApiRequest): string {
	const query = Object.entries(request.query ?? {})
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
		.join('&');
	return `${baseUrl}${request.path}${query && `?${query}`}`;
}
