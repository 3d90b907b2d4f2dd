import type {
	AccountSettings,
	Channel,
	Company,
	Contact,
	Conversation,
	CustomFieldDefinition,
	Deal,
	Department,
	LostReason,
	Message,
	Pipeline,
	Product,
	SideEffect,
	Stage,
	Template,
	Token,
	User,
	WebhookRegistration,
} from '../model';
import { Collection } from './collection';

/** Tells the page's event stream what changed: the kind of record and its id. */
export type ChangeListener = (type: string, id: string) => void;

/** Everything of one company account. No rule reaches from one account into another. */
export class Account {
	private readonly remembered: Array<() => void> = [];
	private readonly collections: Array<Collection<never>> = [];
	private rememberedSettings: AccountSettings;

	readonly users = this.collection<User>('user');
	readonly tokens = this.collection<Token>('token', { secret: (token) => token.secret });
	readonly customFields = this.collection<CustomFieldDefinition>('customField');
	readonly contacts = this.collection<Contact>('contact', {
		phone: (contact) => contact.phone,
		email: (contact) => contact.email?.toLowerCase(),
		companyId: (contact) => contact.companyId,
	});
	readonly companies = this.collection<Company>('company', { cnpj: (company) => company.cnpj });
	readonly pipelines = this.collection<Pipeline>('pipeline');
	readonly stages = this.collection<Stage>('stage', { pipelineId: (stage) => stage.pipelineId });
	readonly lostReasons = this.collection<LostReason>('lostReason');
	readonly products = this.collection<Product>('product');
	readonly deals = this.collection<Deal>('deal', {
		contactId: (deal) => deal.contactId,
		anyCompanyId: (deal) => [
			...new Set([...(deal.companyId ? [deal.companyId] : []), ...deal.participantCompanyIds]),
		],
	});
	readonly departments = this.collection<Department>('department');
	readonly channels = this.collection<Channel>('channel');
	readonly templates = this.collection<Template>('template');
	readonly conversations = this.collection<Conversation>('conversation', {
		contactId: (conversation) => conversation.contactId,
		dealId: (conversation) => conversation.dealId,
	});
	readonly messages = this.collection<Message>('message', {
		conversationId: (message) => message.conversationId,
	});
	readonly webhooks = this.collection<WebhookRegistration>('webhook');
	readonly sideEffects = this.collection<SideEffect>('sideEffect');
	/** Phones, E.164, whose owners asked not to receive messages. */
	readonly optedOut = new Set<string>();
	/** Phones, E.164, that the messaging platform does not know: messages to them fail. */
	readonly undeliverable = new Set<string>();

	constructor(
		public settings: AccountSettings,
		private readonly changed: ChangeListener,
	) {
		this.rememberedSettings = settings;
	}

	get id(): string {
		return this.settings.id;
	}

	/** Makes the present state the one that `restore` returns to. */
	remember(): void {
		this.rememberedSettings = this.settings;
		this.remembered.length = 0;
		for (const collection of this.collections) {
			const records = [...collection];
			this.remembered.push(() => collection.restore(records));
		}
	}

	restore(): void {
		this.settings = this.rememberedSettings;
		for (const restore of this.remembered) restore();
	}

	private collection<T extends { id: string }>(
		type: string,
		keys: ConstructorParameters<typeof Collection<T>>[0] = {},
	): Collection<T> {
		const collection = new Collection<T>(keys, (id) => this.changed(type, id));
		this.collections.push(collection as unknown as Collection<never>);
		return collection;
	}
}
