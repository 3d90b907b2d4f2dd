import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../resources/operation';
import type { Part } from '../transport/plan';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled } from '../transport/wait';
import type { Task } from './task';
import { isTool, writeKeyOf } from './writeKey';

const PARTS: Array<Part | undefined> = [undefined, 'create', 'update', 'fields'];

/** A write that was carried out whole. */
export interface Done {
	operation: Operation | undefined;
	output: INodeExecutionData[];
	hasOwnKey: boolean;
	/** By which of its values a new execution finds what was created. */
	foundBy: string | undefined;
}

/** An item of which a write left. */
interface Tried {
	/** The user's key that it had. */
	ownKey: string | undefined;
	done?: Done;
}

/** What nodes know of their writes in one execution. */
interface Memory {
	/** The keys of writes that were carried out, or may have been, each with the ID of its node. */
	keys: Set<string>;
	/** By node, run and index. */
	items: Map<string, Tried>;
}
const memories = new WeakMap<object, Memory>();

/** The writes that a node sent in this execution: n8n's Retry On Fail runs it anew, with all items. */
export class EarlierTries {
	private readonly memory: Memory;
	private readonly nodeId: string;
	/** Each call of a tool stands for itself, and several may have the same run. */
	private readonly isTool: boolean;
	private run?: number;

	constructor(private readonly context: IExecuteFunctions) {
		const flow = context.getContext('flow');
		this.memory = memories.get(flow) ?? { keys: new Set(), items: new Map() };
		memories.set(flow, this.memory);
		this.nodeId = context.getNode().id;
		this.isTool = isTool(context);
	}

	/** @param key of a write of the item that was carried out, or may have been */
	note({ item, settings }: Task, key: string): void {
		this.memory.keys.add(this.nodesOwn(key));
		if (this.isTool || this.triedOf(item)) return;
		this.memory.items.set(this.markOf(item), { ownKey: settings.ownKey });
	}

	keep(item: number, done: Done): void {
		const tried = this.triedOf(item);
		if (tried) tried.done = done;
	}

	/** Forgets the items of this run, which is not run anew. */
	forget(): void {
		for (const item of this.context.getInputData().keys()) {
			this.memory.items.delete(this.markOf(item));
		}
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
		if (isUnknown(error) || !this.mayHaveWritten(task.item, task)) return error;
		if (error instanceof Cancelled) return new Cancelled(true);
		if (!(error instanceof RequestFailed)) return error;
		const hasOwnKey = task.settings.ownKey !== undefined;
		const circumstances = { ...error.circumstances, outcomeUnknown: true, hasOwnKey };
		return new RequestFailed(error.request, error.setback, circumstances);
	}

	/**
	 * Whether a write of the item left, other than the one that it made last.
	 * @param task none where the item's input of now can't be sent
	 */
	mayHaveWritten(item: number, task: Task | undefined): boolean {
		if (!task) return this.triedOf(item) !== undefined;
		const { request } = task.first.value;
		const keys = PARTS.map((part) => writeKeyOf(this.context, task, request, part));
		return keys.some((key) => key !== task.key && this.memory.keys.has(this.nodesOwn(key)));
	}

	private triedOf(item: number): Tried | undefined {
		const { items } = this.memory;
		return items.size > 0 ? items.get(this.markOf(item)) : undefined;
	}

	private markOf(item: number): string {
		this.run ??= this.context.getWorkflowDataProxy(0).$runIndex;
		return this.nodesOwn(`${this.run} ${item}`);
	}

	private nodesOwn(name: string): string {
		return `${this.nodeId} ${name}`;
	}
}

/** Whether what failed may have been carried out all the same. */
export const isUnknown = (error: unknown): boolean | undefined =>
	error instanceof Cancelled
		? error.outcomeUnknown
		: error instanceof RequestFailed && error.circumstances.outcomeUnknown;
