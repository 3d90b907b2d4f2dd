import { InvalidInput } from '../invalidInput';
import { resources } from './index';

/** The error of a resource or an operation that does not exist; it lists those that do. */
export function unknownOperation(resource: unknown, operation: unknown): InvalidInput {
	const chosen = resources.find(({ value }) => value === resource);
	if (chosen) {
		const all = chosen.operations.map(({ name, value }) => `${name} (${value})`);
		return unknown('Operation', 'does not exist for this resource', operation, all);
	}
	const all = resources.map(
		({ value, operations }) => `${value} (${operations.map((one) => one.value).join(', ')})`,
	);
	return unknown('Resource', 'does not exist', resource, all);
}

const unknown = (label: string, problem: string, value: unknown, all: readonly string[]) =>
	new InvalidInput(
		label,
		problem,
		`${isExpression(value) ? NO_EXPRESSION : ''}Choose one of: ${all.join(', ')}.`,
	).withValue(value);

/** n8n hands over its text, since the field takes none. */
const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

const NO_EXPRESSION =
	'n8n takes no expressions there; to let the data decide, put a Switch node in front. ';
