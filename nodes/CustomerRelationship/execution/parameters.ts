import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../fields/field';
import type { ItemParameters } from '../resources/operation';

/** The parameters of one item, as n8n resolves them. */
export function parametersOf(context: IExecuteFunctions, item: number): ItemParameters {
	const known = new Map<string, unknown>();
	// Once for each: n8n goes through all fields of the node for it.
	const read = (name: string): unknown => {
		// With undefined as the fallback n8n throws for a parameter that the node lacks.
		if (!known.has(name)) known.set(name, context.getNodeParameter(name, item, null));
		return known.get(name);
	};
	return {
		read,
		collection: (name) => {
			const value = read(name);
			return isObject(value) ? value : {};
		},
		raw: (name) => context.getNode().parameters[name],
		timezone: context.getTimezone(),
	};
}
