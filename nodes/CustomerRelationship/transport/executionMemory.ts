import type { RequestFailed } from './requestFailed';

/**
 * What one execution knows of the writes that it has sent, by their `Idempotency-Key`. n8n's Retry
 * On Fail runs the node again within the execution; it lives as long as that, however many items
 * there are.
 */
export class ExecutionMemory {
	/** Failures that another try could double. */
	readonly failed = new Map<string, RequestFailed>();
	/** Keys of writes that may have been carried out. */
	readonly sent = new Set<string>();
}

const memories = new WeakMap<object, ExecutionMemory>();

/** The memory of an execution. @param execution an object that lives as long as it does, and no longer */
export function memoryOf(execution: object): ExecutionMemory {
	const memory = memories.get(execution) ?? new ExecutionMemory();
	memories.set(execution, memory);
	return memory;
}
