/** The hints in `_response`: in production nobody sees the panel. */
import { answer, cut, execution, pending, refusal, start } from './execution';
import type { Told } from './nodeContext';

const options = { includeResponse: true };
const contact = (given: object) => ({
	...{ resource: 'contact', operation: 'upsert', options, additionalFields: {}, ...given },
});

/** The hints in each item's response details, and those of the panel. */
async function hints(given: Partial<Told>) {
	const { output, context } = execution(given);
	const items = (await output).map(({ json }) => (json._response as { hints?: string[] })?.hints);
	return { items, panel: context.hints.map(({ message }) => message) };
}

test('an item has the warnings that name it, and no others', async () => {
	const phone = '(11) 98765-4321';
	const items = [
		contact({ name: 'JoÃ£o', phone: '(11) 8765-4321' }),
		contact({ name: 'Ana', phone }),
		contact({ name: 'Bia', phone: '(21) 98765-4321' }),
		contact({ name: 'Ana', phone: '+5511987654321' }),
	];
	const shared = [
		'Ana, (11) 98765-4321 [item 1] and Ana, +5511987654321 [item 3] (the first item is 0) have the same phone.',
	];
	expect((await hints({ items })).items).toEqual([
		[
			expect.stringMatching(/^The phone has eight digits/),
			expect.stringMatching(/^“Name” of JoÃ£o.* \[item 0\] \(the first item is 0\) holds/),
		],
		...[shared, [], shared],
	]);
	const without = items.map((item) => ({ ...item, options: {} }));
	expect((await hints({ items: without })).items).toEqual(Array(4).fill(undefined));
});

test('an item is told of the others that change its record', async () => {
	const items = ['a', 'b', 'a'].map((dealId) => ({
		...{ resource: 'deal', operation: 'win', dealId, options },
	}));
	const same = [
		'Items 0 and 2 (the first item is 0) are about one record. Where several set a field, the last one counts.',
	];
	expect((await hints({ items })).items).toEqual([same, [], same]);
});

test('an item that nobody finds again says so of itself', async () => {
	const items = [contact({ name: 'Ana' }), contact({ name: 'Bia' })];
	const { items: told, panel } = await hints({ items });
	const of = (count: RegExp) => [expect.stringMatching(count)];
	expect(told).toEqual(Array(2).fill(of(/^1 item has neither/)));
	expect(panel).toEqual(of(/^2 items have neither/));
});

test('an item names its own properties that were not sent', async () => {
	const columns = { mappingMode: 'autoMapInputData', value: null, schema: [] };
	const row = (more: object) =>
		contact({ dataMode: 'columns', columns, email: 'a@x.com', ...more });
	const { items } = await hints({ items: [row({ humor: 'bom' }), row({ email: 'b@x.com' })] });
	expect(items).toEqual([
		[expect.stringMatching(/^Not sent: .*“humor”/)],
		[expect.not.stringContaining('humor')],
	]);
});

test('a stored answer says so on its item', async () => {
	const items = ['a', 'b'].map((dealId) => ({
		...{ resource: 'deal', operation: 'win', dealId, options },
	}));
	const service: Told['service'] = ({ url }) => ({
		...answer({ id: 'x' }),
		headers: { 'request-id': 'r', 'idempotent-replayed': String(url.includes('/a/')) },
	});
	const { items: told, panel } = await hints({ items, service });
	expect(told).toEqual([[expect.stringMatching(/^Nothing new was done: it was done before/)], []]);
	expect(panel).toEqual([expect.stringMatching(/^Nothing new was done for item 0/)]);
});

test('each record has what is true of all, and of its own list', async () => {
	const list = (more: object) => ({
		...{ resource: 'contact', operation: 'getAll', limit: 1, options, ...more },
	});
	const service: Told['service'] = ({ url }) =>
		answer({
			data: [{ id: 1 }],
			...(!url.includes('search') && { hasMore: true, nextCursor: 'c' }),
		});
	const items = [list({}), list({ filters: { search: 'x' } })];
	const repeated = expect.stringMatching(/for each input item/);
	expect((await hints({ items, service })).items).toEqual([
		[expect.stringMatching(/^Limit was reached after 1 record,/), repeated],
		[repeated],
	]);
});

test('an item of an earlier try keeps its hints', async () => {
	const flow = {};
	const items = [contact({ name: 'JoÃ£o', email: 'a@x.com' }), contact({ email: 'b@x.com' })];
	const failing: Told['service'] = ({ body }) =>
		String(body).includes('b@x.com') ? refusal(401, 'invalid_api_token') : answer({ id: 'a' });
	await execution({ items, flow, service: failing, accessToken: 'hints' }).failure();
	expect((await hints({ items, flow, accessToken: 'hints' })).items).toEqual([
		[expect.stringMatching(/^“Name” of JoÃ£o.* \[item 0\] \(the first item is 0\) holds/)],
		[],
	]);
});

test('an item says of itself what was not found out about it', async () => {
	const items = [start({ options: { ...options, waitForOutcome: 1, maxWaitSeconds: 0 } })];
	const service: Told['service'] = ({ method }) =>
		method === 'GET' ? refusal(403, 'permission_denied') : answer(pending, 202);
	const { items: told, panel } = await hints({ items, service });
	expect(panel).toEqual([
		expect.stringMatching(
			/The role of the access token’s user.* \(11987654321 \[item 0\]; the first item is 0\)\.$/,
		),
	]);
	expect(told).toEqual([panel]);
});

test('an item that fails, or is only checked, has no response details to put hints into', async () => {
	const more = [{}, { checkOnly: true }, {}];
	const items = ['a', 'b', 'c'].map((dealId, at) => ({
		...{ resource: 'deal', operation: 'win', dealId, options: { ...options, ...more[at] } },
	}));
	const service: Told['service'] = ({ url }) =>
		url.includes('/a/') ? refusal(404, 'resource_not_found') : answer({ id: 'c' });
	const { items: told } = await hints({ items, service, continueOnFail: true });
	expect(told).toEqual([undefined, undefined, []]);
});

test('a record that is found as it should be counts as written by nobody, also after a lost write', async () => {
	const cnpj = '11222333000181';
	const items = [
		{
			...{ resource: 'company', operation: 'upsert', cnpj, additionalFields: {} },
			options: { ...options, maxWaitSeconds: 0 },
		},
	];
	const same = { items, flow: {}, accessToken: 'lost-write' };
	const list = (...data: object[]) => answer({ data, hasMore: false });
	const lost: Told['service'] = ({ method }) => (method === 'GET' ? list() : cut());
	await execution({ ...same, service: lost }).failure();
	const found = execution({ ...same, service: () => list({ id: 'co', cnpj }) });
	expect(await found.output).toMatchObject([{ json: { id: 'co', _response: { written: false } } }]);
	expect(found.lines()).toHaveLength(1);
});

test('the report on a run that failed has the hints on items that were carried out', async () => {
	const items = [contact({ name: 'JoÃ£o', email: 'a@x.com' }), contact({ email: 'b@x.com' })];
	const failing: Told['service'] = ({ body }) =>
		String(body).includes('b@x.com') ? refusal(401, 'invalid_api_token') : answer({ id: 'a' });
	const { context } = await execution({ items, service: failing }).failure();
	expect(context.data).toMatchObject({
		output: [
			{
				_response: {
					hints: [
						expect.stringMatching(/^“Name” of JoÃ£o.* \[item 0\] \(the first item is 0\) holds/),
					],
				},
			},
		],
	});
});
