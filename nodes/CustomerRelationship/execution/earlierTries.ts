import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../resources/operation';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled } from '../transport/wait';
import { contentOf, type KeyUse, type Task, type Told } from './task';
import { isTool } from './writeKey';

/** A write that was carried out whole. */
export interface Done {
	operation: Operation | undefined;
	output: INodeExecutionData[];
	hasOwnKey: boolean;
	/** By which of its values a new execution finds what was created. */
	foundBy: string | undefined;
	/** What the user is to know of it. */
	told: Told;
	/** The key of the user's that was used for it. */
	use: KeyUse | undefined;
}

/** An item of which a write was carried out, or may have been. */
interface Tried {
	/** The user's key that it had. */
	ownKey: string | undefined;
	/** The keys of its writes. */
	keys: Set<string>;
	done?: Done;
}

/** The items of an execution, by run, index and node: its name, for IDs need not differ. */
const memories = new WeakMap<object, Map<string, Tried>>();

/** The writes that a node sent in this execution: n8n's Retry On Fail runs it anew, with all items. */
export class EarlierTries {
	private readonly items: Map<string, Tried>;
	private readonly node: string;
	private readonly isTool: boolean;
	private run?: number;

	constructor(private readonly context: IExecuteFunctions) {
		const flow = context.getContext('flow');
		this.items = memories.get(flow) ?? new Map();
		memories.set(flow, this.items);
		this.isTool = isTool(context);
		this.node = context.getNode().name;
	}

	/** @param key of a write of the item that was carried out, or may have been */
	note(task: Task, key: string): void {
		const { item, settings } = task;
		const tried = this.triedOf(item, task) ?? { ownKey: settings.ownKey, keys: new Set() };
		tried.keys.add(key);
		this.items.set(this.markOf(item, task), tried);
	}

	keep(item: number, done: Done): void {
		const tried = this.triedOf(item);
		if (tried) tried.done = done;
	}

	/** What an earlier try carried out for the item: it is not to be done again. */
	doneOf(item: number, operation: Operation | undefined): Done | undefined {
		const done = this.triedOf(item)?.done;
		return done?.operation === operation ? done : undefined;
	}

	/** Has an item keep the key with which it left first: one that changes from try to try protects from nothing. */
	keepKeyOf({ item, settings }: Task): void {
		const tried = this.triedOf(item);
		if (tried) settings.ownKey = tried.ownKey;
	}

	/** A failed read, or another write, tells nothing of what an earlier try may have written. */
	heededIn(error: unknown, task: Task): unknown {
		if (isUnknown(error) || !this.wroteMoreThanLast(task)) return error;
		if (error instanceof Cancelled) return new Cancelled(true);
		if (!(error instanceof RequestFailed)) return error;
		const hasOwnKey = task.settings.ownKey !== undefined;
		const circumstances = { ...error.circumstances, outcomeUnknown: true, hasOwnKey };
		return new RequestFailed(error.request, error.setback, circumstances);
	}

	/** @param task none where the item's input of now can't be sent */
	mayHaveWritten(item: number, task?: Task): boolean {
		return this.triedOf(item, task) !== undefined;
	}

	/** What became of the write that the item made last is told by that one's own failure. */
	private wroteMoreThanLast(task: Task): boolean {
		return [...(this.triedOf(task.item, task)?.keys ?? [])].some((sent) => sent !== task.key);
	}

	private triedOf(item: number, task?: Task): Tried | undefined {
		return this.items.size > 0 ? this.items.get(this.markOf(item, task)) : undefined;
	}

	/** Several calls of a tool may have the same run: what they ask for tells them apart. */
	private markOf(item: number, task?: Task): string {
		this.run ??= this.context.getWorkflowDataProxy(0).$runIndex;
		const call = this.isTool && task ? contentOf(task) : '';
		return `${this.run} ${item} ${this.node} ${call}`;
	}
}

/** Whether what failed may have been carried out all the same. */
export const isUnknown = (error: unknown): boolean | undefined =>
	error instanceof Cancelled
		? error.outcomeUnknown
		: error instanceof RequestFailed && error.circumstances.outcomeUnknown;
