import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import {
	assertNumberedVariables,
	parseTemplateText,
	variablesIn,
} from '../fields/parsers/templateText';
import { toolRowLabel } from '../fields/templateRows';

/** A row for each variable of Template Text. If there is none, the notice says why. The service is not asked. */
export async function getTemplateVariables(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const text = parseTemplateText(this.getCurrentNodeParameter('templateText')) ?? '';
	const isTool = this.getNode().type.endsWith('Tool');
	const fields = variablesIn(text).map((variable) => ({
		...{ id: String(variable.number), type: 'string' as const },
		displayName: isTool ? toolRowLabel(variable) : variable.label,
		// n8n deletes empty rows from the values, and does not run the node if a required one is missing.
		...{ required: false, defaultMatch: false, canBeUsedToMatch: false, display: true },
	}));
	return { fields, ...(fields.length === 0 && { emptyFieldsNotice: problemOf(text) }) };
}

function problemOf(text: string): string {
	try {
		assertNumberedVariables(text);
		return 'Template Text has no variables.';
	} catch (error) {
		return error instanceof FieldError ? `${error.message}. ${error.remedy}` : String(error);
	}
}
