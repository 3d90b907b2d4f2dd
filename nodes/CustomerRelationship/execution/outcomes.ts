import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failedItem, failureOf } from '../errors/failure';
import { InvalidInput } from '../invalidInput';
import { MAY_BE_DONE, type Others } from '../errors/others';
import type { Operation } from '../resources/operation';
import type { Answer } from '../transport/answer';
import { Cancelled } from '../transport/wait';
import { earlierRunsOf, keepRun } from './earlierRuns';
import { isUnknown, type Done, type EarlierTries } from './earlierTries';
import type { Task } from './task';
import { isTool } from './writeKey';

/** What became of an item: it was carried out, or failed, with or without ending the run. */
type End =
	| { done: Done; error?: undefined; output?: undefined }
	| { done?: undefined; error: unknown; output?: INodeExecutionData };

/** What became of the items of one run of the node. */
export class Outcomes {
	/** Nothing for an item while its turn has not come. */
	private readonly ends: Array<End | undefined>;
	private readonly stop = new AbortController();
	/** The items whose write was carried out, though they may still fail or be stopped. */
	private readonly written = new Map<number, Answer>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operations: ReadonlyArray<Operation | undefined>,
		private readonly earlierTries: EarlierTries,
	) {
		this.ends = operations.map((operation, item) => {
			const done = earlierTries.doneOf(item, operation);
			return done && { done };
		});
	}

	/** Aborted by the failure that ends the run. */
	get ended(): AbortSignal {
		return this.stop.signal;
	}

	/** Of all items, in their order. */
	get output(): INodeExecutionData[] {
		return this.ends.flatMap((end) => end?.done?.output ?? end?.output ?? []);
	}

	/** What an earlier try carried out for the item. */
	doneBefore(item: number): Done | undefined {
		return this.ends[item]?.done;
	}

	done(
		{ item, settings, first, told, use, surroundings }: Task,
		output: INodeExecutionData[],
	): void {
		const { account = '' } = surroundings ?? {};
		const done: Done = {
			...{ operation: this.operations[item], output, told },
			hasOwnKey: settings.ownKey !== undefined,
			foundBy: first.value.request.foundBy,
			// What it holds on to stays as long as the execution: not the whole task.
			use: use && { ...use, account: async () => account },
		};
		this.ends[item] = { done };
		this.earlierTries.keep(item, done);
	}

	wrote(item: number, answer: Answer): void {
		this.written.set(item, answer);
	}

	/** Keeps a failure as an item where the user wants that; otherwise it ends the run. */
	fail(item: number, error: unknown): void {
		const node = this.context.getNode();
		if (this.context.continueOnFail() && !(error instanceof Cancelled)) {
			const failure = failureOf(node, item, this.operations[item], error);
			const mayBeDone = error instanceof InvalidInput && this.earlierTries.mayHaveWritten(item);
			if (mayBeDone) failure.json.error = `${failure.error.message}${MAY_BE_DONE}`;
			this.ends[item] = { output: failedItem(node, item, failure), error };
		} else {
			this.ends[item] = { error };
			this.stop.abort();
		}
	}

	/** The items whose turn did not come before the execution was cancelled. */
	cancelRest(tasks: readonly Task[]): void {
		const taskOf = byItem(tasks);
		for (const [item, end] of this.ends.entries()) {
			if (end || this.ended.aborted) continue;
			const mayBeDone = this.earlierTries.mayHaveWritten(item, taskOf.get(item));
			this.fail(item, new Cancelled(mayBeDone));
		}
	}

	/** @throws the failure that ended the run, if one did, with what became of the other items */
	throwFailure(tasks: readonly Task[]): void {
		if (!this.ended.aborted) return;
		const failures = this.ends.flatMap((end, item) =>
			end && !end.done && !end.output ? [{ item, error: end.error }] : [],
		);
		// What was stopped because of another failure is not what went wrong.
		const [first] = failures;
		const cause = failures.find(({ error }) => !(error instanceof Cancelled)) ?? first;
		if (!cause) return;
		const { item, error } = cause;
		const operation = this.operations[item];
		const failed = error instanceof Cancelled ? undefined : item;
		const others = operation?.kind === 'write' ? this.othersThan(failed, error, tasks) : undefined;
		const node = this.context.getNode();
		const failure = failureOf(node, item, operation, error, others);
		if (others?.areAll) this.log(failure.error);
		throw failure.error;
	}

	/** Of a run that was stopped n8n shows nothing but that. */
	private log({ message, description }: { message: string; description?: string | null }): void {
		const { logger } = this.context;
		const { name } = this.context.getNode();
		const execution = this.context.getExecutionId();
		logger.warn(
			`Execution ${execution}, ${JSON.stringify(name)}: ${message}. ${description ?? ''}`,
		);
	}

	/** Notes what was carried out, for an error of a later run of the node in the execution. */
	remember(): void {
		// Each call of a tool stands for itself.
		if (this.operations[0]?.kind !== 'write' || isTool(this.context)) return;
		const done = this.ends.flatMap((end) => end?.done ?? []);
		keepRun(this.context, {
			items: done.length,
			haveOwnKeys: done.every(({ hasOwnKey }) => hasOwnKey),
			areFound: done.every(({ foundBy }) => foundBy !== undefined),
		});
	}

	/** @param failed none where the run was cancelled: then nothing but the cancelling ended it */
	private othersThan(failed: number | undefined, error: unknown, tasks: readonly Task[]): Others {
		const earlier = earlierRunsOf(this.context);
		const others: Others = {
			...{ carriedOut: [], unknown: [], notCarriedOut: [], output: [] },
			...{ earlier: earlier.items, haveOwnKeys: earlier.haveOwnKeys },
			foundBy: earlier.areFound ? this.foundBy(tasks) : undefined,
			areAll: failed === undefined,
			mayBeDone: failed !== undefined && this.mayBeDone(failed, error),
		};
		const taskOf = byItem(tasks);
		for (const [item, end] of this.ends.entries()) {
			if (item === failed) continue;
			const task = taskOf.get(item);
			const written = this.written.get(item);
			if (end?.done) {
				others.carriedOut.push(item);
				others.output.push(...end.done.output.map(({ json }) => json));
			} else if (written) {
				others.carriedOut.push(item);
				others.output.push(written.body);
			} else if (
				task && end ? isUnknown(end.error) : this.earlierTries.mayHaveWritten(item, task)
			) {
				others.unknown.push(item);
			} else {
				others.notCarriedOut.push(item);
				continue;
			}
			others.haveOwnKeys &&= end?.done?.hasOwnKey ?? task?.settings.ownKey !== undefined;
		}
		return others;
	}

	/** An input that is refused now tells nothing of an earlier try. */
	private mayBeDone(failed: number, error: unknown): boolean {
		return error instanceof InvalidInput
			? this.earlierTries.mayHaveWritten(failed)
			: isUnknown(error) === true;
	}

	/** By what a new execution finds what any of the items created. */
	private foundBy(tasks: readonly Task[]): string | undefined {
		const done = this.ends.flatMap((end) => end?.done ?? []);
		const values = [...done, ...tasks.map(({ first }) => first.value.request)].map(
			({ foundBy }) => foundBy,
		);
		return values.every(Boolean) ? values[0] : undefined;
	}
}

const byItem = (tasks: readonly Task[]) => new Map(tasks.map((task) => [task.item, task]));
