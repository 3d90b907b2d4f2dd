/**
 * The service's records. Every record is replaced, never changed in place: a store can give back
 * its first state at any time, and a search text computed for a record stays true.
 */

export type Scope = 'crm:read' | 'crm:write' | 'inbox:read' | 'inbox:send';
export const SCOPES: readonly Scope[] = ['crm:read', 'crm:write', 'inbox:read', 'inbox:send'];

export interface Stamped {
	id: string;
	createdAt: string;
	updatedAt: string;
}

export interface User {
	id: string;
	name: string;
	role: 'manager' | 'seller';
	/** `false`: no access to the company any more. */
	isActive: boolean;
	/** A seller that sees every conversation of the account. */
	seesAllConversations: boolean;
	/** Departments whose queues this user serves. */
	departmentIds: string[];
}

export interface Token {
	id: string;
	name: string;
	/** What follows `Bearer `. */
	secret: string;
	userId: string;
	scopes: Scope[];
	/** Timestamp or null for no end. */
	expiresAt: string | null;
	revokedAt: string | null;
	createdAt: string;
}

export type CustomFieldValue = string | number | boolean | string[];
export type CustomFields = Record<string, CustomFieldValue>;

export interface CustomFieldDefinition {
	id: string;
	slug: string;
	label: string;
	resource: 'contact' | 'company' | 'deal';
	type: 'text' | 'number' | 'boolean' | 'date' | 'choice' | 'choices';
	/** For `choice` and `choices`. */
	options: string[];
	required: boolean;
}

export interface Contact extends Stamped {
	/** Empty when the contact has no name. */
	name: string;
	/** E.164, with `+`. */
	phone: string | null;
	email: string | null;
	tags: string[];
	customFields: CustomFields;
	companyId: string | null;
	ownerId: string | null;
}

/** What a contact has before anything is known of it. */
export const BLANK_CONTACT: Omit<Contact, keyof Stamped> = {
	name: '',
	phone: null,
	email: null,
	tags: [],
	customFields: {},
	companyId: null,
	ownerId: null,
};

export const ADDRESS_PARTS = [
	'street',
	'number',
	'complement',
	'district',
	'city',
	'state',
	'zipCode',
	'country',
] as const;
type Address = Partial<Record<(typeof ADDRESS_PARTS)[number], string | null>>;

export interface Company extends Stamped {
	legalName: string | null;
	tradeName: string | null;
	isActive: boolean;
	/** Digits only. */
	cnpj: string | null;
	address: Address;
	emails: string[];
	phones: string[];
	customFields: CustomFields;
	ownerId: string | null;
}

export interface Pipeline extends Stamped {
	name: string;
	isDefault: boolean;
	isActive: boolean;
	order: number;
}

export interface Stage {
	id: string;
	pipelineId: string;
	name: string;
	kind: 'open' | 'won' | 'lost';
	order: number;
}

export interface LostReason {
	id: string;
	name: string;
	/** Null: valid for every pipeline of the account. */
	pipelineIds: string[] | null;
}

export interface Product {
	id: string;
	name: string;
	priceCents: number;
}

export interface DealProduct {
	productId: string;
	quantity: number;
}

export interface Deal extends Stamped {
	title: string;
	pipelineId: string;
	stageId: string;
	ownerId: string;
	contactId: string | null;
	companyId: string | null;
	participantCompanyIds: string[];
	status: 'open' | 'won' | 'lost';
	valueCents: number;
	currency: 'BRL';
	products: DealProduct[];
	tags: string[];
	customFields: CustomFields;
	lostReasonId: string | null;
	/** Text given with the loss. */
	lostNote: string | null;
	closedAt: string | null;
	/** The user who won or lost it. */
	closedById: string | null;
}

/** The closing fields of a deal that is not closed. */
export const NOT_CLOSED = {
	status: 'open',
	lostReasonId: null,
	lostNote: null,
	closedAt: null,
	closedById: null,
} as const satisfies Partial<Deal>;

export interface Department {
	id: string;
	name: string;
}

export interface Channel {
	id: string;
	name: string;
	type: 'official_messaging' | 'qr_messaging' | 'photo_social' | 'professional_social' | 'email';
	phoneNumber: string | null;
	isConnected: boolean;
	/** Lost its connection: still among the account's channels, but nothing goes out. */
	needsReconnecting: boolean;
	/** The send queue behind the channel; off gives 503 `queue_unavailable`. */
	isQueueOn: boolean;
	/** The account on the messaging platform that the templates belong to. */
	messagingAccountId: string | null;
	defaultDepartmentId: string;
	/** Users who may use it; null for everybody. */
	availableTo: string[] | null;
}

export interface Template {
	id: string;
	messagingAccountId: string;
	name: string;
	language: string;
	isApproved: boolean;
	/** Text with `{{1}}`, `{{2}}`… */
	body: string;
	header: { format: 'none' | 'text' | 'image'; text?: string };
	buttons: Array<{ type: 'link' | 'reply'; text: string; url?: string }>;
}

export interface Conversation extends Stamped {
	/** Null for a group. */
	contactId: string | null;
	/** The group's name; null when it is with one contact. */
	groupName: string | null;
	channelId: string;
	departmentId: string;
	ownerId: string | null;
	dealId: string | null;
	status: 'open' | 'closed' | 'deleted';
	/** End of the 24-hour window for free text; null before the customer's first reply. */
	windowExpiresAt: string | null;
}

export interface Message extends Stamped {
	conversationId: string;
	direction: 'outbound' | 'inbound';
	type: 'template' | 'text' | 'image';
	text: string;
	media: { mimeType: string } | null;
	status: 'pending' | 'sent' | 'delivered' | 'read' | 'failed';
	error: { code: string; message: string } | null;
	internal: boolean;
	/** Null for the customer's messages. */
	authorId: string | null;
	scheduledFor: null;
	sentAt: string;
}

export interface WebhookRegistration {
	id: string;
	url: string;
	/** Kinds wanted; `*` is all. */
	events: string[];
	/** Newest first; `validUntil` in ms since 1970, null while current. */
	secrets: Array<{ value: string; validUntil: number | null }>;
	createdAt: string;
}

/** What the specification says happens beside the answer, where the API shows nothing of it. */
export interface SideEffect {
	id: string;
	kind: 'automation' | 'notification';
	at: string;
	detail: string;
	userId: string | null;
	dealId: string | null;
}

export interface AccountSettings {
	id: string;
	name: string;
	subscriptionActive: boolean;
	leadRoundRobin: boolean;
}
