import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { carriedOut, lost, planOf, refusal } from './requests';

const entries = (...field: object[]) => ({ customFields: { field } });
const automatic = { slug: 'visits', type: 'automatic', value: '3' };
const seen = {
	data: [{ id: 'r', name: 'Ana', customFields: { visits: 7, color: 'blue' } }],
	hasMore: false,
};

test.each([
	['contact.upsert', { name: 'Ana' }, 'additionalFields', '/contacts', 'POST /contacts'],
	['contact.update', { contactId: 'r' }, 'updateFields', '/contacts', 'PATCH /contacts/r'],
	['company.create', {}, 'additionalFields', '/companies', 'POST /companies'],
	['company.update', { companyId: 'r' }, 'updateFields', '/companies', 'PATCH /companies/r'],
	['deal.create', { title: 'A', stageId: 's' }, 'additionalFields', '/deals', 'POST /deals'],
	['deal.update', { dealId: 'r' }, 'updateFields', '/deals', 'PATCH /deals/r'],
])(
	'%s looks at recent records for the types that are left open',
	(name, values, group, list, write) => {
		const { lines, steps } = carriedOut(
			name,
			{ ...values, [group]: entries(automatic, { slug: 'color', value: 7 }) },
			({ method }) => (method === 'GET' ? seen : { id: 'r' }),
		);
		expect(lines).toEqual([
			`GET ${list}?limit=100`,
			expect.stringMatching(new RegExp(`^${write} .*"customFields":{"visits":3,"color":"7"}`)),
		]);
		expect(steps.map(({ preflight }) => preflight)).toEqual([true, undefined]);
		// Kept for the whole execution: no more than what tells the types.
		expect(steps[0]?.sharedAs?.(seen)).toEqual({
			...{ data: [{ customFields: seen.data[0]?.customFields }], hasMore: false },
		});
		expect(steps[0]?.sharedAs?.({ data: [null, 7] })).toEqual({ data: [] });
	},
);

const upsert = (field: object, answer: IDataObject | Error) =>
	carriedOut('contact.upsert', { name: 'Ana', additionalFields: entries(field) }, ({ method }) =>
		method === 'GET' ? answer : { id: 'r' },
	);

test('fields that no record has go by the value’s own type, and a token that can’t look, too', () => {
	const empty = { data: [], hasMore: false };
	const scope = refusal(403, 'insufficient_api_token_scope');
	for (const answer of [empty, scope]) {
		expect(upsert({ slug: 'a', value: 3 }, answer).lines[1]).toContain('"customFields":{"a":3}');
		expect(upsert({ slug: 'a', value: '3' }, answer).lines[1]).toContain(
			'"customFields":{"a":"3"}',
		);
	}
});

test.each([refusal(401, 'invalid_api_token'), lost()])(
	'any other failure of the look fails the item',
	(failure) => {
		expect(() => upsert(automatic, failure)).toThrow(failure);
	},
);

test('a value that is not of the type seen is refused before anything is written', () => {
	expect(() => upsert({ ...automatic, value: 'seven' }, seen)).toThrow(InvalidInput);
});

test('what else is wrong is told before anything is asked', () => {
	const values = { name: '', additionalFields: entries(automatic) };
	expect(() => planOf('contact.upsert', values).next()).toThrow(InvalidInput);
});

test.each([
	['a type that is chosen', { slug: 'a', type: 'number', value: '3' }],
	['a value that holds nothing', { slug: 'a', type: 'automatic', value: '' }],
])('%s takes no look', (_, field) => {
	expect(upsert(field, refusal(500, 'internal_error')).lines).toHaveLength(1);
});
