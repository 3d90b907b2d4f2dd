import { sha256 } from '../sha256';

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
	return keyOf([installation, workflow, execution, node, run, item, operation]);
}

/**
 * The `Idempotency-Key` of what a node is to write once, in whichever execution.
 * @param once what it is
 */
export const onceKey = (
	{ installation, workflow, node }: Pick<WriteIdentity, 'installation' | 'workflow' | 'node'>,
	once: string,
): string => keyOf([installation, workflow, node, 'once', once]);

/** JSON keeps the parts apart: ["a","bc"] and ["ab","c"] differ. */
const keyOf = (parts: ReadonlyArray<string | number>): string =>
	`n8n-${sha256(JSON.stringify(parts))}`;
