import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { escapeHtml } from '../html';
import {
	assertNumberedVariables,
	parseTemplateTextField,
	variablesIn,
} from '../fields/parsers/templateText';
import { toolRowLabel } from '../fields/templateRows';
import { makeMapperField } from './mapperField';

/** A row for each variable of Template Text. If there is none, the notice says why. The service is not asked. */
export async function getTemplateVariables(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const text = parseTemplateTextField(this.getCurrentNodeParameter('templateText')) ?? '';
	const isTool = this.getNode().type.endsWith('Tool');
	const fields = variablesIn(text).map((variable) =>
		makeMapperField(String(variable.number), isTool ? toolRowLabel(variable) : variable.label),
	);
	return { fields, ...(fields.length === 0 && { emptyFieldsNotice: escapeHtml(problemOf(text)) }) };
}

function problemOf(text: string): string {
	try {
		assertNumberedVariables(text);
		return 'Template Text has no variables.';
	} catch (error) {
		return error instanceof FieldError ? `${error.message}. ${error.remedy}` : String(error);
	}
}
