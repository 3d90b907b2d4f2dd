/** A record that is asked for by its ID: what else may be answered is neither given out nor written by. */
import * as fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { answer, execution } from './execution';

const options = { maxWaitSeconds: 0 };
const GETS = [
	...['contact', 'company', 'deal', 'pipeline'].map((resource) => ({
		...{ resource, operation: 'get', [`${resource}Id`]: 'r/1', options },
	})),
	{ resource: 'message', operation: 'get', conversationId: 'k', messageId: 'r/1', options },
];

test.each(GETS)('$resource.get gives the record out as it is, and no other', async (item) => {
	const got = (body: object) => execution({ items: [item], service: () => answer(body) });
	const record = { id: 'r/1', fresh: { a: [1] } };
	expect(await got(record).output).toMatchObject([{ json: record }]);
	expect((await got({ id: 'another' }).failure()).message).toBe(
		'Something other than the service answered (HTTP 200)',
	);
});

test('pages of conversations are shared by all items of a run, and read anew in the next one', async () => {
	const items = ['a', 'b', 'a'].map((conversationId) => ({
		...{ resource: 'conversation', operation: 'get', conversationId, options: {} },
	}));
	const page = { data: [{ id: 'a' }, { id: 'b' }], hasMore: false };
	const shared = {
		items,
		flow: {},
		accessToken: 'token-of-the-inbox',
		service: () => answer(page),
	};
	for (const run of [0, 1]) {
		const { output, lines } = execution({ ...shared, run });
		expect((await output).map(({ json }) => json.id)).toEqual(['a', 'b', 'a']);
		expect(lines()).toEqual(['GET /conversations']);
	}
});

test('a conversation is looked for among its contact’s once an earlier run was told whose it is', async () => {
	const items = ['a', 'b', 'a'].map((conversationId) => ({
		...{ resource: 'conversation', operation: 'get', conversationId },
		options: { parallelRequests: 1 },
	}));
	const data = [
		{ id: 'a', contactId: 'c1' },
		{ id: 'b', contactId: 'c2' },
	];
	const shared = {
		...{ items, flow: {}, accessToken: 'token-of-another-inbox' },
		service: () => answer({ data, hasMore: false }),
	};
	// What the run's own answers tell is in the page that its items share.
	const first = execution({ ...shared, run: 0 });
	await first.output;
	expect(first.lines()).toEqual(['GET /conversations']);
	const second = execution({ ...shared, run: 1 });
	await second.output;
	expect(second.lines()).toEqual([
		'GET /conversations?contactId=c1',
		'GET /conversations?contactId=c2',
	]);
});

describe('an answer that is not the record', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test('is waited out like a broken connection, and the tags are read again', async () => {
		const answers = [{ status: 'starting' }, {}, { id: 'c', tags: ['vip'] }, { id: 'c' }];
		const { asked, output } = execution({
			items: [
				{
					resource: 'contact',
					operation: 'update',
					contactId: 'c',
					updateFields: { addTags: 'b' },
				},
			],
			service: () => answer(answers.shift() ?? {}),
		});
		await jest.advanceTimersByTimeAsync(10_000);
		await output;
		expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'PATCH']);
		expect(asked.at(-1)?.body).toBe('{"tags":["vip","b"]}');
	});
});

describe('whatever the read before a write answers', () => {
	type Listed = { emails: string[] };
	const isPatch = ({ method }: IHttpRequestOptions) => method === 'PATCH';
	const tag = fc.constantFrom('vip', 'VIP', ' vip', 'ção', 'ção'.normalize('NFD'), 'x', 'y', '7');
	const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<unknown>) =>
		fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: other });
	const id = mostly(fc.constantFrom('7', 7), fc.oneof(fc.constant('other'), fc.jsonValue()));
	const tags = mostly(fc.array(tag), fc.oneof(fc.constant('vip, x'), fc.jsonValue()));
	const whole = { id, tags, name: fc.string() };
	const record = mostly(fc.record(whole), fc.record(whole, { requiredKeys: [] }));
	const data = fc.record({ data: fc.oneof(record, fc.array(record)) });
	const body = mostly(record, fc.oneof(data, fc.jsonValue(), fc.constantFrom('', '<html>')));
	const read = fc.record({
		statusCode: mostly(fc.constantFrom(200, 201), fc.integer({ min: 100, max: 599 })),
		headers: fc.constantFrom({}, { 'request-id': 'req_1' }),
		body,
	});
	const same = (one: string) => one.trim().normalize('NFC').toLowerCase();
	const without = (all: string[], some: string[]) =>
		all.filter((tag) => !some.some((other) => same(other) === same(tag)));

	/** What is written, and given out, where the read is answered with that. */
	async function carriedOut(item: object, read: unknown) {
		const { output, asked } = execution({
			items: [{ ...item, options }],
			service: ({ method }: IHttpRequestOptions) =>
				method === 'GET' ? read : answer({ id: 'written' }),
		});
		const given = await output.then(
			(items) => items.map(({ json }) => json),
			() => [],
		);
		return { given, writes: asked.filter(({ method }) => method !== 'GET') };
	}

	test.each(['contact', 'deal'])(
		'tags of a %s that nobody named are neither lost nor put on another',
		async (resource) => {
			const some = fc.array(tag, { maxLength: 2 });
			const change = fc.record({ addTags: some, removeTags: some });
			await fc.assert(
				fc.asyncProperty(
					...([read, change, fc.boolean()] as const),
					async (read, { addTags, removeTags: some }, isNamed) => {
						const removeTags = without(some, addTags);
						fc.pre(addTags.length + removeTags.length > 0);
						const field = resource === 'deal' ? 'title' : 'name';
						const { writes, given } = await carriedOut(
							{
								...{ resource, operation: 'update', [`${resource}Id`]: '7' },
								updateFields: { addTags, removeTags, ...(isNamed && { [field]: 'Ana' }) },
							},
							read,
						);
						if (writes.length + given.length === 0) return;
						const record = read.body as { id: unknown; tags: string[] };
						expect(['7', 7]).toContain(record.id);
						expect(given).toHaveLength(1);
						for (const { method, url, body } of writes) {
							expect([method, url.split('/api/v1')[1]]).toEqual(['PATCH', `/${resource}s/7`]);
							const { tags = record.tags } = JSON.parse(String(body)) as { tags?: string[] };
							const kept = without(record.tags, removeTags);
							expect(tags.slice(0, kept.length)).toEqual(kept);
							expect(without(tags.slice(kept.length), addTags)).toEqual([]);
							expect(without(addTags, tags)).toEqual([]);
						}
						if (writes.length === 0) expect(given).toEqual([record]);
					},
				),
				{ numRuns: 500 },
			);
		},
		60_000,
	);

	test('no company but that of the CNPJ is written, and none loses an email', async () => {
		const CNPJ = '11222333000181';
		const cnpj = mostly(fc.constantFrom(CNPJ, '11.222.333/0001-81', '1'), fc.jsonValue());
		const emails = mostly(fc.array(fc.constantFrom('a@example.com', 'b@x')), fc.jsonValue());
		const company = fc.record({ id, cnpj, emails }, { requiredKeys: [] });
		const data = mostly(fc.array(company), fc.jsonValue());
		const list = fc.record({ data, hasMore: fc.constantFrom(false, undefined, true) });
		await fc.assert(
			fc.asyncProperty(mostly(list, body), async (body) => {
				const additionalFields = { emails: 'a@example.com' };
				const { writes } = await carriedOut(
					{ resource: 'company', operation: 'upsert', cnpj: CNPJ, additionalFields },
					{ statusCode: 200, headers: {}, body },
				);
				for (const { method, url, body: sent } of writes.filter(isPatch)) {
					const { data } = body as { data: Array<Record<'id' | 'cnpj', unknown> & Listed> };
					const found = data.filter(({ cnpj }) => String(cnpj).replace(/\D/g, '') === CNPJ);
					expect([method, url.split('/api/v1/companies/')[1]]).toEqual([
						...['PATCH', encodeURIComponent(String(found[0]?.id))],
					]);
					expect(['string', 'number']).toContain(typeof found[0]?.id);
					expect(JSON.parse(String(sent))).toEqual({
						emails: [...found[0]!.emails, 'a@example.com'],
					});
				}
			}),
			{ numRuns: 300 },
		);
	}, 60_000);

	test('no deal but the newest open one of the contact is written, and none is made where that is in doubt', async () => {
		const where = { contactId: 'c', pipelineId: 'p', status: 'open' };
		const odd = (usual: string) => mostly(fc.constant(usual), fc.constantFrom('other', null));
		const deal = fc.record(
			{ id, tags, contactId: odd('c'), pipelineId: odd('p'), status: odd('open') },
			{ noNullPrototype: true, requiredKeys: ['contactId', 'pipelineId', 'status'] },
		);
		const data = mostly(fc.array(deal, { maxLength: 3 }), fc.jsonValue());
		const list = fc.record({ data, hasMore: fc.constantFrom(false, undefined) });
		const lead = { resource: 'deal', operation: 'upsert', ...where, title: 'Sofá' };
		let [made, changed] = [0, 0];
		await fc.assert(
			fc.asyncProperty(mostly(list, body), async (body) => {
				const item = { ...lead, additionalFields: { tags: 'new' } };
				const { writes } = await carriedOut(item, { statusCode: 200, headers: {}, body });
				for (const { method, url, body: sent } of writes) {
					const { data } = body as { data: Array<{ id: string | number; tags: string[] }> };
					if (method === 'POST') {
						expect(data).toEqual([]);
						made += 1;
						continue;
					}
					changed += 1;
					expect(data[0]).toMatchObject(where);
					expect(url.split('/api/v1/deals/')[1]).toBe(encodeURIComponent(String(data[0]!.id)));
					expect(JSON.parse(String(sent))).toEqual({ tags: [...data[0]!.tags, 'new'] });
				}
			}),
			{ numRuns: 300 },
		);
		expect(Math.min(made, changed)).toBeGreaterThan(0);
	}, 60_000);
});

const NO_VIP =
	'None of the contacts that were read has the tag “vip”. If any should have it, check the spelling in the service.';
test.each([
	[{ hasPhone: true, hasTags: 'vip' }, ['No contacts passed the filters (3 read).', NO_VIP]],
	[{ search: 'x', hasTags: 'vip' }, ['No contacts passed the filters (3 read).', NO_VIP]],
	[{ hasPhone: true, withoutTags: 'New' }, ['No contacts passed the filters (3 read).']],
	[{ hasPhone: false }, []],
])('a list that the filters %j leave empty says so', async (filters, hints) => {
	const item = { resource: 'contact', operation: 'getAll', filters, returnAll: true, options: {} };
	const data = ['a', 'b', 'c'].map((id) => ({ id, phone: null, tags: ['new'] }));
	const { output, context } = execution({
		items: [item],
		service: () => answer({ data, hasMore: false, nextCursor: null }),
	});
	await output;
	expect(context.hints.map(({ message }) => message)).toEqual(hints);
});

test.each([
	[{ status: 'won' }, ['No deals passed the filters.']],
	[{}, []],
])('an empty list speaks of filters where there are some: %j', async (filters, hints) => {
	const item = { resource: 'deal', operation: 'getAll', filters, returnAll: true, options: {} };
	const { output, context } = execution({
		items: [item],
		service: () => answer({ data: [], hasMore: false, nextCursor: null }),
	});
	expect(await output).toEqual([]);
	expect(context.hints.map(({ message }) => message)).toEqual(hints);
});
