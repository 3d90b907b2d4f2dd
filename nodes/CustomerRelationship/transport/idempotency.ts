import { digest } from '../digest';

/** What tells one write from every other; the body is deliberately not among it. */
export interface WriteIdentity {
	installation: string;
	workflow: string;
	/** The execution's id, or a value that lives as long as the execution where it has none. */
	execution: string;
	node: string;
	/** Tells the rounds of a loop apart; for a tool call, what the model asked for. */
	run: string | number;
	item: number;
	operation: string;
}

/**
 * The `Idempotency-Key` of a write to which the user gave none: the same for every attempt at
 * the same item, ours, n8n's Retry On Fail or a second worker's, and different for every other
 * item, loop round and execution (specification: Limits, Idempotency).
 */
export function automaticKey(identity: WriteIdentity): string {
	const { installation, workflow, execution, node, run, item, operation } = identity;
	// JSON keeps the parts apart: ["a","bc"] and ["ab","c"] differ.
	const parts = JSON.stringify([installation, workflow, execution, node, run, item, operation]);
	return `n8n-${digest(parts)}`;
}
