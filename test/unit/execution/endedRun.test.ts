/** What a failure that ends a run tells of all items; in words that is tested beside the words (test/unit/errors). */
import type { Told } from './nodeContext';
import { answer, cut, deal, execution, held, refusal, settled } from './execution';

/** Refuses what is called “missing”; of what is called “lost” nobody knows the end. */
const service: Told['service'] = ({ url }) => {
	if (url.includes('missing')) return refusal(404, 'resource_not_found');
	if (url.includes('lost')) return refusal(500, 'internal_error');
	return answer({ id: url.split('/').at(-2) });
};
/** The failure of a run. */
const ended = async (given: Partial<Told>) => await execution({ service, ...given }).failure();

test.each<[string, string[], Array<[number, number]>, number, object]>([
	[
		'what went wrong, not what was stopped for it',
		['a', 'a', 'b'],
		[
			[1, 404],
			[0, 200],
		],
		2,
		{ carriedOut: [0], unknown: [], notCarriedOut: [1, 2], output: [{ id: 'a' }] },
	],
	[
		'that others may have been carried out, too',
		['a', 'b', 'c', 'd'],
		[
			[0, 200],
			[1, 404],
			[3, 500],
			[2, 500],
		],
		1,
		{ carriedOut: [0], unknown: [2, 3], notCarriedOut: [1], output: [{ id: 'a' }] },
	],
])('it tells %s', async (_what, ids, answers, itemIndex, data) => {
	const { service: later, give } = held();
	const items = ids.map((id) => deal('win', id, { options: { parallelRequests: 3 } }));
	const failure = ended({ items, service: later });
	const error = { type: 'x', code: 'resource_not_found' };
	for (const [index, status] of answers) {
		await settled();
		give(index, status === 200 ? { id: 'a' } : { error }, status);
	}
	expect((await failure).context).toMatchObject({ itemIndex, data });
});

test('of reads it tells nothing of the kind', async () => {
	const { context } = await ended({ items: ['a', 'missing'].map((id) => deal('get', id)) });
	expect(context.itemIndex).toBe(1);
	expect(context.data).toBeUndefined();
});

test('what was as wanted already counts as carried out', async () => {
	const record = { id: 'tagged', tags: ['b'] };
	const { context } = await ended({
		items: ['tagged', 'missing'].map((contactId) => ({
			...{ resource: 'contact', operation: 'update', contactId },
			updateFields: { addTags: 'b' },
		})),
		service: ({ url }) =>
			url.endsWith('tagged') ? answer(record) : refusal(404, 'resource_not_found'),
	});
	expect(context.data).toMatchObject({ carriedOut: [0], output: [record] });
});

test('what an earlier try did is told of also where the input is refused now', async () => {
	const same = { flow: {}, accessToken: 'odd' };
	const of = async (ids: string[]) =>
		(await ended({ ...same, items: ids.map((id) => deal('win', id)) })).context;
	await of(['a', 'lost', 'c']);
	const data = { carriedOut: [0], unknown: [1], notCarriedOut: [2] };
	expect(await of(['a', 'lost', ''])).toMatchObject({ itemIndex: 2, data });
	expect(await of(['', '', 'c'])).toMatchObject({ itemIndex: 1, data });
});

test('what an earlier try created is not taken for undone where updating it is refused', async () => {
	const cnpj = '11222333000181';
	const same = {
		...{ flow: {}, accessToken: 'created' },
		items: [
			{
				...{ resource: 'company', operation: 'upsert', cnpj },
				...{ additionalFields: { tradeName: 'Casa' }, options: { maxWaitSeconds: 0 } },
			},
		],
	};
	const list = (...data: object[]) => answer({ data, hasMore: false });
	await ended({ ...same, service: ({ method }) => (method === 'GET' ? list() : cut()) });
	const refused: Told['service'] = ({ method }) =>
		method === 'GET' ? list({ id: 'co', cnpj }) : refusal(403, 'permission_denied');
	expect((await ended({ ...same, service: refused })).context.data).toMatchObject({ unknown: [0] });
});

test('a credential that can’t be used tells what was carried out before it', async () => {
	const items = ['a', 'b'].map((id) => deal('win', id));
	expect((await ended({ items, tokens: ['one', 'two words'] })).context.data).toMatchObject({
		...{ carriedOut: [0], notCarriedOut: [1] },
	});
});

test('items that only read are not told as carried out beside a write that failed', async () => {
	const items = [deal('get', 'a'), deal('win', 'b')];
	const service: Told['service'] = ({ url }) =>
		url.includes('/win') ? refusal(404, 'resource_not_found') : answer({ id: 'a' });
	const data = { carriedOut: [], unknown: [], notCarriedOut: [0, 1], output: [] };
	expect((await ended({ items, service })).context.data).toMatchObject(data);
});

describe('a run that ends before anything is sent', () => {
	const contact = (more: object) => ({
		...{ resource: 'contact', operation: 'upsert', phone: '11987654321', ...more },
	});

	test('is ended by the first read that fails: no other item is read then', async () => {
		const field = [{ slug: 'visits', value: '3' }];
		const key = { options: { idempotencyKey: 'k' } };
		const items = [
			contact({ additionalFields: { customFields: { field } } }),
			...['Ana', 'Bia'].map((name) => contact({ name, ...key })),
		];
		const refused = () => refusal(401, 'invalid_api_token');
		const { failure, lines } = execution({ items, service: refused });
		expect((await failure()).message).toBe('The access token is not valid');
		expect(lines()).toEqual([expect.stringMatching(/^GET \/contacts/)]);
	});

	test('has no hints on what its items have in common', async () => {
		const items = [contact({ name: 'Ana' }), contact({ name: 'Bia' }), contact({ phone: 'x' })];
		const { failure, context } = execution({ items });
		expect((await failure()).message).toMatch(/^“Phone” /);
		expect(context.hints).toEqual([]);
	});
});
