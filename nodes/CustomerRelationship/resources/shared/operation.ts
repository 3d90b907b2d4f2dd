import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { RefusalExplanations } from '../../errors/catalogue';
import type { LeftOut } from '../../columns/leftOut';
import type { OperationColumns } from '../../columns/mappedRow';
import type { SeenTypes } from '../../fields/parsers/customFieldTypes';
import type { OperationKind } from '../../fields/options';
import type { Warning } from '../../mistakes/judge';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import type { KnownLinks } from '../../transport/request';
import type { RequestFailed } from '../../transport/requestFailed';
import type { ItemParameters } from './parameters';
import type { RuleSettings } from './ruleSettings';

/** One operation: its fields, how their input is judged, and the requests that it makes. */
export interface Operation {
	/** Name in the Operation dropdown. */
	name: string;
	/** Its value in saved workflows. */
	value: string;
	/** Its name in n8n's list of actions. */
	action: string;
	/** One sentence for the dropdown, and for a model that uses the node as a tool. */
	description: string;
	kind: OperationKind;
	/** Whether it sends a message to a customer: the intent of each item then has a `message`. */
	sendsMessage?: true;
	/** Whether it changes the state of a record (moves, closes or removes it) rather than its fields. */
	changesState?: true;
	properties: INodeProperties[];
	/** The columns that it accepts under Map Columns. */
	columns?: OperationColumns;
	/** What refusals mean at this operation, if that differs from the catalogue. */
	refusals?: RefusalExplanations;
	/** A text for the user if it ran for several items. */
	ranForEachItemHint?: string;
	/** A text for this operation, instead of the general one, if the service had already carried it out. */
	alreadyDone?: ReplayedWriteText;
	/** A text for the user if the record that it found is deactivated. */
	inactiveHint?: string;
	/**
	 * Parses and judges the parameters of one item. It makes no request.
	 * @throws InvalidInput if a value can't be sent
	 */
	prepare(parameters: ItemParameters): Preparation;
}

/** An item whose input is parsed. It is ready to run now, or after the types of its custom fields are known. */
export type Preparation = PreparedItem | NeedsFieldTypes;

/** What an operation's `prepare` makes of an item: its intent, and the function that makes its requests. */
export interface PreparedItem {
	intent: Intent;
	/**
	 * Makes the requests, one after the other. It may catch RequestFailed only: Check Only ends it at its first
	 * write with `FirstWriteReached`.
	 * @param links those known before this run; undefined for Check Only. A link learned in this run is left
	 *   out: its list is cached, so the record is found there without a request, and following the link would
	 *   cost one
	 * @throws RequestFailed, or InvalidInput for a mistake that only an answer shows
	 */
	perform(ask: Ask, links?: KnownLinks): Promise<OperationResult>;
}

/** An item with custom fields of unknown type: the values on recent records decide. */
export interface NeedsFieldTypes {
	/** Path of the list whose recent records show the types. */
	fieldTypesFrom: string;
	/** @throws InvalidInput for a value that is not of its field's type */
	resolveTypes(types: SeenTypes): PreparedItem;
}

/** What an item is about to do, as plain data. Comparisons, locks, Check Only and warnings use it. */
export interface Intent {
	/**
	 * Names of the locks of the records that it changes. An item holds them until its first write is carried
	 * out, or until it is settled. Meanwhile other items with one of these locks wait.
	 */
	locks: readonly string[];
	/** It reads a record and then writes it, so other executions of this process wait for its locks as well. */
	readsBeforeWriting?: true;
	/**
	 * Whether its first request is a write. An agent's repeated call then gets the same key, which is made of
	 * the write. A repeated call that reads first needs no such key: it reads what the first call did.
	 */
	startsWithWrite: boolean;
	/**
	 * Key of the record that only one item of a run should be about: others get a hint. Undefined if the
	 * service decides which record it is, or if several items may share it.
	 */
	target?: string;
	/** The phone by which the service finds the contact. */
	phone?: string;
	/** The email by which the service finds the contact if the phone does not. */
	email?: string;
	/** All phones that it writes or sends to. */
	phones?: readonly string[];
	/** It only fills empty fields of an existing record. */
	onlyFillsEmpty?: boolean;
	/** Set if no later run can find the record again, so that each run creates a new one. */
	createsEachTime?: {
		/** The record's noun in the singular, in lower case. */
		record: string;
		/**
		 * Completes “The item has …” with the properties by which the record could be found, such as “neither
		 * phone nor email”.
		 */
		identifiers: string;
	};
	/** The message that it sends. */
	message?: IntendedMessage;
	/** Equal for two items, or two calls of a tool, that would do the same. */
	fingerprint: unknown;
	/** Properties of the item that are not sent, and why. */
	leftOut?: readonly LeftOut[];
	/** What is probably wrong in its input, which is sent nevertheless. */
	warnings?: readonly Warning[];
}

/** A message that an item is about to send. */
export interface IntendedMessage {
	/** The item's settings of the rules before sending. */
	rules: RuleSettings;
	/** The phone that it is sent to, if the item names its receiver by that. */
	phone?: string;
	/** Whether it is a template, which costs money, and not free text. */
	isTemplate: boolean;
	/** The text that the customer would read, if it is known. */
	preview?: string;
	/** Equal for messages of which Once per Phone sends one: the same template, or Counts As, and the same phone. */
	oncePerPhoneId?: string;
}

/** What an operation returns for an item. */
export interface OperationResult {
	/** The records, each with the answer that it comes from. */
	records: Array<{ record: IDataObject; answer: Answer }>;
	/**
	 * Whether the list has more records than the user wanted; with the node's own filters, whether some were
	 * not looked at.
	 */
	hasMore?: boolean;
	/** Whether the records become rows of one table, with those of the run's other items. */
	isTable?: boolean;
	/** What is known of the filters, if it is a list. */
	list?: FilterReport;
	/** A sentence for the user, without its full stop. */
	remark?: string;
	/** Something additional that could not be read. The item does not fail because of it. */
	unreadExtra?: { what: string; error: RequestFailed };
}

/** What is known of a list's filters after it was read. */
export interface FilterReport {
	/** The records' noun in the plural, in lower case. */
	plural: string;
	hasFilters: boolean;
	/** How many records were read, if the node itself filters them. */
	readCount: number | undefined;
	/**
	 * The labels of the node's own filters that are set, and how many pages were read for them. Undefined if
	 * there are none, or if the service was searched for what they look for.
	 */
	nodeFilters?: { labels: readonly string[]; pages: number } | undefined;
	/** The tags that the filters name, and whether a record that was read has them. Empty if no record was read. */
	tags: ReadonlyArray<{ tag: string; isSeen: boolean }>;
}

/** What the user is told if the service had carried out a write before: what did not happen, and why. */
export interface ReplayedWriteText {
	what: string;
	why: string;
}

/** A resource with its operations. The panel shows an operation's fields only if it is chosen. */
export interface Resource {
	name: string;
	value: string;
	/** The path of its list, if its records have custom fields. */
	listPath?: string;
	operations: Operation[];
}
