import { EventEmitter } from 'node:events';
import { Behaviour } from './behaviour';
import { Clock } from './clock';
import { RequestLog } from './http/requestLog';
import { Outbox } from './messaging/outbox';
import { TemplateCatalogue } from './messaging/templateCatalogue';
import type { SideEffect } from './model';
import type { SandboxOptions } from './options';
import { randomId } from './randomId';
import { Cursors } from './rules/cursors';
import { Faults } from './rules/faults';
import { Idempotency } from './rules/idempotency';
import { Limits } from './rules/limits';
import { seed, type Seeded } from './seed';
import type { Account } from './store/account';
import { Deliveries } from './webhooks/deliveries';

/** The whole service without its addresses: its accounts and one of each cross-cutting rule. */
export class Service {
	/** What changed, for the page: `change` with `{ type, id }`. */
	readonly changes = new EventEmitter<{ change: [{ type: string; id: string }] }>();
	readonly behaviour: Behaviour;
	readonly clock: Clock;
	readonly cursors = new Cursors();
	readonly limits: Limits;
	readonly idempotency: Idempotency;
	readonly faults = new Faults();
	readonly requestLog = new RequestLog((id) => this.changed('request', id));
	readonly deliveries: Deliveries;
	readonly outbox: Outbox;
	readonly templates: TemplateCatalogue;
	readonly seeded: Seeded;
	/** How often it was reset: what waited meanwhile belongs to a state that is gone. */
	resets = 0;

	constructor(readonly options: SandboxOptions) {
		this.changes.setMaxListeners(0);
		const { dialect, readings, latencyMs, latencyJitterMs, receiverTimeoutMs, time } = options;
		this.behaviour = new Behaviour({ dialect, readings, latencyMs, latencyJitterMs });
		this.clock = new Clock(time);
		this.limits = new Limits(options, this.clock, this.behaviour);
		this.idempotency = new Idempotency(this.clock);
		this.deliveries = new Deliveries(this.clock, receiverTimeoutMs, (type, id) =>
			this.changed(type, id),
		);
		this.outbox = new Outbox(this.clock, this.deliveries, this.behaviour);
		this.templates = new TemplateCatalogue(this.clock);
		this.seeded = seed(options, (type, id) => this.changed(type, id));
		for (const account of this.accounts) account.remember();
	}

	get accounts(): readonly Account[] {
		return this.seeded.accounts;
	}

	/** The account that the control API and the page look at. */
	get mainAccount(): Account {
		return this.seeded.main;
	}

	/** Writes down what the API's answers don't show: automations that ran, users that were told. */
	recordSideEffect(account: Account, effect: Omit<SideEffect, 'id' | 'at'>): void {
		account.sideEffects.insert({ id: randomId('fx'), at: this.clock.timestamp(), ...effect });
	}

	/** The fields that every new record starts with. */
	stamp(prefix: string): { id: string; createdAt: string; updatedAt: string } {
		const at = this.clock.timestamp();
		return { id: randomId(prefix), createdAt: at, updatedAt: at };
	}

	/** Back to the state after the start: same tokens, same data; everything else empty. */
	reset(): void {
		this.resets++;
		this.outbox.reset();
		this.deliveries.reset();
		for (const account of this.accounts) account.restore();
		this.behaviour.reset();
		this.clock.reset();
		this.limits.reset();
		this.idempotency.reset();
		this.faults.reset();
		this.templates.reset();
		this.requestLog.reset();
		this.changed('reset', '');
	}

	async stop(): Promise<void> {
		this.outbox.reset();
		await this.deliveries.stop();
	}

	private changed(type: string, id: string): void {
		this.changes.emit('change', { type, id });
	}
}
