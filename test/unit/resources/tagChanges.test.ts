import type { JsonValue } from 'n8n-workflow';
import { carriedOut, firstRequest, preparation, refused } from './requests';

const NAMES = [
	['contact.update', 'contacts', 'contactId'],
	['deal.update', 'deals', 'dealId'],
] as const;

describe.each(NAMES)('%s', (operation, collection, id) => {
	const address = `/${collection}/r%2F1`;
	/** Carries an update out on a record that has the tags. */
	const change = async (updateFields: object, tags: unknown = ['a', 'b']) =>
		await carriedOut(operation, { [id]: 'r/1', updateFields }, (request) => ({
			...{ id: 'r/1', tags: tags as JsonValue, ...request.body },
		}));
	const written = (tags: string[], more: object = {}) =>
		`PATCH ${address} ${JSON.stringify({ ...more, tags })}`;

	test.each<[string, object, string[]]>([
		['appends to the existing tags', { addTags: 'c, d' }, ['a', 'b', 'c', 'd']],
		['adds each once', { addTags: ['b', 'c', 'c'] }, ['a', 'b', 'c']],
		['removes tags and keeps the order', { removeTags: 'a, x' }, ['b']],
		['removes the last one', { removeTags: 'a, b' }, []],
		[
			'takes numbers for the tags of that name',
			{ addTags: [7, 7], removeTags: [5] },
			['a', 'b', '7'],
		],
		['adds and removes at once', { addTags: 'c', removeTags: '["a"]' }, ['b', 'c']],
		['removes in any case, with blanks around', { removeTags: [' A '] }, ['b']],
		['adds as it is spelled first', { addTags: ['Gold', 'GOLD', 'gold '] }, ['a', 'b', 'Gold']],
	])('%s', async (_, changes, tags) => {
		const { lines, records } = await change(changes);
		expect(lines).toEqual([`GET ${address}`, written(tags)]);
		expect(records).toEqual([{ id: 'r/1', tags }]);
	});

	test('compares tags as they look, and keeps the record’s spelling', async () => {
		const tags = [
			'Promoção'.normalize('NFD'),
			'Opt-Out',
			'opt\u2011out',
			'não\u00a0perturbe',
			'vip',
		];
		const removed = await change({ removeTags: 'promoção, OPT-OUT, não perturbe' }, tags);
		expect(removed.lines[1]).toBe(written(['vip']));
		const added = await change({ addTags: 'x, PROMOÇÃO, não  perturbe' }, tags);
		expect(added.lines[1]).toBe(written([...tags, 'x']));
	});

	test('removes the tag that a number names', async () => {
		expect((await change({ removeTags: [2024] }, ['2024', 'a'])).lines[1]).toBe(written(['a']));
	});

	test.each<[string, object, string[]]>([
		['is there already', { addTags: 'a' }, ['a', 'b']],
		['is there in another case', { addTags: 'A' }, ['a', 'b']],
		['was never there', { removeTags: 'x' }, ['a', 'b']],
		['is to leave a record that has none', { removeTags: 'x' }, []],
		['is there twice', { addTags: 'a' }, ['a', 'b', 'a']],
	])('writes nothing where the tag %s, and returns the record', async (_, changes, tags) => {
		const { lines, records } = await change(changes, tags);
		expect(lines).toEqual([`GET ${address}`]);
		expect(records).toEqual([{ id: 'r/1', tags }]);
	});

	test('writes other fields along, without tags where these stay the same', async () => {
		const field = operation === 'deal.update' ? 'title' : 'name';
		const more = { [field]: 'Ana' };
		expect((await change({ ...more, addTags: 'c' })).lines[1]).toBe(written(['a', 'b', 'c'], more));
		expect((await change({ ...more, addTags: 'a' })).lines[1]).toBe(
			`PATCH ${address} ${JSON.stringify(more)}`,
		);
	});

	test('a write without tags is the part “fields”, with a key of its own', async () => {
		const field = operation === 'deal.update' ? 'title' : 'name';
		const partOf = async (updateFields: object) =>
			(await change(updateFields)).steps.at(-1)?.options.part;
		expect(await partOf({ [field]: 'Ana', addTags: 'c' })).toBeUndefined();
		expect(await partOf({ [field]: 'Ana', addTags: 'a' })).toBe('fields');
		expect(await partOf({ [field]: 'Ana' })).toBeUndefined();
	});

	test('refuses a user’s key that leaves no room for that suffix, where it may be needed', () => {
		const field = operation === 'deal.update' ? 'title' : 'name';
		const first = (updateFields: object) =>
			firstRequest(operation, {
				...{ [id]: 'r', updateFields },
				options: { idempotencyKey: 'k'.repeat(249) },
			});
		expect(() => first({ [field]: 'Ana', addTags: 'a' })).toThrow('has 249 characters');
		expect(first({ addTags: 'a' })).toMatchObject({ method: 'GET' });
		expect(first({ [field]: 'Ana' })).toMatchObject({ method: 'PATCH' });
	});

	test.each([
		['r/1', true],
		['other', false],
		[null, false],
	])('accepts only that record as an answer: %p, %p', (read, isIt) => {
		const { isAnswer } = firstRequest(operation, { [id]: 'r/1', updateFields: { addTags: 'c' } });
		expect(isAnswer?.({ id: read, tags: ['a'] })).toBe(isIt);
	});

	test.each([['a, b'], [null], [[{ name: 'a' }]], [['a', 7]]])(
		'writes nothing to a record without a list of tags: %j',
		async (tags) => {
			await expect(change({ addTags: 'c' }, tags)).rejects.toThrow('no list of tags');
		},
	);

	test.each([
		[{ addTags: 'c' }, 'addTags'],
		[{ addTags: 'c', removeTags: 'a' }, 'addTags'],
		[{ addTags: 'b', removeTags: 'a' }, 'removeTags'],
	])('names the field that the written tags come from: %j', async (changes, field) => {
		expect((await change(changes)).steps[1]?.request.fieldNames).toEqual({ tags: field });
	});

	test('locks its record before it is read; the fingerprint holds the record and the changes', async () => {
		const { intent } = await change({ addTags: 'c', removeTags: 'a' });
		const record = `${id} r/1`;
		expect(intent).toMatchObject({ locks: [record], target: record, readsBeforeWriting: true });
		expect(intent.fingerprint).toEqual({ [record]: { addTags: ['c'], removeTags: ['a'] } });
	});

	test('reads open custom field types from the list', () => {
		const customFields = { field: [{ slug: 'x', type: 'automatic', value: '3' }] };
		const values = { [id]: 'r', updateFields: { addTags: 'c', customFields } };
		expect(preparation(operation, values)).toMatchObject({ fieldTypesFrom: `/${collection}` });
	});

	test('without a change to tags is one request', async () => {
		const updateFields = { addTags: '', removeTags: null, tags: 'x' };
		expect(firstRequest(operation, { [id]: 'r', updateFields })).toEqual({
			...{ method: 'PATCH', path: `/${collection}/r`, body: { tags: ['x'] } },
			record: { param: id, id: 'r' },
		});
		expect((await change({ tags: 'x' })).records).toEqual([{ id: 'r/1', tags: ['x'] }]);
	});

	refused(operation, [
		[
			{ [id]: 'r', updateFields: { addTags: 'a', tags: 'b' } },
			'“Add Tags” can’t be combined with a value that replaces all tags',
		],
		[
			{ [id]: 'r', updateFields: { removeTags: 'a', clearFields: ['tags'] } },
			'“Remove Tags” can’t be combined with a value that replaces all tags',
		],
		[
			{ [id]: 'r', updateFields: { addTags: 'a', additionalBody: { tags: [] } } },
			'“Add Tags” can’t be combined with a value that replaces all tags',
		],
		[
			{ [id]: 'r', updateFields: { addTags: 'a, b', removeTags: 'b' } },
			'“Add Tags” and “Remove Tags” both hold “b”',
		],
		[
			{ [id]: 'r', updateFields: { addTags: 'a, B', removeTags: 'b' } },
			'“Add Tags” and “Remove Tags” both hold “B”',
		],
		[{ [id]: 'r', updateFields: { addTags: '' } }, '“Update Fields” holds nothing to send'],
	]);
});
