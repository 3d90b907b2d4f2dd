import type { IExecuteFunctions } from 'n8n-workflow';
import type { ExecutionMemory } from '../transport/executionMemory';
import type { Part } from '../transport/plan';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled } from '../transport/wait';
import type { Task } from './task';
import { writeKeyOf } from './writeKey';

const PARTS: Array<Part | undefined> = [undefined, 'create', 'update', 'fields'];

/** The writes that a node sent in this execution: n8n's Retry On Fail runs it anew, with what it knew forgotten. */
export class EarlierTries {
	private readonly nodeId: string;
	private run?: number;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly memory: ExecutionMemory,
	) {
		this.nodeId = context.getNode().id;
	}

	/** @param key of a write of the item that was carried out, or may have been */
	note(item: number, key: string): void {
		this.memory.keysSent.add(this.nodesOwn(key));
		this.memory.itemsSent.add(this.markOf(item));
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
		if (!task) return this.memory.itemsSent.has(this.markOf(item));
		const { request } = task.first.value;
		const keys = PARTS.map((part) => writeKeyOf(this.context, task, request, part));
		return keys.some((key) => key !== task.key && this.memory.keysSent.has(this.nodesOwn(key)));
	}

	private markOf(item: number): string {
		this.run ??= this.context.getWorkflowDataProxy(0).$runIndex;
		return this.nodesOwn(`${this.run} ${item}`);
	}

	private nodesOwn(key: string): string {
		return `${this.nodeId} ${key}`;
	}
}

/** Whether what failed may have been carried out all the same. */
export const isUnknown = (error: unknown): boolean | undefined =>
	error instanceof Cancelled
		? error.outcomeUnknown
		: error instanceof RequestFailed && error.circumstances.outcomeUnknown;
