import { clearFieldsField } from '../../../nodes/CustomerRelationship/fields/clearFields';
import { NOTHING, refusalOf, UTC } from './refusals';

const { read } = clearFieldsField([
	{ name: 'Emails', value: 'emails' },
	{ name: 'Owner', value: 'ownerId' },
	{ name: 'Phones', value: 'phones' },
	{ name: 'Tags', value: 'tags' },
]);

test('clears values with null and lists with an empty list', () => {
	expect(read(['ownerId', 'tags', 'emails', 'phones'], UTC)).toEqual({
		ownerId: null,
		tags: [],
		emails: [],
		phones: [],
	});
	expect(read('ownerId, tags', UTC)).toEqual({ ownerId: null, tags: [] });
});

test.each([...NOTHING, ['an empty choice', []] as [string, unknown]])(
	'%s clears nothing',
	(_name, value) => {
		expect(read(value, UTC)).toEqual({});
	},
);

test.each(['name', '__proto__', 'customFields', 'OwnerId'])(
	'refuses %s, which can’t be cleared',
	(name) => {
		const { message, remedy } = refusalOf(() => read(['tags', name], UTC));
		expect(message).toBe(`“Clear Fields” can’t clear “${name}”`);
		expect(remedy).toBe('Choose from emails, ownerId, phones, tags.');
	},
);
