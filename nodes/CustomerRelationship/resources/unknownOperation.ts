import { isExpression } from '../expression';
import { InvalidInput } from '../invalidInput';
import { findResource, resources } from './index';

/** The error of a resource or an operation that does not exist; it lists those that do. */
export function unknownOperation(resource: unknown, operation: unknown): InvalidInput {
	const chosen = findResource(resource);
	if (chosen) {
		const choices = chosen.operations.map(({ name, value }) => `${name} (${value})`);
		return invalidChoice('Operation', 'does not exist for this resource', operation, choices);
	}
	const choices = resources.map(
		({ value, operations }) => `${value} (${operations.map(({ value: name }) => name).join(', ')})`,
	);
	return invalidChoice('Resource', 'does not exist', resource, choices);
}

const invalidChoice = (label: string, problem: string, value: unknown, all: readonly string[]) =>
	new InvalidInput(
		label,
		problem,
		`${isExpression(value) ? NO_EXPRESSION : ''}Choose one of: ${all.join(', ')}.`,
	).withValue(value);

/** n8n does not evaluate an expression there, so its text is what is looked for. */
const NO_EXPRESSION =
	'n8n takes no expressions there; to let the data decide, put a Switch node in front. ';
