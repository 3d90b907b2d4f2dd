import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { failedItem, failureOf } from '../errors/failure';
import type { Others } from '../errors/others';
import type { Operation } from '../resources/operation';
import type { Answer } from '../transport/answer';
import { Cancelled } from '../transport/wait';
import { addToEarlierRuns, earlierRunsOf } from './earlierRuns';
import { isUnknown, type EarlierTries } from './earlierTries';
import type { Task } from './task';
import { isTool } from './writeKey';

/** What became of an item: with an error alone it ended the run. Nothing while its turn has not come. */
type End = { output?: INodeExecutionData[]; error?: unknown } | undefined;

/** What became of the items of one run of the node. */
export class Outcomes {
	private readonly ends: End[];
	private readonly stop = new AbortController();
	/** The items whose write was carried out, though they may still fail or be stopped. */
	private readonly written = new Map<number, Answer>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operations: ReadonlyArray<Operation | undefined>,
		private readonly earlierTries: EarlierTries,
	) {
		this.ends = operations.map(() => undefined);
	}

	/** Aborted by the failure that ends the run. */
	get ended(): AbortSignal {
		return this.stop.signal;
	}

	/** Of all items, in their order. */
	get output(): INodeExecutionData[] {
		return this.ends.flatMap((end) => end?.output ?? []);
	}

	done(item: number, output: INodeExecutionData[]): void {
		this.ends[item] = { output };
	}

	wrote(item: number, answer: Answer): void {
		this.written.set(item, answer);
	}

	/** Keeps a failure as an item where the user wants that; otherwise it ends the run. */
	fail(item: number, error: unknown): void {
		const node = this.context.getNode();
		if (this.context.continueOnFail() && !(error instanceof Cancelled)) {
			const failure = failureOf(node, item, this.operations[item]?.properties, error);
			this.ends[item] = { output: [failedItem(node, item, failure)], error };
		} else {
			this.ends[item] = { error };
			this.stop.abort();
		}
	}

	/** The items whose turn did not come before the execution was cancelled. */
	cancelRest(): void {
		for (const [item, end] of this.ends.entries()) {
			if (!end && !this.ended.aborted) this.fail(item, new Cancelled());
		}
	}

	/** @throws the failure that ended the run, if one did, with what became of the other items */
	throwFailure(tasks: readonly Task[]): void {
		if (!this.ended.aborted) return;
		const failures = this.ends.flatMap((end, item) =>
			end && !end.output ? [{ item, error: end.error }] : [],
		);
		// What was stopped because of another failure is not what went wrong.
		const [first] = failures;
		const cause = failures.find(({ error }) => !(error instanceof Cancelled)) ?? first;
		if (!cause) return;
		const { item, error } = cause;
		const operation = this.operations[item];
		const others = operation?.kind === 'write' ? this.othersThan(item, tasks) : undefined;
		throw failureOf(this.context.getNode(), item, operation?.properties, error, others).error;
	}

	/** Notes what was carried out, for an error of a later run of the node in the execution. */
	remember(tasks: readonly Task[]): void {
		// Each call of a tool stands for itself.
		if (this.operations[0]?.kind !== 'write' || isTool(this.context)) return;
		const done = tasks.filter(({ item }) => this.ends[item]?.error === undefined);
		addToEarlierRuns(this.context, {
			items: done.length,
			haveOwnKeys: done.every(({ settings }) => settings.ownKey !== undefined),
			areFound: done.every(({ first }) => first.value.request.foundBy),
		});
	}

	private othersThan(failed: number, tasks: readonly Task[]): Others {
		const earlier = earlierRunsOf(this.context);
		const others: Others = {
			...{ carriedOut: [], unknown: [], notCarriedOut: [], output: [] },
			...{ earlier: earlier.items, haveOwnKeys: earlier.haveOwnKeys },
			foundBy: earlier.areFound ? foundBy(tasks) : undefined,
			wasTriedBefore: this.earlierTries.mayHaveWritten(failed, undefined),
		};
		const taskOf = new Map(tasks.map((task) => [task.item, task]));
		for (const [item, end] of this.ends.entries()) {
			if (item === failed) continue;
			const { output, error } = end ?? {};
			const task = taskOf.get(item);
			const written = this.written.get(item);
			if (output && error === undefined) {
				others.carriedOut.push(item);
				others.output.push(...output.map(({ json }) => json));
			} else if (written) {
				others.carriedOut.push(item);
				others.output.push(written.body);
			} else if (
				task && error !== undefined
					? isUnknown(error)
					: this.earlierTries.mayHaveWritten(item, task)
			) {
				others.unknown.push(item);
			} else {
				others.notCarriedOut.push(item);
				continue;
			}
			others.haveOwnKeys &&= task?.settings.ownKey !== undefined;
		}
		return others;
	}
}

/** By what a new execution finds what any of the items created. */
function foundBy(tasks: readonly Task[]): string | undefined {
	const values = tasks.map(({ first }) => first.value.request.foundBy);
	return values.every(Boolean) ? values[0] : undefined;
}
