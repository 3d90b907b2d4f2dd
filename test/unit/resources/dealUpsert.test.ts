import type { IDataObject } from 'n8n-workflow';
import { refusalOf } from '../fields/refusals';
import {
	carriedOut,
	firstRequest,
	located,
	lost,
	preparation,
	refusal,
	refused,
	rejectionOf,
	type Values,
	typed,
} from './requests';

const LOOK = 'GET /deals?contactId=c%2F1&pipelineId=p1&status=open';
const where = { contactId: located('c/1'), pipelineId: located('p1', 'list'), title: 'Sofá' };
const open = (more: IDataObject = {}): IDataObject => ({
	...{ id: 'd/1', title: 'Mesa', contactId: 'c/1', pipelineId: 'p1', stageId: 's2' },
	...{
		status: 'open',
		tags: ['vip'],
		valueCents: 500,
		customFields: { origem: 'Feira', x: 1, size: { width: 1, height: 2 } },
	},
	...more,
});

/** A service whose list holds the deals, newest first. */
const upsert = async (
	values: Values,
	deals: IDataObject[],
	written: (body: object) => IDataObject | Error = (body) => ({ id: 'written', ...body }),
) =>
	await carriedOut('deal.upsert', { ...where, ...values }, ({ method, body = {} }) =>
		method === 'GET' ? { data: deals, hasMore: false } : written(body),
	);

describe('Deal: Create or Update', () => {
	test('creates a deal with all given fields where the contact has no open one in the pipeline', async () => {
		const additionalFields = { value: '10,00', tags: 'a, b', companyId: 'co1' };
		const { lines, records, steps, intent } = await upsert({ stageId: 's1', additionalFields }, []);
		const body =
			'{"title":"Sofá","stageId":"s1","contactId":"c/1","pipelineId":"p1","valueCents":1000,"companyId":"co1","tags":["a","b"]}';
		expect(lines).toEqual([LOOK, `POST /deals ${body}`]);
		expect(records).toEqual([{ id: 'written', ...JSON.parse(body) }]);
		expect(steps.map(({ options }) => options.part)).toEqual([undefined, 'create']);
		expect(intent.fingerprint).toEqual(JSON.parse(body));
		expect(intent.locks).toEqual(['deals of c/1']);
	});

	test('keeps title and stage of an existing deal, and writes the other given fields', async () => {
		const additionalFields = { valueCents: 700, customFields: typed('string', { origem: 'Site' }) };
		const { lines, records, steps } = await upsert({ stageId: 's1', additionalFields }, [open()]);
		const body = '{"valueCents":700,"customFields":{"origem":"Site"}}';
		expect(lines).toEqual([LOOK, `PATCH /deals/d%2F1 ${body}`]);
		expect(records).toEqual([{ id: 'written', ...JSON.parse(body) }]);
		expect(steps[1]?.options.part).toBe('update');
	});

	test('reads no further page than the first, and writes that deal as one that is known', async () => {
		const page = { data: [open()], hasMore: true, nextCursor: '2' };
		const values = { ...where, additionalFields: { valueCents: 1 } };
		const { steps } = await carriedOut('deal.upsert', values, ({ method }) =>
			method === 'GET' ? page : {},
		);
		expect(steps.map(({ request }) => [request.method, request.record])).toEqual([
			['GET', undefined],
			['PATCH', { id: 'd/1' }],
		]);
	});

	test('reads open custom field types from other deals', () => {
		const customFields = { field: [{ slug: 'x', type: 'automatic', value: '3' }] };
		const values = { ...where, additionalFields: { customFields } };
		expect(preparation('deal.upsert', values)).toMatchObject({ fieldTypesFrom: '/deals' });
	});

	test('updates the first of the list, which is the newest', async () => {
		const { lines } = await upsert({ additionalFields: { valueCents: 1 } }, [
			open({ id: 'newest' }),
			open({ id: 'older' }),
		]);
		expect(lines[1]).toBe('PATCH /deals/newest {"valueCents":1}');
	});

	test.each<[string, object, string | undefined]>([
		['appends tags to the existing ones', { tags: 'new, VIP, new' }, '{"tags":["vip","new"]}'],
		['takes a number for the tag of that name', { tags: [7] }, '{"tags":["vip","7"]}'],
		[
			'takes a tag of Your Own JSON that is no text as it is',
			{ additionalBody: { tags: [{ id: 1 }] } },
			'{"tags":["vip",{"id":1}]}',
		],
		['leaves tags out where none is new', { tags: ' Vip ', valueCents: 1 }, '{"valueCents":1}'],
		['never takes a tag away', { additionalBody: '{"tags":[]}' }, undefined],
		[
			'writes nothing where all fields are empty',
			{ tags: '', value: null, companyId: located('') },
			undefined,
		],
		[
			'writes nothing that is unchanged',
			{ tags: 'vip', valueCents: 500, customFields: typed('number', { x: 1 }) },
			undefined,
		],
		[
			'writes a custom field whole, where it holds more than what is given',
			{ customFields: typed('json', { size: { width: 1 } }) },
			'{"customFields":{"size":{"width":1}}}',
		],
		[
			'writes null over a value, where the panel holds it',
			{ additionalBody: '{"companyId":null}' },
			'{"companyId":null}',
		],
	])('%s', async (_, additionalFields, body) => {
		const { lines, records } = await upsert({ additionalFields }, [open()]);
		expect(lines).toEqual([LOOK, ...(body ? [`PATCH /deals/d%2F1 ${body}`] : [])]);
		if (!body) expect(records).toEqual([open()]);
	});

	test('with Only Fill Empty Fields writes what is empty, and adds tags', async () => {
		const additionalFields = {
			...{ tags: 'new', valueCents: 700, companyId: 'co1' },
			customFields: typed('string', { origem: 'Site', cor: 'azul' }),
		};
		const values = { additionalFields, options: { onlyFillEmpty: true } };
		expect((await upsert(values, [open({ companyId: null })])).lines[1]).toBe(
			'PATCH /deals/d%2F1 {"companyId":"co1","customFields":{"cor":"azul"},"tags":["vip","new"]}',
		);
		expect((await upsert(values, [])).lines[1]).toContain('"valueCents":700');
	});

	test('needs a title only to create a deal', async () => {
		expect((await upsert({ title: '' }, [open()])).records).toEqual([open()]);
		expect(await rejectionOf(upsert({ title: '' }, []))).toMatchObject({
			message: '“Title” is empty, and the contact has no open deal in the pipeline',
			remedy: expect.stringContaining('Say what the new deal is about'),
		});
	});

	test.each([
		[{ contactId: 'c2' }, 'it holds another deal than was asked for'],
		[{ pipelineId: 'p2' }, 'it holds another deal than was asked for'],
		[{ status: 'won' }, 'it holds another deal than was asked for'],
		[{ status: undefined }, 'it holds another deal than was asked for'],
		[{ id: '' }, 'the deal in it has no ID'],
		[{ tags: undefined }, 'a record in it has no list of tags'],
	])(
		'neither updates nor creates a deal where the list is not what was asked for: %j',
		async (odd, why) => {
			const writing = upsert({ additionalFields: { tags: 'a' } }, [open(odd as never)]);
			await expect(writing).rejects.toThrow(why);
		},
	);

	test.each([refusal(404, 'resource_not_found'), refusal(400, 'contact_not_found'), lost()])(
		'passes the failure of a write on',
		async (failure) => {
			for (const deals of [[], [open()]]) {
				const additionalFields = { valueCents: 1 };
				const writing = upsert({ additionalFields }, deals, () => failure);
				await expect(writing).rejects.toThrow(failure);
			}
		},
	);

	test('a key without room for its suffix is refused by the suffixes', () => {
		const values = { ...where, options: { idempotencyKey: 'k'.repeat(249) } };
		expect(refusalOf(() => firstRequest('deal.upsert', values)).remedy).toContain(
			'“:create” or “:update”',
		);
	});

	refused('deal.upsert', [
		[
			{ ...where, options: { idempotencyKey: 'k'.repeat(249) } },
			'“Idempotency Key” has 249 characters',
		],
		...['contactId', 'pipelineId', 'title', 'stageId'].map((name): [Values, string] => [
			{ ...where, additionalFields: { additionalBody: { [name]: 'x' } } },
			`“Your Own JSON” holds “${name}”`,
		]),
	]);
});
