/** The panel's rows for the variables of a template's text: their labels in a tool, and whether they are stale. */
import type { Warning } from '../mistakes/judge';
import { quote } from '../quote';
import { isObject } from '../typeGuards';
import { isBlank } from './parsers/empty';
import { variableFieldLabel } from './parsers/template';
import { VARIABLE_END, variablesIn, type TemplateVariable } from './parsers/templateText';

/**
 * A row's label in an AI agent's tool. n8n makes a parameter's name of it, at most 63 of a to z and digits. A
 * user who copies it into a description for the model puts it into an expression, which would end at “}}”.
 */
export const toolRowLabel = ({ label }: TemplateVariable): string => toolLabel(label);

const toolLabel = (label: string): string =>
	label.replaceAll('{{', '{').replaceAll('}}', '}').normalize('NFD').replace(/\p{M}/gu, '');

/** Whether a row's saved label, of the node or of its tool, has other words than stand around the variable now. */
function hasOtherWords(savedLabel: string, variable: TemplateVariable): boolean {
	const label = toolLabel(savedLabel);
	if (label === toolRowLabel(variable)) return false;
	// A workflow that the panel did not write may call its rows as it likes.
	return label.includes(`{${variable.number}}`);
}

/**
 * Warns of rows that were filled in when the text had other words around their variable. A workflow has them
 * if it was imported, and nobody has opened the panel since.
 * @param mapping the rows as n8n saves them, with their labels in `schema`
 */
export function warningsOfStaleRows(text: string | undefined, mapping: unknown): Warning[] {
	const { value, schema } = isObject(mapping) ? mapping : {};
	if (!text?.includes(VARIABLE_END) || !isObject(value) || !Array.isArray(schema)) return [];
	const savedLabels = new Map(
		schema.flatMap((row: unknown) =>
			isObject(row) && typeof row.displayName === 'string' ? [[row.id, row.displayName]] : [],
		),
	);
	return variablesIn(text).flatMap((variable) => {
		const id = String(variable.number);
		const savedLabel = savedLabels.get(id);
		if (isBlank(value[id]) || !savedLabel || !hasOtherWords(savedLabel, variable)) return [];
		return {
			label: variableFieldLabel(id),
			description: `a value for ${quote(savedLabel)}, which is now ${quote(variable.label)}`,
			remedy:
				'The template’s text changed after these rows were filled in. Check that the values fit, then open this node’s panel, where the rows follow the text, and save the workflow.',
		};
	});
}
