import type { IExecuteFunctions } from 'n8n-workflow';
import type { ApiRequest } from '../../transport/request';
import { ItemLedgerEntry } from './ledgerEntry';
import type { IdempotencyKey } from '../idempotencyKey';
import { KeyedMutex } from '../keyedMutex';
import { LedgerWrite, type SameKeyWrites } from './ledgerWrite';
import { getOrCreate } from '../../maps';
import { ReadCache } from '../readCache';

/**
 * Records what the items of one execution have written, and with what output. What a rule writes is in its
 * `MemoryAcrossTries`.
 */
export class Ledger {
	private readonly writeGroups = new Map<string, SameKeyWrites>();
	private readonly entries = new Map<string, Map<string, ItemLedgerEntry>>();
	private readonly messageNodes = new Set<string>();
	/**
	 * Entries whose message a run is about to send. They count, since an agent may call the tool several
	 * times at once.
	 */
	private readonly planned = new Set<ItemLedgerEntry>();
	/** Caches reads that all items of the execution share. */
	readonly reads = new ReadCache();
	/** Locks of records, and of keys that are not automatic, within this execution. */
	readonly locks = new KeyedMutex();

	/** @param sentBeforeWait messages by node, sent before n8n suspended the execution for a long Wait */
	constructor(private readonly sentBeforeWait: Readonly<Record<string, number>> = {}) {}

	/**
	 * @param node its name, since two nodes of a workflow may have one ID
	 * @param call what a tool's call asks for: several calls may have the same run index
	 */
	openEntry(node: string, { runIndex, item, call = '' }: ItemOfRun): ItemLedgerEntry {
		const ofNode = getOrCreate(this.entries, node, () => new Map<string, ItemLedgerEntry>());
		return getOrCreate(
			ofNode,
			JSON.stringify([runIndex, item, call]),
			() => new ItemLedgerEntry(call),
		);
	}

	/** From now on `saveMessageCounts` saves this node's count as well. */
	trackMessages(node: string): void {
		this.messageNodes.add(node);
	}

	/** Counts the item's message as sent until its run is over. */
	planMessage(entry: ItemLedgerEntry): void {
		this.planned.add(entry);
	}

	/** Ends the plans of a run: from now on a message counts only if it was sent, or may have been. */
	endPlans(entries: readonly ItemLedgerEntry[]): void {
		for (const entry of entries) this.planned.delete(entry);
	}

	/**
	 * Counts the messages that a node has sent, may have sent, or is about to send in all of its runs in this
	 * execution, except those of some entries. `sentOrChecked` also counts entries with `wouldSend`.
	 * @param excluded entries that do not count
	 */
	countOtherMessages(
		node: string,
		excluded: readonly ItemLedgerEntry[],
	): { sent: number; sentOrChecked: number } {
		const excludedMessages = new Set(excluded.map(messageIdentityOf));
		const others = [...(this.entries.get(node)?.values() ?? [])].filter(
			(entry) => !excludedMessages.has(messageIdentityOf(entry)),
		);
		const count = (counts: (entry: ItemLedgerEntry) => boolean) =>
			new Set(others.filter(counts).map(messageIdentityOf)).size;
		const isSent = (entry: ItemLedgerEntry) => entry.mayHaveSent || this.planned.has(entry);
		const before = this.sentBeforeWait[node] ?? 0;
		return {
			sent: before + count(isSent),
			sentOrChecked: before + count((entry) => isSent(entry) || entry.wouldSend),
		};
	}

	/** Has n8n save, with the execution, how many messages each node has sent, may have sent, or is about to send. */
	saveMessageCounts(context: IExecuteFunctions): void {
		const counts = [...this.messageNodes].map((node) => [
			node,
			this.countOtherMessages(node, []).sent,
		]);
		const messages = { ...this.sentBeforeWait, ...Object.fromEntries(counts) };
		if (Object.keys(messages).length === 0) return;
		const saved: SavedCounts = { execution: context.getExecutionId(), messages };
		context.getContext('flow')[SAVED_COUNTS] = saved;
	}

	/** The write that an item makes with a key. */
	openWrite(
		entry: ItemLedgerEntry,
		tokenId: string,
		request: ApiRequest,
		key: IdempotencyKey,
	): LedgerWrite {
		entry.tokenId = tokenId;
		const name = JSON.stringify([tokenId, request.method, request.path, key.key]);
		const group = getOrCreate(this.writeGroups, name, () => ({}));
		return entry.openWrite(
			name,
			() => new LedgerWrite(key.key, group, key.standsFor, request.record?.id),
		);
	}
}

/** Equal for entries of one message: an agent's repeated calls are one. */
const messageIdentityOf = (entry: ItemLedgerEntry): unknown => entry.call || entry;

/** An item, by the indexes of its run and of itself. */
interface ItemOfRun {
	runIndex: number;
	item: number;
	call?: string;
}

const ledgers = new WeakMap<object, Ledger>();

/**
 * What n8n saves of the ledger with the execution's data. The property names must stay: a waiting execution
 * holds them.
 */
interface SavedCounts {
	execution: string;
	messages: Record<string, number>;
}

/**
 * The ledger of the execution. It lives as long as the execution, so n8n's Retry On Fail finds it again. A long Wait
 * ends it; only the message counts survive that.
 */
export function ledgerOf(context: IExecuteFunctions): Ledger {
	const execution = context.getContext('flow');
	const saved = execution[SAVED_COUNTS] as SavedCounts | undefined;
	// n8n's Retry of a failed execution is a new execution that starts with the saved data of the first.
	const counts = saved && saved.execution === context.getExecutionId() ? saved.messages : undefined;
	return getOrCreate(ledgers, execution, () => new Ledger(counts));
}

const SAVED_COUNTS = 'customerRelationshipMessages';
