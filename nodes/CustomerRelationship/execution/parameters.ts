import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../fields/field';
import type { ItemParameters } from '../resources/operation';

/** The parameters of one item, as n8n resolves them. */
export function parametersOf(context: IExecuteFunctions, item: number): ItemParameters {
	// With undefined as the fallback n8n throws for a parameter that the node lacks.
	const read = (name: string): unknown => context.getNodeParameter(name, item, null);
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
