import { getTemplateVariables } from '../../../nodes/CustomerRelationship/listSearch/getTemplateVariables';

const rowsOf = async (templateText: unknown, type = 'customerRelationship') =>
	await getTemplateVariables.call({
		getCurrentNodeParameter: (name: string) => (name === 'templateText' ? templateText : 'other'),
		getNode: () => ({ type }),
	} as never);

const row = (id: string, displayName: string) => ({
	...{ id, displayName, type: 'string' },
	...{ required: false, defaultMatch: false, canBeUsedToMatch: false, display: true },
});

test('gives a row for each variable, named by the words around it', async () => {
	expect(await rowsOf('Oi {{1}}, vence em {{2}}.')).toEqual({
		fields: [row('1', 'Oi {{1}}'), row('2', 'vence em {{2}}')],
	});
});

test('names the row of a tool with single braces, so that it may stand in an expression', async () => {
	const { fields } = await rowsOf('Oi {{1}}!', 'customerRelationshipTool');
	expect(fields.map(({ displayName }) => displayName)).toEqual(['Oi {1}']);
});

test.each([
	[undefined, 'Template Text has no variables.'],
	['Oi!', 'Template Text has no variables.'],
	['Oi {{<b>x}}!', expect.stringContaining('{{&lt;b>x}}')],
	['Oi {{nome}}!', expect.stringMatching(/^“Template Text” .*\{\{nome\}\}.*\. [A-Z].*\.$/)],
])('says of the text %j why there are no rows', async (text, emptyFieldsNotice) => {
	expect(await rowsOf(text)).toEqual({ fields: [], emptyFieldsNotice });
});
