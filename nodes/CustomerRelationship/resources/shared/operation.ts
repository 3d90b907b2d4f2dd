import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Refusals } from '../../errors/explanation';
import type { Columns } from '../../columns/rowReader';
import type { SeenTypes } from '../../fields/parsers/customFieldTypes';
import type { OperationKind } from '../../fields/options';
import type { Warning } from '../../mistakes/judge';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import type { RequestFailed } from '../../transport/requestFailed';
import type { ItemParameters } from './parameters';
import type { RuleSettings } from './ruleSettings';

/** One operation: its fields, how their input is judged, and the requests that it makes. */
export interface Operation {
	/** Name in the Operation dropdown. */
	name: string;
	/** Value that saved workflows hold. */
	value: string;
	/** What it does, as the action list names it. */
	action: string;
	/** One sentence for the dropdown, and for a model that uses the node as a tool. */
	description: string;
	kind: OperationKind;
	properties: INodeProperties[];
	/** The columns that it accepts under Map Columns. */
	columns?: Columns;
	/** Meanings of refusals that are special to this operation. */
	refusals?: Refusals;
	/** What to tell the user when it ran for several items. */
	repeated?: string;
	/** What to tell the user where the service had carried it out before, if more than that can be said. */
	nothingNew?: NothingNew;
	/** What to tell the user where the record that it found is deactivated. */
	inactive?: string;
	/**
	 * Judges the parameters of one item. Nothing is asked of the service yet.
	 * @throws InvalidInput when a value can't be sent
	 */
	prepare(parameters: ItemParameters): Preparation;
}

/** An item whose input was judged: ready to run, or once the types of custom fields are known. */
export type Preparation = Prepared | NeedsFieldTypes;

/** An item that is ready to run. */
export interface Prepared {
	intent: Intent;
	/**
	 * Asks the service, request after request. It catches RequestFailed alone: Check Only ends it by another error at
	 * its first write.
	 * @throws RequestFailed, or InvalidInput for what only an answer shows
	 */
	run(ask: Ask): Promise<Output>;
}

/** An item whose custom fields leave their types open: those on recent records decide. */
export interface NeedsFieldTypes {
	/** Path of the list whose recent records show the types. */
	fieldTypesFrom: string;
	/** @throws InvalidInput for a value that is not of its field's type */
	complete(types: SeenTypes): Prepared;
}

/** What an item is about to do, as plain data: items are compared, locked, shown and warned about by it. */
export interface Intent {
	/** Keys of the records that it changes: items that share one run one after the other. */
	locks: readonly string[];
	/** It writes what it has read: other executions of this process wait for its locks as well. */
	readsBeforeWriting?: true;
	/**
	 * Whether it writes without reading first. An agent's repeated call is then recognized by a key made of the write.
	 * An operation that reads first recognizes the repetition by what it reads.
	 */
	startsWithWrite: boolean;
	/** The record that the item names, by its ID or by what it is looked up by; undefined where the service decides. */
	target?: string;
	/** The phone by which the service finds the contact. */
	phone?: string;
	/** The email by which the service finds the contact, where the phone does not. */
	email?: string;
	/** All phones that it writes, or sends to. */
	phones?: readonly string[];
	/** Of a record that exists it writes only what is empty there. */
	onlyFillsEmpty?: boolean;
	/** What its record can't be found by again, so that each run creates one more. */
	createsEachTime?: { record: string; lacks: string };
	/** The message that it sends. */
	message?: IntendedMessage;
	/** Equal for two items, or two calls of a tool, that mean the same. */
	fingerprint: unknown;
	/** Properties of the item that are not sent, and why. */
	leftOut?: ReadonlyArray<{ name: string; why: string }>;
	/** What is odd in its input, and sent all the same. */
	warnings?: readonly Warning[];
}

/** A message that an item is about to send. */
export interface IntendedMessage {
	/** What the rules before sending are set to. */
	rules: RuleSettings;
	/** A template, which costs money, rather than free text. */
	isTemplate: boolean;
	/** What the customer would read, where that is known. */
	preview?: string;
	/** Equal for messages of which a person should get one: a template and a phone. */
	once?: string;
}

/** What an operation gives out for an item. */
export interface Output {
	/** The records, each with the answer that brought it. */
	records: Array<{ record: IDataObject; answer: Answer }>;
	/** A list has more than these: the user wanted no more. */
	hasMore?: boolean;
	/** The records are to be rows of one table, with those of the run's other items. */
	isTable?: boolean;
	/** How many pages were read for filters that the node applies. */
	pagesFiltered?: number;
	/** Of a list: what its filters came to. */
	list?: FilteredList;
	/** What the user should know about it, in a sentence without its full stop. */
	note?: string;
	/** Something additional that could not be read; the item does not fail for it. */
	missed?: { what: string; error: RequestFailed };
}

/** What the filters of a list came to. */
export interface FilteredList {
	/** The records' noun in the plural, in lower case. */
	plural: string;
	hasFilters: boolean;
	/** How many records were read, where the node itself filters them. */
	read: number | undefined;
	/** The tags that the filters name, and whether any record that was read has them; none where none was read. */
	tags: ReadonlyArray<{ tag: string; isSeen: boolean }>;
}

/** What did not happen now, and why. */
export interface NothingNew {
	what: string;
	why: string;
}

/** A resource with its operations; each operation's fields show only when it is chosen. */
export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
