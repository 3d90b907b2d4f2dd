/**
 * Takes a picture of each operation's panel with all of its fields opened, for the eye to check:
 * `npm run screenshots:panels`, with the playground running. They land in `artifacts/panels/`.
 */
import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../nodes/CustomerRelationship/resources';
import { takePanels } from './nodePanels';

/** In pixels: enough for the longest panel. */
const HEIGHT = 2_400;

/** A collection with everything that can be added to it, added. */
function opened({ type, options = [], default: value }: INodeProperties): unknown {
	if (type === 'collection') {
		const fields = options as INodeProperties[];
		return Object.fromEntries(fields.map((field) => [field.name, opened(field)]));
	}
	if (type === 'fixedCollection') {
		const [group] = options as Array<{ name: string; values: INodeProperties[] }>;
		const entry = group?.values.map((field) => [field.name, opened(field)]) ?? [];
		return group ? { [group.name]: [Object.fromEntries(entry)] } : {};
	}
	return type === 'resourceLocator' ? { __rl: true, ...(value as object) } : value;
}

takePanels(
	resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation, properties }) => ({
			name: `${resource}-${operation}`,
			parameters: {
				resource,
				operation,
				...Object.fromEntries(properties.map((field) => [field.name, opened(field)])),
			},
		})),
	),
	'artifacts/panels',
	HEIGHT,
);
