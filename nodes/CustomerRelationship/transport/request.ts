import type { IDataObject, JsonObject } from 'n8n-workflow';
import type { EpochMs } from './time';

/** Query of a request; the values go out as text. */
export type Query = Record<string, string>;

/** What an operation asks of the service, before anything about how it travels. */
export interface ApiRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Below the base URL, with a leading slash. IDs in it are already encoded. */
	path: string;
	query?: Query;
	body?: JsonObject;
	/** The panel's fields that properties of the body come from, by property, if they have other names. */
	fieldNames?: Readonly<Record<string, string>>;
	/**
	 * The token's scope that it needs, if not crm:read or, for a write, crm:write (specification: Common
	 * rules 5).
	 */
	scope?: 'inbox:read' | 'inbox:send';
	/** The record that it is about. */
	record?: RecordRef;
	/** That record as it was read, if the write depends on it. */
	current?: IDataObject;
	/** Whether the body of a read's success is what was asked for. If not, the answer is foreign. */
	isAnswer?(body: IDataObject): boolean;
	/**
	 * Whether a success may come without a body. For other requests a missing body was lost on its way, and the
	 * same key brings it back.
	 */
	mayBeEmpty?: true;
	/** Only of the two calls that send a message. */
	messageSend?: MessageSend;
	/**
	 * The channels of conversations, as far as the answer tells them: conversations of one channel share its
	 * limit of sends.
	 */
	channelsIn?(answer: IDataObject): ConversationChannel[];
	/** When the service did what the answer tells of; undefined if the answer does not say. */
	doneAtIn?(answer: IDataObject): EpochMs | undefined;
	/** The links that the answer contains. */
	linksIn?(answer: IDataObject): Link[];
}

/** A record that a request is about: its ID, and the panel's field that gave it, for error texts. */
export interface RecordRef {
	id: string;
	/** The panel's field that holds the ID; left out if “not found” may be about another record. */
	param?: string;
}

/** Marks a call that sends a message: the limit of 30 sends a minute counts it (specification: Limits). */
export interface MessageSend {
	/** What the request names as the sender: the key of a channel or of a conversation. */
	via: string;
	/** Whether it opens a conversation: each attempt may leave a message behind (`POST /conversations`). */
	opensConversation: boolean;
}

/** A conversation and the channel that it sends through, each by its key. */
export interface ConversationChannel {
	conversation: string;
	channel: string;
}

/** A record that another one is bound to for good. */
export interface Link {
	/** Names the relation and the record that has it, such as `contact of conversation 7`. */
	name: string;
	/** The record that it leads to. */
	id: string;
}

/** Links that are known. */
export interface KnownLinks {
	/**
	 * The ID of the record that a link leads to, such as `contact of conversation 7`; undefined if it is not
	 * known.
	 */
	idBehind(name: string): string | undefined;
}

/** The key of a conversation as a sender. */
export const conversationSenderKey = (id: unknown): string => `conversation:${String(id)}`;

/** The key of a channel as a sender. */
export const channelSenderKey = (id: unknown): string => `channel:${String(id)}`;

/** Whether the request changes something. */
export const isWrite = (request: ApiRequest): boolean => request.method !== 'GET';

/** The token's scope that a request needs (specification: Common rules 5, Conversations). */
export const requiredScopeOf = (request: ApiRequest): string =>
	request.scope ?? (isWrite(request) ? 'crm:write' : 'crm:read');

/** A path whose IDs are encoded, whatever characters they hold (specification: Common rules 4). */
export function path(segments: TemplateStringsArray, ...ids: string[]): string {
	return String.raw({ raw: segments }, ...ids.map(encodeURIComponent));
}

/**
 * Asks for a record by its ID. A body with another ID, or without one, is not its answer. IDs are opaque, so they are
 * compared as text (specification: General format rules 4).
 * @param collection the path that it is below
 */
export const getByIdRequest = (collection: string, record: RecordRef): ApiRequest => ({
	method: 'GET',
	path: collection + path`/${record.id}`,
	record,
	isAnswer: (body) => recordIdOf(body) === record.id,
});

/** A record's ID; undefined if it has none. */
export const recordIdOf = ({ id }: IDataObject): string | undefined =>
	typeof id === 'string' || typeof id === 'number' ? String(id) || undefined : undefined;

/** A record's key, such as `dealId 7`: the same for a move and an update. */
export const recordKeyOf = ({ param = '', id }: RecordRef): string => `${param} ${id}`;

/** The address of a request below a base URL, with its query in the given order. */
export function urlOf(baseUrl: string, request: ApiRequest): string {
	const query = Object.entries(request.query ?? {})
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
		.join('&');
	return `${baseUrl}${request.path}${query && `?${query}`}`;
}
