import { fieldLabel } from '../../../nodes/CustomerRelationship/errors/fieldLabel';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { operationOf } from '../resources/requests';

function labelsOf(resource: string, operation: string) {
	const { properties } = operationOf(resource, operation);
	return (param: string, fieldNames?: ApiRequest['fieldNames']) =>
		fieldLabel(properties, param, fieldNames);
}

test.each([
	['contact', 'upsert', 'phone', '“Phone”'],
	['contact', 'upsert', 'companyId', '“Company”'],
	['contact', 'upsert', 'tags', '“Tags”'],
	['contact', 'upsert', 'tags[0]', '“Tags”'],
	['contact', 'upsert', 'customFields', '“Custom Fields”'],
	['contact', 'upsert', 'customFields.pontuacao', '“Custom Fields: pontuacao”'],
	['contact', 'upsert', 'customFields[pontuacao]', '“Custom Fields: pontuacao”'],
	['contact', 'upsert', 'customFields.a.b', '“Custom Fields: a.b”'],
	['contact', 'upsert', 'slug', '“Field ID”'],
	['contact', 'getAll', 'search', '“Search”'],
	['contact', 'get', 'id', '“Contact”'],
	['company', 'update', 'address.city', '“Address”'],
	['deal', 'create', 'stageId', '“Stage”'],
	['deal', 'create', 'valueCents', '“Value (BRL)” or “Value in Cents”'],
	['deal', 'update', 'valueCents', '“Value (BRL)” or “Value in Cents”'],
	['deal', 'move', 'id', '“Deal”'],
	['deal', 'lose', 'lostReasonId', '“Lost Reason ID”'],
	['conversation', 'start', 'channelId', '“Channel”'],
	['conversation', 'start', 'template', '“Template Name”'],
	['conversation', 'start', 'template.name', '“Template Name”'],
	['conversation', 'start', 'template.language', '“Template Language”'],
	['conversation', 'start', 'template.params', '“Template Variables”'],
	['conversation', 'start', 'template.params[1]', '“Template Variables”'],
	['message', 'get', 'messageId', '“Message ID”'],
	['message', 'send', 'text', '“Text”'],
])('finds the label of a parameter: %s.%s: %s is %s', (resource, operation, param, label) => {
	expect(labelsOf(resource, operation)(param)).toBe(label);
});

test('uses the field by which a property was given', () => {
	const labelOf = labelsOf('deal', 'update');
	for (const param of ['tags', 'tags[1]', 'tags.1']) {
		expect(labelOf(param)).toBe('“Tags (Replace All)”');
		expect(labelOf(param, { tags: 'addTags' })).toBe('“Add Tags”');
	}
	expect(labelOf('title', { tags: 'addTags' })).toBe('“Title”');
});

test('has no label for a parameter without a field', () => {
	const labelOf = labelsOf('contact', 'upsert');
	for (const param of ['', 'nothing', 'constructor', '__proto__', 'toString', 'id', '.', '[]']) {
		expect(labelOf(param)).toBeUndefined();
	}
});
