/** Takes lists and objects apart into the plain values in them. */
import { InvalidInput } from '../invalidInput';
import { isDate } from '../typeGuards';
import type { ValueToJudge } from './mistake';

/** How deep lists and objects may be nested. */
const MAX_DEPTH = 100;

/** @throws InvalidInput for a list or object that is nested deeper */
export function assertDepth(depth: number, label: string): void {
	if (depth > MAX_DEPTH) throw depthError(label);
}

/** The error of a field that holds lists or objects in more levels than `MAX_DEPTH`. */
export const depthError = (label: string): InvalidInput =>
	new InvalidInput(
		label,
		`is nested more than ${MAX_DEPTH} levels deep`,
		'Use only the properties that you need instead of the whole object.',
	);

/**
 * The plain values in a value, and the names of its properties.
 * @throws InvalidInput for values nested deeper than `MAX_DEPTH`
 */
export function leavesOf(value: unknown, label: string): Leaf[] {
	const leaves: Leaf[] = [];
	addLeaves(leaves, value, label, undefined, 1);
	return leaves;
}

type Leaf = Pick<ValueToJudge, 'value' | 'property'>;

function addLeaves(
	leaves: Leaf[],
	value: unknown,
	label: string,
	property: string | undefined,
	depth: number,
): void {
	if (typeof value !== 'object' || value === null || isDate(value)) {
		leaves.push({ value, property });
		return;
	}
	assertDepth(depth, label);
	const isList = Array.isArray(value);
	for (const [key, entry] of Object.entries(value)) {
		if (!isList) leaves.push({ value: key });
		addLeaves(leaves, entry, label, isList ? property : key, depth + 1);
	}
}
