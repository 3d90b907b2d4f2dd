import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { WriteOutcome, RunReport } from '../../errors/runReport';
import type { LeftOut } from '../../columns/leftOut';
import { getOrCreate } from '../../maps';
import type { EpochMs } from '../../transport/time';
import type { IdempotencyKey } from '../idempotencyKey';
import type { LedgerWrite } from './ledgerWrite';

/** Why a message was not sent now. */
export interface NotSent {
	/** A name for workflows to branch on. */
	reason: string;
	/** A sentence for people. */
	reasonText: string;
	/** Completes “Nothing was sent for 2 items …”. Left out if an urgent hint names the items. */
	clause?: string;
	/**
	 * Another request with the key may have sent a message, so *Output: Row* says `unknown` instead of `not
	 * sent`.
	 */
	mayHaveArrived?: true;
}

/** The service gave the stored answer of a message. */
export const ALREADY_SENT: NotSent = {
	reason: 'already_sent',
	reasonText:
		'The service has taken this very message before, and gives that answer again. The conversation shows whether it arrived.',
};

/**
 * What an execution knows of one item under one run index of a node. For a write, the ledger keeps it over
 * all tries of n8n's Retry On Fail; for a read it lasts one try.
 */
export class ItemLedgerEntry {
	/** The key that its writes carry, if that is not an automatic one. */
	key: IdempotencyKey | undefined;
	/** The token that its last write was made with. */
	tokenId: string | undefined;
	/**
	 * The output items, once the item is completed: carried out, or kept back by a rule. Undefined unless the
	 * operation writes.
	 */
	output?: INodeExecutionData[] | undefined;
	/** When it was settled; undefined if it was not run. */
	endedAt?: EpochMs;
	/** Why a rule before sending kept its message back. */
	keptBack?: NotSent | undefined;
	/**
	 * The item's `sentNow`; undefined if its output has none. False if a rule kept the message back, or an
	 * earlier request had queued it.
	 */
	sentNow?: boolean | undefined;
	/**
	 * Check Only found that neither a rule that asks the service nor an earlier item's message keeps its
	 * message back. Max Messages and Send Hours do not make it false: a hint tells of them.
	 */
	wouldSend = false;
	/**
	 * What a rule did for its message and could not undo, although nothing was sent: sentences that name the
	 * item.
	 */
	undoFailure?: string | undefined;
	/** What the preparation tells the user about it, kept for Include Response Details. */
	preparationNotes?: { warnings: string[]; leftOut: readonly LeftOut[] };
	/** What its operation tells besides its output, in sentences without their full stops. */
	remarks: string[] = [];
	private readonly byName = new Map<string, LedgerWrite>();

	/** @param call what an agent's call asks for: a repeated call has the same value */
	constructor(readonly call = '') {}

	get writes(): LedgerWrite[] {
		return [...this.byName.values()];
	}

	/**
	 * Sets the key of its writes; undefined stands for an automatic one. Ignored once a write may have been
	 * carried out: an own key made of `$now` differs in the next try, and would send again.
	 */
	offerKey(key: IdempotencyKey | undefined): void {
		if (this.outcome === 'notCarriedOut') this.key = key;
	}

	/** Forgets that a rule kept its message back: the outcome is `notCarriedOut` again. */
	forgetKeptBack(): void {
		if (!this.keptBack) return;
		this.keptBack = undefined;
		this.output = undefined;
		this.sentNow = undefined;
	}

	/** The item's write with this name; every try gets the same one. */
	openWrite(name: string, create: () => LedgerWrite): LedgerWrite {
		return getOrCreate(this.byName, name, create);
	}

	/** What became of its writes. */
	get outcome(): WriteOutcome {
		if (this.keptBack) return 'keptBack';
		if (this.output) return 'carriedOut';
		const states = this.writes.map(({ state }) => state);
		if (states.some((state) => ['in flight', 'server error', 'unknown'].includes(state))) {
			return 'unknown';
		}
		return states.includes('done') ? 'carriedOut' : 'notCarriedOut';
	}

	/** The records that it output, or the answer to its last write if it failed after that. */
	get records(): IDataObject[] {
		if (this.output) return this.output.map(({ json }) => json);
		return this.writes.flatMap(({ answer }) => (answer ? [answer.body] : [])).slice(-1);
	}

	/**
	 * Whether its message was sent in this execution, or may have been. The stored answer to an agent's
	 * repeated call does not change that. An item without `sentNow` does not tell a stored answer from a new
	 * message, so it counts.
	 */
	get mayHaveSent(): boolean {
		if (this.writes.some(({ mayHaveRunHere }) => mayHaveRunHere)) return true;
		return this.outcome === 'carriedOut' && this.sentNow !== false;
	}

	/** Whether the service answered one of its writes with the stored answer of an earlier request. */
	get hasReplayedWrite(): boolean {
		return this.writes.some((write) => write.wasDoneBefore);
	}
}

/** What became of the items of a run. */
export function runReportOf(entries: readonly ItemLedgerEntry[]): RunReport {
	const report: RunReport = {
		carriedOut: [],
		keptBack: [],
		unknown: [],
		notCarriedOut: [],
		output: [],
	};
	for (const [item, { outcome, records }] of entries.entries()) {
		report[outcome].push(item);
		if (outcome === 'carriedOut' || outcome === 'keptBack') report.output.push(...records);
	}
	return report;
}

/** What rules could not undo for these items, in sentences. */
export const undoFailuresOf = (entries: readonly ItemLedgerEntry[]): string[] =>
	entries.flatMap(({ undoFailure }) => undoFailure ?? []);
