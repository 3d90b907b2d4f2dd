/** What the node sends for fields and expressions, seen through to the service's records. */
import { located, useService } from './actionNode/service';

const service = useService();
const contact = (operation: string, more: object) => ({ resource: 'contact', operation, ...more });
const planted = async (fields: object = { name: 'Ana', phone: '+5511911110001' }) =>
	String((await service.app('POST', '/contacts', fields)).id);
const company = async () =>
	String((await service.app('POST', '/companies', { legalName: 'Casa' })).id);

describe('Create or Update', () => {
	test('creates, then finds the contact by its phone and adds tags', async () => {
		const created = await service.record(
			contact('upsert', {
				...{ name: 'Ana Lima', phone: '(11) 91111-0001' },
				additionalFields: {
					tags: 'vip, gold',
					customFields: { field: [{ slug: 'origem', type: 'string', value: 'Feira' }] },
					customFieldsJson: '{ "aceita_novidades": true, "origem": "overruled" }',
					additionalBody: '{ "not_known_to_the_node": 1 }',
				},
			}),
		);
		expect(created).toMatchObject({
			...{ name: 'Ana Lima', phone: '+5511911110001', tags: ['vip', 'gold'] },
			customFields: { origem: 'Feira', aceita_novidades: true },
		});
		const again = { phone: '5511911110001', additionalFields: { tags: ['new'] } };
		const options = { includeResponse: true };
		expect(await service.record(contact('upsert', { ...again, options }))).toMatchObject({
			...{ id: created.id, name: 'Ana Lima', tags: ['vip', 'gold', 'new'] },
			_response: { statusCode: 200, created: false },
		});
	});

	test('without response details the record is exactly the service’s', async () => {
		await service.fault({ kind: 'unknownProperties', properties: { fresh: { a: [1] } } });
		const record = await service.record(contact('upsert', { name: 'Bia' }));
		expect(record).toMatchObject({ name: 'Bia', fresh: { a: [1] } });
		expect(record).not.toHaveProperty('_response');
	});

	test('what an expression does not give is not sent', async () => {
		const id = await planted({ name: 'Ana', phone: '+5511911110001', tags: ['a'] });
		const record = await service.record(
			contact('upsert', {
				name: '={{ $json.missing }}',
				phone: '11911110001',
				email: '={{ "" }}',
				additionalFields: { tags: '={{ [] }}', companyId: located('={{ $json.missing }}') },
			}),
		);
		expect(record).toMatchObject({ id, name: 'Ana', tags: ['a'] });
		expect((await service.request()).rawBody).toBe('{"phone":"11911110001"}');
	});
});

test('an empty ID fails before anything is sent', async () => {
	const item = await service.refusal(contact('get', { contactId: located('={{ $json.id }}') }));
	expect(item).toMatchObject({
		error: '“Contact” is empty',
		details: { code: 'invalid_input', status: null },
	});
	expect(await service.requests()).toEqual([]);
});

test.each([
	['America/Sao_Paulo', '2026-01-31T09:00:00', '2026-01-31T12:00:00.000Z'],
	['Asia/Kolkata', '2026-01-31T09:00:00', '2026-01-31T03:30:00.000Z'],
	['Asia/Kolkata', '={{ DateTime.fromISO("2026-01-31T09:00:00") }}', '2026-01-31T03:30:00.000Z'],
	[
		'Asia/Kolkata',
		'={{ DateTime.fromISO("2026-01-31T09:00:00").toISO() }}',
		'2026-01-31T03:30:00.000Z',
	],
	['UTC', '={{ new Date(1769860800000) }}', '2026-01-31T12:00:00.000Z'],
	['UTC', '={{ "2026-01-31T09:00:00-03:00" }}', '2026-01-31T12:00:00.000Z'],
])('in %s, %s is sent as %s', async (timezone, updatedSince, utc) => {
	await service.records(contact('getAll', { filters: { updatedSince } }), { timezone });
	const { path } = await service.request();
	expect(new URLSearchParams(path.split('?')[1]).get('updatedSince')).toBe(utc);
});

describe('Update', () => {
	const full = async () =>
		await planted({
			name: 'Ana',
			phone: '+5511911110001',
			email: 'ana@example.com',
			tags: ['a', 'b'],
			companyId: await company(),
			ownerId: service.fixtures.users?.seller,
			customFields: { origem: 'Feira', pontuacao: 3 },
		});

	test('clears only what it is told to clear', async () => {
		const contactId = await full();
		const nothing = '={{ $json.missing }}';
		const untouched = {
			name: '={{ "" }}',
			phone: nothing,
			email: '={{ null }}',
			tags: '',
			companyId: located(nothing),
			ownerId: nothing,
			customFieldsJson: '={{ { origem: null } }}',
			additionalBody: '',
		};
		const cleared = await service.record(
			contact('update', {
				contactId,
				updateFields: { ...untouched, clearFields: ['email', 'tags'] },
			}),
		);
		expect(cleared).toMatchObject({
			name: 'Ana',
			phone: '+5511911110001',
			email: null,
			tags: [],
			ownerId: service.fixtures.users?.seller,
			customFields: { origem: 'Feira', pontuacao: 3 },
		});
		expect(cleared.companyId).not.toBeNull();
		const rest = ['name', 'phone', 'companyId', 'ownerId'];
		expect(
			await service.record(contact('update', { contactId, updateFields: { clearFields: rest } })),
		).toMatchObject({
			name: '',
			phone: null,
			companyId: null,
			ownerId: null,
		});
	});
});

describe('a deal', () => {
	const deal = (operation: string, more: object) => ({ resource: 'deal', operation, ...more });
	const board = async () =>
		String(
			(
				await service.app('POST', '/deals', {
					...{ title: 'Mesa', pipelineId: service.fixtures.pipelines?.default },
				})
			).id,
		);

	test('starts in the pipeline’s first open stage; the value may be given in cents', async () => {
		const pipelineId = located(service.fixtures.pipelines?.default);
		const additionalFields = {
			valueCents: 5,
			additionalBody: `{ "products": [{ "productId": "${service.fixtures.products?.sofa}" }] }`,
		};
		expect(
			await service.record(deal('create', { title: 'Sofá', pipelineId, additionalFields })),
		).toMatchObject({
			...{ stageId: service.fixtures.stages?.firstOpen, valueCents: 5 },
			products: [{ productId: service.fixtures.products?.sofa, quantity: 1 }],
		});
	});

	test('a filter that names no record does not become the whole list', async () => {
		for (const [filters, label] of [
			[{ contactId: located('={{ $json.missing }}') }, 'Contact'],
			[{ ownerId: '={{ $json.missing }}' }, 'Owner ID'],
		] as const) {
			const item = await service.refusal(deal('getAll', { filters }));
			expect(item.error).toBe(`“${label}” is empty`);
		}
		expect(await service.requests()).toEqual([]);
	});

	test('is won with an empty object as body', async () => {
		await service.record(deal('win', { dealId: await board() }));
		const { rawBody, headers } = await service.request();
		expect([rawBody, headers['content-type']]).toEqual(['{}', 'application/json']);
	});

	test('is deleted with the deletion’s own result, and not found a second time', async () => {
		const dealId = await board();
		expect(await service.record(deal('delete', { dealId }))).toMatchObject({
			...{ id: dealId, deleted: true },
		});
		const item = await service.refusal(deal('delete', { dealId }));
		expect(item.error).toBe('The record was not found (field “Deal”)');
	});
});

test('pipelines: the node cuts, the query has no limit', async () => {
	const getAll = { resource: 'pipeline', operation: 'getAll' };
	expect(await service.records({ ...getAll, limit: 2 })).toHaveLength(2);
	await service.records({ ...getAll, returnAll: true, filters: { includeInactive: true } });
	expect((await service.requests()).map(({ path }) => path)).toEqual([
		...['/api/v1/pipelines', '/api/v1/pipelines?includeInactive=true'],
	]);
});
