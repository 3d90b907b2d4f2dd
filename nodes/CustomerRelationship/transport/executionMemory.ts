import type { Outcome } from './answer';
import type { ApiRequest } from './request';
import type { RequestFailed } from './requestFailed';
import { decide } from './retryPolicy';

/**
 * What one execution knows of the writes that it has sent. n8n's Retry On Fail runs the node again
 * within the execution; this lives as long as that, however many items there are.
 */
export class ExecutionMemory {
	/** Failures that another try could double, by the token and what `nameOf` makes of the write. */
	readonly failed = new Map<string, RequestFailed>();
	/** Writes that may have been carried out, as `nameOf` names them. */
	readonly sent = new Set<string>();

	writeOf(account: string, request: ApiRequest, key: string): Write {
		const name = nameOf(request, key);
		return new Write(this, name, `${account} ${name}`);
	}
}

/** How a write stands. */
class Write {
	/** An earlier try of this execution may have been carried out. */
	mayHaveRun: boolean;
	/** The service had answered it before this execution sent it. */
	didNothingNew = false;
	/** No later answer tells how a try ended. */
	private hasFailedInside = false;

	constructor(
		private readonly memory: ExecutionMemory,
		private readonly name: string,
		private readonly failedName: string,
	) {
		this.mayHaveRun = memory.sent.has(name);
	}

	/** What it failed with where another try could double it. */
	get end(): RequestFailed | undefined {
		return this.memory.failed.get(this.failedName);
	}

	set end(failure: RequestFailed) {
		this.memory.failed.set(this.failedName, failure);
	}

	/** A try of it ended. */
	settle(outcome: Outcome, request: ApiRequest): void {
		if (outcome.kind === 'success')
			this.didNothingNew = outcome.answer.replayed && !this.mayHaveRun;
		const became = outcome.kind === 'success' ? 'done' : decide(outcome, request).write;
		if (became === 'failed inside') this.hasFailedInside = true;
		if (became === 'refused' && !this.hasFailedInside) this.mayHaveRun = false;
		if (became === 'refused' || became === 'not done' || became === 'would repeat') return;
		this.mayHaveRun = true;
		this.memory.sent.add(this.name);
	}
}

/** What a write is known by: its key, and what it is about. Its body may differ from try to try. */
export const nameOf = ({ method, path }: ApiRequest, key: string): string =>
	`${method} ${path} ${key}`;

const memories = new WeakMap<object, ExecutionMemory>();

/** The memory of an execution. @param execution an object that lives as long as it does, and no longer */
export function memoryOf(execution: object): ExecutionMemory {
	const memory = memories.get(execution) ?? new ExecutionMemory();
	memories.set(execution, memory);
	return memory;
}
