import { CustomerRelationship } from '../../nodes/CustomerRelationship/CustomerRelationship.node.ts';
import { everyOperation } from './operations';
import { shownTypes } from './propertyTypes';
import { ANSWER_IS_NOT_SHOWN, records } from './records';

const { version } = new CustomerRelationship().description;

/** Where n8n looks for schemas: beside the node, by its version. */
export const SCHEMAS = `nodes/CustomerRelationship/__schema__/v${String(version)}.0.0`;

/**
 * The output schemas by file path: what the editor shows of an operation's output before its first run, with default
 * options. They hold the properties that the specification names; operations whose answer it does not show have none.
 */
export const outputSchemas = (): Record<string, string> =>
	Object.fromEntries(
		everyOperation().flatMap(({ resource, value }) => {
			if (ANSWER_IS_NOT_SHOWN.has(`${resource}.${value}`)) return [];
			const schema = { type: 'object', properties: shownTypes(records[resource]!), version: 1 };
			const text = `${JSON.stringify(schema, undefined, '\t')}\n`;
			return [[`${SCHEMAS}/${resource}/${value}.json`, text]];
		}),
	);
