import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { carriedOut, lost, preparation, refusal } from './requests';

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
	'%s reads recent records for custom field types that are left open',
	async (name, values, group, list, write) => {
		const given = { ...values, [group]: entries(automatic, { slug: 'color', value: 7 }) };
		expect(preparation(name, given)).toMatchObject({ fieldTypesFrom: list });
		const { lines, steps } = await carriedOut(name, given, ({ method }) =>
			method === 'GET' ? seen : { id: 'r' },
		);
		expect(lines).toEqual([
			`GET ${list}?limit=100`,
			expect.stringMatching(new RegExp(`^${write} .*"customFields":{"visits":3,"color":"7"}`)),
		]);
		// Cached for the whole execution: no more than what tells the types.
		expect(steps[0]?.options.cacheFor).toBeUndefined();
		expect(steps[0]?.options.cacheAs?.(seen)).toEqual({
			...{ data: [{ customFields: seen.data[0]?.customFields }], hasMore: false },
		});
		expect(steps[0]?.options.cacheAs?.({ data: [null, 7] })).toEqual({ data: [] });
	},
);

const upsert = async (field: object, answer: IDataObject | Error) =>
	await carriedOut(
		'contact.upsert',
		{ name: 'Ana', additionalFields: entries(field) },
		({ method }) => (method === 'GET' ? answer : { id: 'r' }),
	);

test('uses the value’s own type where no record has the field or the token lacks the scope', async () => {
	const empty = { data: [], hasMore: false };
	const scope = refusal(403, 'insufficient_api_token_scope');
	for (const answer of [empty, scope]) {
		expect((await upsert({ slug: 'a', value: 3 }, answer)).lines[1]).toContain(
			'"customFields":{"a":3}',
		);
		expect((await upsert({ slug: 'a', value: '3' }, answer)).lines[1]).toContain(
			'"customFields":{"a":"3"}',
		);
	}
});

test.each([refusal(401, 'invalid_api_token'), lost()])(
	'any other failure of that read fails the item',
	async (failure) => {
		await expect(upsert(automatic, failure)).rejects.toThrow(failure);
	},
);

test('refuses a value that is not of the type seen, before anything is written', async () => {
	await expect(upsert({ ...automatic, value: 'seven' }, seen)).rejects.toThrow(InvalidInput);
});

test('refuses other mistakes before anything is asked', () => {
	const values = { name: '', additionalFields: entries(automatic) };
	expect(() => preparation('contact.upsert', values)).toThrow(InvalidInput);
});

test.each([
	['a type that is chosen', { slug: 'a', type: 'number', value: '3' }],
	['a value that holds nothing', { slug: 'a', type: 'automatic', value: '' }],
])('%s needs no read of recent records', async (_, field) => {
	expect((await upsert(field, refusal(500, 'internal_error'))).lines).toHaveLength(1);
});

test.each([
	['unknown_custom_field', 'customFields.visit', 'Did you mean “visits”?'],
	['unknown_custom_field', 'visit', 'Did you mean “visits”?'],
	['unknown_custom_field', 'customFields.something', undefined],
	['unknown_custom_field', undefined, undefined],
	['invalid_value', 'customFields.visit', undefined],
])('a refusal with %s of %s advises: %s', async (code, param, advice) => {
	const work = carriedOut(
		'contact.upsert',
		{ name: 'Ana', additionalFields: entries({ slug: 'visit', value: 3 }) },
		({ method }) => (method === 'GET' ? seen : refusal(422, code, param)),
	);
	await expect(work).rejects.toMatchObject({ advice });
});

test('a connection that breaks at the write is told as such', async () => {
	const failure = lost();
	const work = carriedOut(
		'contact.upsert',
		{ name: 'Ana', additionalFields: entries({ slug: 'visits', value: 3 }) },
		({ method }) => (method === 'GET' ? seen : failure),
	);
	await expect(work).rejects.toBe(failure);
});
