import type { IDataObject, IExecuteFunctions, INodeExecutionData, JsonValue } from 'n8n-workflow';
import type { Intent } from '../resources/shared/operation';
import type { Outcome, RunReport } from '../errors/report';
import type { ApiRequest } from '../transport/request';
import type { IdempotencyKey } from './idempotencyKey';
import { KeyedMutex } from './keyedMutex';
import { LedgerWrite, type SharedKeyState } from './ledgerWrite';
import { ReadCache } from './readCache';

/** Why a message was not sent now. */
export interface NotSent {
	/** A name for workflows to branch on. */
	reason: string;
	/** A sentence for people. */
	reasonText: string;
	/** Completes “Nothing was sent for 2 items …”. Left out where a warning names the items. */
	clause?: string;
}

/** The properties of an item whose message was not sent. */
export const notSentJson = ({ reason, reasonText }: NotSent) => ({
	sentNow: false,
	reason,
	reasonText,
});

/** What an item knows of the person that its message goes to. */
export class ReceiverMemory {
	/** No contact had the phone when the message was decided. */
	isUnknown = false;
	/** The message went to a contact that the token does not see. */
	isHidden = false;
	/** By the ID of a contact: the day that was written into its field before the message, and what the field held then. */
	readonly remembered = new Map<string, { day: string; held: JsonValue }>();
}

/** What an execution knows of one item in one run of a node. It spans the tries that n8n's Retry On Fail makes. */
export class Entry {
	/** The key that its writes carry, if that is not an automatic one. */
	key: IdempotencyKey | undefined;
	private readonly byName = new Map<string, LedgerWrite>();
	/** The output items, once the operation was carried out completely. */
	output?: INodeExecutionData[];
	/**
	 * Whether this item's own request queued the message, and not an earlier one with the same key. Set only for items that
	 * output `sentNow`.
	 */
	sentNow?: boolean;
	/** Why a rule had it output without a message. */
	notSent?: NotSent;
	readonly receiver = new ReceiverMemory();
	/** With Include Response Details, what the preparation tells the user about it. */
	hints?: { sentences: string[]; leftOut: NonNullable<Intent['leftOut']> };
	/** What a rule did for its message and could not take back, although nothing was sent: sentences that name the item. */
	notTakenBack?: string;
	/** What its operation tells besides its output, in sentences without their full stops. */
	remarks: string[] = [];
	/** Check Only found that it would send a message. */
	wouldSend?: boolean;
	/** When it was settled, in ms since the epoch; undefined if it was not run. */
	endedAt?: number;
	/** Its message is about to be sent. It counts already, since an agent may call the tool concurrently. */
	isToSend?: boolean;

	/** @param call identifies an agent's call; a repeated call is the same message with the same key */
	constructor(readonly call = '') {}

	get writes(): LedgerWrite[] {
		return [...this.byName.values()];
	}

	/** The item's write with this name; every try gets the same one. */
	openWrite(name: string, create: () => LedgerWrite): LedgerWrite {
		return getOrCreate(this.byName, name, create);
	}

	get outcome(): Outcome {
		if (this.output) return 'carriedOut';
		const states = this.writes.map(({ state }) => state);
		if (states.some((state) => ['in flight', 'server error', 'unknown'].includes(state))) {
			return 'unknown';
		}
		return states.includes('done') ? 'carriedOut' : 'notCarriedOut';
	}

	/** Its output, or the answer to its last write if it failed after that. */
	get gaveOut(): IDataObject[] {
		if (this.output) return this.output.map(({ json }) => json);
		return this.writes.flatMap(({ answer }) => (answer ? [answer.body] : [])).slice(-1);
	}

	get didNothingNew(): boolean {
		return this.writes.some((write) => write.wasDoneBefore);
	}
}

/** Records what one execution has written, and which item wrote it with what output. */
export class Ledger {
	private readonly sharedStates = new Map<string, SharedKeyState>();
	private readonly entries = new Map<string, Map<string, Entry>>();
	private readonly messageNodes = new Set<string>();
	/** Caches reads that all items of the execution share. */
	readonly reads = new ReadCache();
	/** Locks of records, and of the user's keys, within this execution. */
	readonly locks = new KeyedMutex();

	/** @param earlier messages sent per node before n8n suspended the execution for a long Wait */
	constructor(private readonly earlier: Readonly<Record<string, number>> = {}) {}

	/**
	 * @param node its name, for IDs need not differ
	 * @param call what a tool's call asks for: several calls may have the same run
	 */
	openEntry(node: string, run: number, item: number, call = ''): Entry {
		const ofNode = getOrCreate(this.entries, node, () => new Map<string, Entry>());
		return getOrCreate(ofNode, JSON.stringify([run, item, call]), () => new Entry(call));
	}

	/** Has the node's messages kept with the execution. */
	noteSender(node: string): void {
		this.messageNodes.add(node);
	}

	/**
	 * Counts the messages that a node has sent, may have sent, or is about to send in all of its runs in this
	 * execution, except those of some entries. `sentOrChecked` also counts messages that were only checked.
	 * @param own entries that do not count
	 */
	messagesBeside(node: string, own: readonly Entry[]): { sent: number; sentOrChecked: number } {
		const excluded = new Set(own.map(messageOf));
		const others = [...(this.entries.get(node)?.values() ?? [])].filter(
			(one) => !excluded.has(messageOf(one)),
		);
		const count = (counts: (one: Entry) => unknown) =>
			new Set(others.filter(counts).map(messageOf)).size;
		const isSent = ({ isToSend, outcome, sentNow }: Entry) =>
			isToSend || (outcome !== 'notCarriedOut' && sentNow !== false);
		const before = this.earlier[node] ?? 0;
		return {
			sent: before + count(isSent),
			sentOrChecked: before + count((one) => isSent(one) || one.wouldSend),
		};
	}

	/** Clears the about-to-send flags: unsent messages no longer count. */
	settleMessages(entries: readonly Entry[]): void {
		for (const entry of entries) entry.isToSend = false;
	}

	/** Has n8n keep with the execution how many messages its nodes have sent. */
	keepMessages(context: IExecuteFunctions): void {
		const { messages } = this;
		if (Object.keys(messages).length === 0) return;
		context.getContext('flow')[KEPT] = { execution: context.getExecutionId(), messages };
	}

	/** For each node that sends messages, how many it has sent or may have sent. */
	private get messages(): Record<string, number> {
		const nodes = [...this.messageNodes].map((node) => [node, this.messagesBeside(node, []).sent]);
		return { ...this.earlier, ...Object.fromEntries(nodes) };
	}

	/**
	 * The write that an item makes with a key.
	 */
	openWrite(entry: Entry, tokenId: string, request: ApiRequest, key: IdempotencyKey): LedgerWrite {
		const name = JSON.stringify([tokenId, request.method, request.path, key.key]);
		const shared = getOrCreate(this.sharedStates, name, () => ({}));
		return entry.openWrite(name, () => new LedgerWrite(key.key, shared, key.standsFor, request.record?.id));
	}
}

/** What tells an entry's message from others: an agent's repeated calls are one message. */
const messageOf = (entry: Entry): unknown => entry.call || entry;

function getOrCreate<Value>(all: Map<string, Value>, name: string, create: () => Value): Value {
	const value = all.get(name) ?? create();
	all.set(name, value);
	return value;
}

/** What became of the items of a run. */
export function reportOn(entries: readonly Entry[]): RunReport {
	const report: RunReport = { carriedOut: [], unknown: [], notCarriedOut: [], output: [] };
	for (const [item, { outcome, gaveOut }] of entries.entries()) {
		report[outcome].push(item);
		if (outcome === 'carriedOut') report.output.push(...gaveOut);
	}
	return report;
}

const ledgers = new WeakMap<object, Ledger>();

/** What n8n saves of the ledger with the execution's data; the property names are saved. */
interface Kept {
	execution: string;
	messages: Record<string, number>;
}

/**
 * The ledger of the execution. It lives as long as the execution, so n8n's Retry On Fail finds it again. A long Wait
 * ends it; only the message counts survive that.
 */
export function ledgerOf(context: IExecuteFunctions): Ledger {
	const execution = context.getContext('flow');
	const kept = execution[KEPT] as Kept | undefined;
	// n8n's Retry of a failed execution is a new execution that starts with the saved data of the first.
	const earlier = kept && kept.execution === context.getExecutionId() ? kept.messages : undefined;
	const ledger = ledgers.get(execution) ?? new Ledger(earlier);
	ledgers.set(execution, ledger);
	return ledger;
}

const KEPT = 'customerRelationshipMessages';
