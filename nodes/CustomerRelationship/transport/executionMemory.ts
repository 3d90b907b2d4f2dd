import type { ApiRequest } from './request';
import type { RequestFailed } from './requestFailed';

/**
 * What one execution knows of the writes that it has sent. n8n's Retry On Fail runs the node again
 * within the execution; this lives as long as that, however many items there are.
 */
export class ExecutionMemory {
	/** Failures that another try could double, by the token and what `nameOf` makes of the write. */
	readonly failed = new Map<string, RequestFailed>();
	/** Writes that may have been carried out, as `nameOf` names them. */
	readonly sent = new Set<string>();
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
