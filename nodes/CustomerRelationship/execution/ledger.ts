import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Outcome, RunReport } from '../errors/report';
import type { ApiRequest } from '../transport/request';
import { KeyedMutex } from './keyedMutex';
import { LedgerWrite, type SharedKeyState } from './ledgerWrite';
import { ReadCache } from './readCache';

/** What an execution knows of one item of one run of a node, in all tries that n8n's Retry On Fail makes. */
export class Entry {
	/** The user's key that its writes carry. */
	ownKey: string | undefined;
	private readonly byName = new Map<string, LedgerWrite>();
	/** What it gave out, once it was carried out whole. */
	output?: INodeExecutionData[];
	/** With Once per Phone: whether its own call had the message queued. */
	sentNow?: boolean;
	/** Why nothing was sent for it with Once per Phone: its key stands for another message, or an earlier item of the run has its phone. */
	passedBy?: 'key' | 'earlier item';
	/** What the user is to know of it besides. */
	note?: string;
	/** It was checked, and would have sent a message. */
	wouldSend?: boolean;
	/** Its message is about to be sent: it counts before it leaves, for calls of a tool run beside each other. */
	isToSend?: boolean;

	/** @param call what a tool's call asks for: made once more, it is the same message with the same key */
	constructor(readonly call = '') {}

	get writes(): LedgerWrite[] {
		return [...this.byName.values()];
	}

	/** The item's write of a name, the same in each try. */
	writeOf(name: string, create: () => LedgerWrite): LedgerWrite {
		return found(this.byName, name, create);
	}

	get outcome(): Outcome {
		if (this.output) return 'carriedOut';
		const states = this.writes.map(({ state }) => state);
		if (states.some((state) => ['in flight', 'server error', 'unknown'].includes(state))) {
			return 'unknown';
		}
		return states.includes('done') ? 'carriedOut' : 'notCarriedOut';
	}

	/** What it gave out, or the answer to its write where that was all that it came to. */
	get gaveOut(): IDataObject[] {
		if (this.output) return this.output.map(({ json }) => json);
		return this.writes.flatMap(({ answer }) => (answer ? [answer.body] : [])).slice(-1);
	}

	get didNothingNew(): boolean {
		return this.writes.some((write) => write.wasDoneBefore);
	}
}

/** What one execution has written, and which of its items wrote it and gave out what. */
export class Ledger {
	private readonly sharedStates = new Map<string, SharedKeyState>();
	private readonly entries = new Map<string, Map<string, Entry>>();
	private readonly senders = new Set<string>();
	/** Reads that are made once for all items, in whichever run. */
	readonly reads = new ReadCache();
	/** Locks of records, and of the user's keys, within this execution. */
	readonly locks = new KeyedMutex();

	/** @param earlier how many messages its nodes had sent when n8n put the execution aside, as a long Wait does */
	constructor(private readonly earlier: Readonly<Record<string, number>> = {}) {}

	/**
	 * @param node its name, for IDs need not differ
	 * @param call what a tool's call asks for: several calls may have the same run
	 */
	entryOf(node: string, run: number, item: number, call = ''): Entry {
		const ofNode = found(this.entries, node, () => new Map<string, Entry>());
		return found(ofNode, JSON.stringify([run, item, call]), () => new Entry(call));
	}

	/**
	 * How many messages a node has sent in this execution besides those of some entries, may have, or is about to
	 * send: in all of its runs. `checked` counts those that were only checked as well.
	 * @param own entries that do not count
	 */
	messagesBeside(node: string, own: readonly Entry[]): { sent: number; checked: number } {
		if (own.length > 0) this.senders.add(node);
		const left = new Set<unknown>(own.flatMap((one) => [one, one.call || one]));
		const others = [...(this.entries.get(node)?.values() ?? [])].filter(
			(one) => !left.has(one) && !left.has(one.call),
		);
		const count = (counts: (one: Entry) => unknown) =>
			new Set(others.filter(counts).map((one) => one.call || one)).size;
		const isSent = ({ isToSend, outcome, sentNow }: Entry) =>
			isToSend || (outcome !== 'notCarriedOut' && sentNow !== false);
		const before = this.earlier[node] ?? 0;
		return {
			sent: before + count(isSent),
			checked: before + count((one) => isSent(one) || one.wouldSend),
		};
	}

	/** Clears the about-to-send flags: unsent messages no longer count towards Most Messages. */
	settleMessages(entries: readonly Entry[]): void {
		for (const entry of entries) entry.isToSend = false;
	}

	/** Has n8n keep with the execution how many messages its nodes have sent. */
	keepMessages(context: IExecuteFunctions): void {
		const { messages } = this;
		if (Object.keys(messages).length === 0) return;
		context.getContext('flow')[KEPT] = { execution: context.getExecutionId(), messages };
	}

	/** How many each node that sends some has sent, or may have. */
	private get messages(): Record<string, number> {
		const nodes = [...this.senders].map((node) => [node, this.messagesBeside(node, []).sent]);
		return { ...this.earlier, ...Object.fromEntries(nodes) };
	}

	/**
	 * The write that an item makes with a key.
	 * @param tokenId tells the token
	 */
	writeOf(entry: Entry, tokenId: string, request: ApiRequest, key: WriteKey): LedgerWrite {
		const name = JSON.stringify([tokenId, request.method, request.path, key.key]);
		const shared = found(this.sharedStates, name, () => ({}));
		return entry.writeOf(name, () => new LedgerWrite(key.key, shared, key.standsFor));
	}
}

/** An `Idempotency-Key`. */
interface WriteKey {
	key: string;
	/** What it stands for where that is more than the request. */
	standsFor: 'phone' | undefined;
}

function found<Value>(all: Map<string, Value>, name: string, create: () => Value): Value {
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

/** What n8n keeps of it with the execution's own data. */
interface Kept {
	execution: string;
	messages: Record<string, number>;
}

/**
 * The ledger of the execution, which lives as long as that: n8n's Retry On Fail runs a node again within it. After
 * a long Wait, which n8n spends without it, only the messages are still counted.
 */
export function ledgerOf(context: IExecuteFunctions): Ledger {
	const execution = context.getContext('flow');
	const kept = execution[KEPT] as Kept | undefined;
	// n8n's own Retry of a failed execution is another one, with the data of the first.
	const earlier = kept && kept.execution === context.getExecutionId() ? kept.messages : undefined;
	const ledger = ledgers.get(execution) ?? new Ledger(earlier);
	ledgers.set(execution, ledger);
	return ledger;
}

const KEPT = 'customerRelationshipMessages';
