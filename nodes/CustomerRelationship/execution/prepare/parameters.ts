import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isObject } from '../../typeGuards';
import { assertNoMistakeInParameter } from '../../mistakes/assertNoMistake';
import type { ItemParameters } from '../../resources/shared/parameters';

/**
 * The parameters of one item, as n8n resolves them. Reading one throws InvalidInput for what its expression
 * yields by mistake.
 * @param properties what the panel shows of the operation
 */
export function parametersOf(
	context: IExecuteFunctions,
	item: number,
	properties: readonly INodeProperties[],
): ItemParameters {
	const known = new Map<string, unknown>();
	const raw = (name: string): unknown =>
		context.getNodeParameter(name, item, null, { rawExpressions: true });
	// Cached: each call makes n8n walk all fields of the node.
	const read = (name: string): unknown => {
		if (!known.has(name)) {
			// With undefined as the fallback, n8n throws if the node lacks the parameter.
			const value: unknown = context.getNodeParameter(name, item, null);
			const property = properties.find((one) => one.name === name);
			if (property) {
				assertNoMistakeInParameter(property, value, raw(name), (text) =>
					context.evaluateExpression(text, item),
				);
			}
			known.set(name, value);
		}
		return known.get(name);
	};
	return {
		read,
		collection: (name) => {
			const value = read(name);
			return isObject(value) ? value : {};
		},
		raw,
		row: context.getInputData()[item]?.json ?? {},
		timezone: context.getTimezone(),
	};
}
