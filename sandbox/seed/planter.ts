import type { Faker } from '@faker-js/faker';
import { timestampOf } from '../clock';
import {
	BLANK_CONTACT,
	SCOPES,
	type Channel,
	type Contact,
	type CustomFieldDefinition,
	type Pipeline,
	type Scope,
	type Stage,
	type Template,
	type User,
} from '../model';
import { Account, type ChangeListener } from '../store/account';

/** Fixed, so that the same seed gives the same dates: everything seeded lies in 2025. */
const FIRST_DAY_MS = Date.UTC(2025, 0, 6, 12);

/** Puts records into accounts, with ids and dates that depend on the seed alone. */
export class Planter {
	private atMs = FIRST_DAY_MS;

	constructor(
		readonly faker: Faker,
		private readonly changed: ChangeListener,
	) {}

	/** An opaque id. */
	id(prefix: string): string {
		return `${prefix}_${this.faker.string.alphanumeric(16)}`;
	}

	/** Later records are newer. */
	passTime(ms: number): void {
		this.atMs += ms;
	}

	stamp(prefix: string): { id: string; createdAt: string; updatedAt: string } {
		const at = timestampOf(this.atMs);
		return { id: this.id(prefix), createdAt: at, updatedAt: at };
	}

	account(name: string, subscriptionActive = true): Account {
		const settings = { id: this.id('acc'), name, subscriptionActive, leadRoundRobin: false };
		return new Account(settings, this.changed);
	}

	user(account: Account, role: User['role'], departmentIds: string[] = [], isActive = true): User {
		return account.users.insert({
			id: this.id('usr'),
			name: this.faker.person.fullName(),
			role,
			isActive,
			seesAllConversations: false,
			departmentIds,
		});
	}

	/** A token that nobody could take for a real one. */
	token(
		account: Account,
		user: User,
		name: string,
		scopes: readonly Scope[] = SCOPES,
		ended: { expiresAt?: string; revokedAt?: string } = {},
	): string {
		const { id, createdAt } = this.stamp('tok');
		const secret = `sandbox-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
		account.tokens.insert({
			id,
			name,
			secret,
			userId: user.id,
			scopes: [...scopes],
			expiresAt: null,
			revokedAt: null,
			createdAt,
			...ended,
		});
		return secret;
	}

	/** A pipeline with its stages by name: open ones, then the won and the lost one if any. */
	pipeline(
		account: Account,
		fields: Pick<Pipeline, 'name' | 'order'> & Partial<Pipeline>,
		open: string[],
		final: { won?: string; lost?: string },
	): { pipeline: Pipeline; stages: Stage[] } {
		const pipeline = account.pipelines.insert({
			...this.stamp('pip'),
			isDefault: false,
			isActive: true,
			...fields,
		});
		const kinds: Array<[string, Stage['kind']]> = open.map((name) => [name, 'open']);
		if (final.won) kinds.push([final.won, 'won']);
		if (final.lost) kinds.push([final.lost, 'lost']);
		const stages = kinds.map(([name, kind], order) =>
			account.stages.insert({ id: this.id('stg'), pipelineId: pipeline.id, name, kind, order }),
		);
		return { pipeline, stages };
	}

	contact(account: Account, fields: Partial<Contact>): Contact {
		return account.contacts.insert({
			...this.stamp('ctc'),
			...structuredClone(BLANK_CONTACT),
			name: this.faker.person.fullName(),
			...fields,
		});
	}

	channel(
		account: Account,
		fields: Pick<Channel, 'name' | 'type' | 'defaultDepartmentId'> & Partial<Channel>,
	) {
		return account.channels.insert({
			id: this.id('chn'),
			phoneNumber: null,
			isConnected: true,
			needsReconnecting: false,
			isQueueOn: true,
			messagingAccountId: null,
			availableTo: null,
			...fields,
		});
	}

	template(
		account: Account,
		messagingAccountId: string,
		fields: Pick<Template, 'name' | 'body'> & Partial<Template>,
	): Template {
		return account.templates.insert({
			id: this.id('tpl'),
			messagingAccountId,
			language: 'pt_BR',
			isApproved: true,
			header: { format: 'none' },
			buttons: [],
			...fields,
		});
	}

	customField(
		account: Account,
		resource: CustomFieldDefinition['resource'],
		slug: string,
		fields: Partial<CustomFieldDefinition> & Pick<CustomFieldDefinition, 'label'>,
	): string {
		account.customFields.insert({
			id: this.id('cfd'),
			slug,
			resource,
			type: 'text',
			options: [],
			required: false,
			...fields,
		});
		return slug;
	}
}
