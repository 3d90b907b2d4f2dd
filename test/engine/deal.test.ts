import { located, NODE, refusals, useService, type Service } from './actionNode/service';

const service = useService();
const deal = (operation: string, more: object) => ({ resource: 'deal', operation, ...more });
const planted = async (fields: object = {}) => {
	const body = { title: 'Mesa', pipelineId: service.fixtures.pipelines?.default, ...fields };
	return String((await service.app('POST', '/deals', body)).id);
};
const closed = async () => {
	const id = await planted();
	await service.app('POST', `/deals/${id}/win`, {});
	return id;
};
const contact = async () => String((await service.app('POST', '/contacts', { name: 'Ana' })).id);
const company = async () =>
	String((await service.app('POST', '/companies', { legalName: 'Casa' })).id);
const ofPipeline = ({ fixtures }: Service, name: string) => fixtures.pipelines?.[name];
const ofStage = ({ fixtures }: Service, name: string) => fixtures.stages?.[name];

describe('Create', () => {
	test('creates with every field', async () => {
		const [contactId, companyId] = [await contact(), await company()];
		const created = await service.record(
			deal('create', {
				title: 'Sofá',
				pipelineId: located(ofPipeline(service, 'default'), 'list'),
				stageId: located(ofStage(service, 'secondOpen')),
				additionalFields: {
					contactId: located(contactId),
					companyId: located(companyId, 'list'),
					ownerId: service.fixtures.users?.seller,
					value: 'R$ 1.234,56',
					currency: 'BRL',
					tags: 'a, b',
					customFields: { field: [{ slug: 'concorrente', value: 'Loja B' }] },
					additionalBody: `{ "products": [{ "productId": "${service.fixtures.products?.sofa}" }] }`,
				},
				options: { includeResponse: true },
			}),
		);
		expect(created).toMatchObject({
			title: 'Sofá',
			stageId: ofStage(service, 'secondOpen'),
			contactId,
			companyId,
			ownerId: service.fixtures.users?.seller,
			valueCents: 123456,
			tags: ['a', 'b'],
			customFields: { concorrente: 'Loja B' },
			products: [{ productId: service.fixtures.products?.sofa, quantity: 1 }],
			status: 'open',
			_response: { statusCode: 201, created: true },
		});
	});

	test('starts in the pipeline’s first open stage; the value may be given in cents', async () => {
		const created = await service.record(
			deal('create', {
				title: 'Sofá',
				pipelineId: located(ofPipeline(service, 'default')),
				additionalFields: { valueCents: 5 },
			}),
		);
		expect(created).toMatchObject({ stageId: ofStage(service, 'firstOpen'), valueCents: 5 });
	});

	const inStage =
		(name: string, more: object = {}) =>
		(given: Service) =>
			deal('create', { title: 'T', stageId: ofStage(given, name), ...more });
	const inPipeline =
		(name: string, more: object = {}) =>
		(given: Service) =>
			deal('create', { title: 'T', pipelineId: ofPipeline(given, name), ...more });

	refusals(service, [
		[
			'a won stage',
			inStage('won'),
			{ status: 400, code: 'stage_is_final', param: 'stageId', error: 'won or lost stage' },
		],
		[
			'an unknown stage',
			() => deal('create', { title: 'T', stageId: 'none' }),
			{ status: 400, code: 'stage_not_found', param: 'stageId', error: 'stage does not exist' },
		],
		[
			'a stage of another pipeline',
			(given) =>
				deal('create', {
					title: 'T',
					stageId: ofStage(given, 'firstOpen'),
					pipelineId: ofPipeline(given, 'withoutFinalStages'),
				}),
			{
				status: 400,
				code: 'stage_not_in_pipeline',
				param: 'stageId',
				error: 'belongs to another pipeline',
			},
		],
		[
			'an unknown pipeline',
			() => deal('create', { title: 'T', pipelineId: 'none' }),
			{
				status: 400,
				code: 'pipeline_not_found',
				param: 'pipelineId',
				error: 'pipeline does not exist',
			},
		],
		[
			'a deactivated pipeline',
			inPipeline('inactive'),
			{ status: 400, code: 'pipeline_inactive', param: 'pipelineId', error: 'deactivated' },
		],
		[
			'an unknown contact',
			inPipeline('default', { additionalFields: { contactId: 'none' } }),
			{
				status: 400,
				code: 'contact_not_found',
				param: 'contactId',
				error: 'contact does not exist',
			},
		],
		[
			'an unknown company',
			inPipeline('default', { additionalFields: { companyId: 'none' } }),
			{
				status: 400,
				code: 'company_not_found',
				param: 'companyId',
				error: 'not an active company',
			},
		],
		[
			'an unknown product',
			inPipeline('default', {
				additionalFields: { additionalBody: '{"products":[{"productId":"x"}]}' },
			}),
			{ status: 400, code: 'product_not_found', param: 'products.0.productId', error: 'catalogue' },
		],
		[
			'an unknown owner',
			inPipeline('default', { additionalFields: { ownerId: 'none' } }),
			{ status: 400, code: 'owner_not_found', param: 'ownerId', error: 'owner' },
		],
		[
			'a seller for another',
			({ fixtures }) =>
				deal('create', {
					title: 'T',
					pipelineId: fixtures.pipelines?.default,
					additionalFields: { ownerId: fixtures.users?.manager },
				}),
			{ status: 403, code: 'permission_denied', param: 'ownerId', error: 'role' },
			'seller',
		],
	]);

	test('a required custom field is named, and nothing is created', async () => {
		const [pipeline] = await service.records(
			{ resource: 'pipeline', operation: 'getAll' },
			{ token: 'otherAccountManager' },
		);
		const given = deal('create', { title: 'T', pipelineId: pipeline?.id });
		const item = await service.refusal(given, { token: 'otherAccountManager' });
		expect(item.error).toContain('Custom Fields: numero_contrato');
		expect(item.details).toMatchObject({ status: 422, code: 'missing_required_custom_fields' });
	});
});

describe('Get, Get Many', () => {
	test('gets a deal, and lists by every filter', async () => {
		const [contactId, companyId] = [await contact(), await company()];
		const ownerId = service.fixtures.users?.seller;
		const id = await planted({ contactId, companyId, ownerId });
		await planted({ ownerId });
		expect(await service.record(deal('get', { dealId: id }))).toMatchObject({ id, title: 'Mesa' });
		const filters = {
			updatedSince: '={{ $now.minus({ minutes: 5 }) }}',
			pipelineId: located(ofPipeline(service, 'default')),
			stageId: located(ofStage(service, 'firstOpen')),
			ownerId,
			contactId: located(contactId),
			companyId: located(companyId),
			status: 'open',
		};
		expect(await service.records(deal('getAll', { filters }))).toMatchObject([{ id }]);
		expect(
			await service.records(deal('getAll', { filters: { ...filters, status: 'won' } })),
		).toEqual([]);
	});

	test('a filter that names no record does not become the whole list', async () => {
		const filters = { contactId: located('={{ $json.missing }}') };
		expect(await service.refusal(deal('getAll', { filters }))).toMatchObject({
			error: '“Contact” is empty',
		});
		const owner = { ownerId: '={{ $json.missing }}' };
		expect(await service.refusal(deal('getAll', { filters: owner }))).toMatchObject({
			error: '“Owner ID” is empty',
		});
		expect(await service.requests()).toEqual([]);
	});

	refusals(service, [
		[
			'an unknown ID',
			() => deal('get', { dealId: 'none' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
		[
			'another’s deal',
			async () => deal('get', { dealId: await planted() }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
			'seller',
		],
		[
			'a search, which deals don’t have',
			() => deal('getAll', { options: { additionalQuery: '{"search":"x"}' } }),
			{ status: 400, code: 'unknown_parameter', param: 'search', error: '“search”' },
		],
		[
			'a status that is none',
			() => deal('getAll', { filters: { status: 'lots' } }),
			{ status: 400, code: 'invalid_parameter', param: 'status', error: '“Status”' },
		],
	]);
});

describe('Update', () => {
	test('changes every field, then clears what it is told to', async () => {
		const [contactId, companyId] = [await contact(), await company()];
		const dealId = await planted({ tags: ['old'] });
		const plain = {
			title: 'Cama',
			ownerId: service.fixtures.users?.seller,
			contactId,
			companyId,
			currency: 'BRL',
		};
		const custom = { customFields: { field: [{ slug: 'concorrente', value: 'X' }] } };
		expect(
			await service.record(
				deal('update', { dealId, updateFields: { ...plain, ...custom, tags: 'new', value: 10.5 } }),
			),
		).toMatchObject({
			...plain,
			tags: ['new'],
			valueCents: 1050,
			customFields: { concorrente: 'X' },
		});
		const nothing = '={{ $json.missing }}';
		const untouched = {
			title: nothing,
			ownerId: '={{ "" }}',
			value: nothing,
			valueCents: nothing,
			tags: '={{ [] }}',
		};
		const clearFields = ['contactId', 'companyId'];
		expect(
			await service.record(deal('update', { dealId, updateFields: { ...untouched, clearFields } })),
		).toMatchObject({
			...plain,
			contactId: null,
			companyId: null,
			tags: ['new'],
			valueCents: 1050,
		});
		const rest = { clearFields: ['tags'] };
		expect(await service.record(deal('update', { dealId, updateFields: rest }))).toMatchObject({
			tags: [],
		});
	});

	refusals(service, [
		[
			'a stage',
			async () =>
				deal('update', {
					dealId: await planted(),
					updateFields: { additionalBody: '{"stageId":"x"}' },
				}),
			{
				status: 400,
				code: 'stage_change_not_allowed',
				param: 'stageId',
				error: 'stage, pipeline or result',
			},
		],
		[
			'an owner by a seller',
			async ({ fixtures }) =>
				deal('update', {
					dealId: await planted({ ownerId: fixtures.users?.seller }),
					updateFields: { ownerId: fixtures.users?.manager },
				}),
			{ status: 403, code: 'permission_denied', param: 'ownerId', error: 'role' },
			'seller',
		],
		[
			'an unknown deal',
			() => deal('update', { dealId: 'none', updateFields: { title: 'U' } }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
	]);
});

describe('Move, Win, Lose', () => {
	test('moves to another open stage', async () => {
		const dealId = await planted();
		const stageId = located(ofStage(service, 'secondOpen'));
		expect(await service.record(deal('move', { dealId, stageId }))).toMatchObject({
			id: dealId,
			status: 'open',
			stageId: stageId.value,
		});
	});

	test('wins with an empty object as body', async () => {
		const dealId = await planted();
		expect(await service.record(deal('win', { dealId }))).toMatchObject({
			id: dealId,
			status: 'won',
		});
		const { rawBody, headers } = await service.request();
		expect([rawBody, headers['content-type']]).toEqual(['{}', 'application/json']);
	});

	test('loses with and without a reason', async () => {
		const additionalFields = { lostReasonId: service.fixtures.lostReasons?.valid };
		expect(
			await service.record(deal('lose', { dealId: await planted(), additionalFields })),
		).toMatchObject({
			status: 'lost',
			...additionalFields,
		});
		expect(await service.record(deal('lose', { dealId: await planted() }))).toMatchObject({
			status: 'lost',
		});
	});

	const without = async (given: Service) =>
		await planted({ pipelineId: ofPipeline(given, 'withoutFinalStages') });
	const move = async (given: Service, stage: string) =>
		deal('move', { dealId: await planted(), stageId: ofStage(given, stage) ?? stage });
	refusals(service, [
		[
			'moving to a won stage',
			(given) => move(given, 'won'),
			{ status: 400, code: 'stage_is_final', param: 'stageId', error: 'won or lost stage' },
		],
		[
			'moving to an unknown stage',
			(given) => move(given, 'none'),
			{ status: 400, code: 'stage_not_found', param: 'stageId', error: 'stage does not exist' },
		],
		[
			'moving into another pipeline, where the service keeps deals in theirs',
			async (given) => {
				await given.control('PATCH', '/behaviour', { readings: ['movesWithinPipeline'] });
				return deal('move', { dealId: await without(given), stageId: ofStage(given, 'firstOpen') });
			},
			{ status: 400, code: 'stage_not_in_pipeline', param: 'stageId', error: 'another pipeline' },
		],
		[
			'moving an unknown deal',
			() => deal('move', { dealId: 'none', stageId: 's' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
		[
			'winning without a won stage',
			async (given) => deal('win', { dealId: await without(given) }),
			{ status: 422, code: 'pipeline_without_won_stage', error: 'no won stage' },
		],
		[
			'losing without a lost stage',
			async (given) => deal('lose', { dealId: await without(given) }),
			{ status: 422, code: 'pipeline_without_lost_stage', error: 'no lost stage' },
		],
		[
			'a reason of another pipeline',
			async ({ fixtures }) =>
				deal('lose', {
					dealId: await planted(),
					additionalFields: { lostReasonId: fixtures.lostReasons?.ofAnotherPipeline },
				}),
			{ status: 400, code: 'lost_reason_not_found', param: 'lostReasonId', error: 'lost reason' },
		],
		[
			'winning a closed deal',
			async () => deal('win', { dealId: await closed() }),
			{ status: 400, code: 'stage_is_final', error: 'won or lost' },
		],
	]);
});

describe('Delete', () => {
	test('gives the deletion’s own result, and a second one is not found', async () => {
		const dealId = await planted();
		expect(await service.record(deal('delete', { dealId }))).toMatchObject({
			id: dealId,
			deleted: true,
		});
		const run = await service.run(deal('delete', { dealId }));
		expect(run.status).toBe('error');
		expect(run.nodeError(NODE)).toMatchObject({
			httpCode: '404',
			message: 'The record was not found',
		});
	});

	refusals(service, [
		[
			'by a seller',
			async ({ fixtures }) =>
				deal('delete', { dealId: await planted({ ownerId: fixtures.users?.seller }) }),
			{ status: 403, code: 'permission_denied', error: 'role' },
			'seller',
		],
		[
			'an unknown deal',
			() => deal('delete', { dealId: 'none' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
	]);
});
