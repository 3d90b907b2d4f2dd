import { rawCollectionFieldValue } from '../../../nodes/CustomerRelationship/resources/shared/parameters';

test.each([
	[{ phone: '={{ $json.a }}' }, '={{ $json.a }}'],
	['={{ $json.fields }}', '={{ ($json.fields).phone }}'],
	['={{ { phone: $json.a } }}', '={{ { phone: $json.a } }}'],
	['={{ $json.a }}={{ $json.b }}', '={{ $json.a }}={{ $json.b }}'],
	['={{ $json.a }} b', '={{ $json.a }} b'],
	['phone', undefined],
	[undefined, undefined],
])('of %j the workflow holds for a field: %j', (raw, expected) => {
	expect(rawCollectionFieldValue(raw, 'phone')).toBe(expected);
});
