import type { IDataObject } from 'n8n-workflow';
import { located, operationOf, outputOf, pinned, refused, unmoved } from './requests';

const dealId = located('d/1');
const fields = {
	contactId: located('c1'),
	companyId: located('co1', 'list'),
	ownerId: 9,
	currency: 'BRL',
	tags: 'a,b',
	customFieldsJson: { x: 1 },
	customFields: { field: [{ slug: 'y', type: 'json', value: '[1]' }] },
	value: '1.234,50',
};
const sent =
	'"contactId":"c1","companyId":"co1","ownerId":"9","currency":"BRL","tags":["a","b"],"customFields":{"x":1,"y":[1]}';
const empty = (value: unknown) => ({
	contactId: located(value),
	companyId: located(value),
	ownerId: value,
	currency: value,
	tags: value,
	customFieldsJson: value,
	customFields: { field: [{ slug: 'y', type: 'json', value: value ?? '' }] },
	value,
	valueCents: value,
	clearFields: value,
	additionalBody: value,
});

describe('Create', () => {
	pinned('deal.create', [
		[
			'in a pipeline',
			{ title: 'T', pipelineId: located('p1') },
			'POST /deals',
			'{"title":"T","pipelineId":"p1"}',
		],
		[
			'in a stage',
			{ title: 'T', stageId: 's1', pipelineId: located('') },
			'POST /deals',
			'{"title":"T","stageId":"s1"}',
		],
		[
			'every field',
			{
				title: 'T',
				pipelineId: 'p1',
				stageId: 's1',
				additionalFields: { ...fields, additionalBody: '{"products":[]}' },
			},
			'POST /deals',
			`{"title":"T","pipelineId":"p1","stageId":"s1","valueCents":123450,${sent},"products":[]}`,
		],
		[
			'a value in cents, zero included',
			{ title: 'T', pipelineId: 'p1', additionalFields: { valueCents: 0 } },
			'POST /deals',
			'{"title":"T","pipelineId":"p1","valueCents":0}',
		],
		[
			'what is merged last wins',
			{
				title: 'T',
				pipelineId: 'p1',
				additionalFields: { value: 1, additionalBody: { valueCents: 5, title: 'U' } },
			},
			'POST /deals',
			'{"title":"U","pipelineId":"p1","valueCents":5}',
		],
		...unmoved(
			(value) => ({
				title: 'T',
				pipelineId: 'p1',
				stageId: located(value),
				additionalFields: empty(value),
			}),
			'POST /deals',
			'{"title":"T","pipelineId":"p1"}',
		),
	]);
	refused('deal.create', [
		[{ title: ' ', stageId: 's1' }, '“Title” is empty'],
		[{ title: 'T' }, '“Pipeline” and “Stage” are both empty'],
		[
			{ title: 'T', pipelineId: located(''), stageId: located(undefined) },
			'“Pipeline” and “Stage” are both empty',
		],
		[
			{ title: 'T', stageId: 's1', additionalFields: { value: '1', valueCents: 100 } },
			'“Value (BRL)” and “Value in Cents” are both given',
		],
		[
			{ title: 'T', stageId: 's1', additionalFields: { value: '1.234' } },
			'“Value (BRL)” holds “1.234”, which can be read in two ways: 1,234.00 or 1.234',
		],
		[
			{ title: 'T', stageId: 's1', additionalFields: { valueCents: 1.5 } },
			'“Value in Cents” is not a whole number of cents',
		],
		[{ title: { a: 1 }, stageId: 's1' }, '“Title” takes a text, but got an object'],
		[{ title: 'T', stageId: ['s1'] }, '“Stage” takes an ID, but got a list'],
	]);
});

describe('Get, Delete', () => {
	pinned('deal.get', [['by ID', { dealId }, 'GET /deals/d%2F1']]);
	pinned('deal.delete', [['by ID', { dealId }, 'DELETE /deals/d%2F1']]);
	refused('deal.get', [[{ dealId: null }, '“Deal” is empty']]);
	refused('deal.delete', [
		[{}, '“Deal” is empty'],
		[{ dealId: '..' }, '“Deal” holds nothing that can be an ID'],
	]);

	test('a record is given out as the service has it', () => {
		expect(outputOf('deal.get', { dealId }, { id: 'd1', own: null })).toEqual([
			{ id: 'd1', own: null },
		]);
	});

	test('a deletion’s result is the service’s own, and says that it happened', () => {
		const given = (body: IDataObject) => outputOf('deal.delete', { dealId }, body);
		expect(given({ id: 'd1', tasks: 2 })).toEqual([{ id: 'd1', tasks: 2, deleted: true }]);
		expect(given({ id: 'd1', deleted: 'no' })).toEqual([{ id: 'd1', deleted: 'no' }]);
	});
});

describe('Get Many', () => {
	const ids = ['pipelineId', 'stageId', 'ownerId', 'contactId', 'companyId'];
	pinned('deal.getAll', [
		['without filters', {}, 'GET /deals?{"limit":"50"}'],
		[
			'every filter',
			{
				filters: {
					status: 'won',
					companyId: 'co1',
					contactId: located('c1'),
					ownerId: 'u1',
					stageId: located('s1'),
					pipelineId: located('p/1', 'list'),
					updatedSince: 1769860800000,
				},
			},
			'GET /deals?{"updatedSince":"2026-01-31T12:00:00.000Z","pipelineId":"p/1","stageId":"s1","ownerId":"u1","contactId":"c1","companyId":"co1","status":"won","limit":"50"}',
		],
		[
			'a status with blanks',
			{ filters: { status: ' won ' } },
			'GET /deals?{"status":"won","limit":"50"}',
		],
		['the API can’t search deals', { filters: { search: 'x' } }, 'GET /deals?{"limit":"50"}'],
		[
			'more query',
			{ filters: { status: 'won' }, options: { additionalQuery: '{"status":"lost"}' } },
			'GET /deals?{"status":"lost","limit":"50"}',
		],
		...unmoved((value) => ({ filters: { updatedSince: value } }), 'GET /deals?{"limit":"50"}'),
	]);
	refused(
		'deal.getAll',
		ids.flatMap((id): Array<[Record<string, unknown>, string]> => {
			const label = { ownerId: 'Owner ID' }[id] ?? `${id[0]?.toUpperCase()}${id.slice(1, -2)}`;
			return [
				[{ filters: { [id]: undefined } }, `“${label}” is empty`],
				[{ filters: { [id]: located('') } }, `“${label}” is empty`],
			];
		}),
	);
	refused('deal.getAll', [
		[{ filters: { status: ['won'] } }, '“Status” takes a text, but got a list'],
		[{ filters: { status: ' ' } }, '“Status” is empty'],
	]);

	test('gives out no more than is asked for, however much the service gives', () => {
		const page = { data: [{ id: 1 }, { id: 2 }, { id: 3 }], hasMore: true, nextCursor: 'n' };
		expect(outputOf('deal.getAll', { limit: 2 }, page)).toEqual([{ id: 1 }, { id: 2 }]);
	});

	test('says how to read a list once when it was read for several items', () => {
		expect(operationOf('deal', 'getAll').repeated).toContain('Execute Once');
	});
});

describe('Update', () => {
	const path = 'PATCH /deals/d%2F1';
	pinned('deal.update', [
		['one field', { dealId, updateFields: { title: 'U' } }, path, '{"title":"U"}'],
		['a value of nothing', { dealId, updateFields: { value: '0,00' } }, path, '{"valueCents":0}'],
		[
			'every field',
			{ dealId, updateFields: { ...fields, title: 'U', additionalBody: '{"products":[]}' } },
			path,
			`{"valueCents":123450,"title":"U",${sent},"products":[]}`,
		],
		[
			'clearing wins',
			{
				dealId,
				updateFields: {
					...fields,
					value: '',
					clearFields: ['contactId', 'companyId', 'tags'],
				},
			},
			path,
			'{"contactId":null,"companyId":null,"ownerId":"9","currency":"BRL","tags":[],"customFields":{"x":1,"y":[1]}}',
		],
		[
			'stage and result are not fields of an update',
			{ dealId, updateFields: { title: 'U', stageId: 's', status: 'won' } },
			path,
			'{"title":"U"}',
		],
		...unmoved(
			(value) => ({ dealId, updateFields: { ...empty(value), title: 'U' } }),
			path,
			'{"title":"U"}',
		),
	]);
	refused('deal.update', [
		[{ dealId, updateFields: {} }, '“Update Fields” holds nothing to send'],
		[
			{ dealId, updateFields: { clearFields: ['valueCents'] } },
			'“Clear Fields” can’t clear “valueCents”',
		],
		[
			{ dealId, updateFields: { clearFields: ['ownerId'] } },
			'“Clear Fields” can’t clear “ownerId”',
		],
		[{ updateFields: { title: 'U' } }, '“Deal” is empty'],
	]);
});

describe('Move, Win, Lose', () => {
	pinned('deal.move', [
		[
			'to a stage',
			{ dealId, stageId: located('s/2') },
			'POST /deals/d%2F1/move',
			'{"stageId":"s/2"}',
		],
		[
			'with more',
			{ dealId, stageId: 2, options: { additionalBody: '{"note":"x","stageId":"3"}' } },
			'POST /deals/d%2F1/move',
			'{"stageId":"3","note":"x"}',
		],
		...unmoved(
			(value) => ({ dealId, stageId: 's', options: { additionalBody: value } }),
			'POST /deals/d%2F1/move',
			'{"stageId":"s"}',
		),
	]);
	pinned('deal.win', [
		['an empty object goes out', { dealId }, 'POST /deals/d%2F1/win', '{}'],
		[
			'with more',
			{ dealId, options: { additionalBody: { closedAt: 'x' } } },
			'POST /deals/d%2F1/win',
			'{"closedAt":"x"}',
		],
		...unmoved(
			(value) => ({ dealId, options: { additionalBody: value } }),
			'POST /deals/d%2F1/win',
			'{}',
		),
	]);
	pinned('deal.lose', [
		['without a reason', { dealId }, 'POST /deals/d%2F1/lose', '{}'],
		[
			'with a reason',
			{ dealId, additionalFields: { lostReasonId: 5 } },
			'POST /deals/d%2F1/lose',
			'{"lostReasonId":"5"}',
		],
		[
			'a reason as a locator',
			{ dealId, additionalFields: { lostReasonId: located('r1') } },
			'POST /deals/d%2F1/lose',
			'{"lostReasonId":"r1"}',
		],
		[
			'with more',
			{ dealId, additionalFields: { lostReasonId: 'r1', additionalBody: '{"note":"x"}' } },
			'POST /deals/d%2F1/lose',
			'{"lostReasonId":"r1","note":"x"}',
		],
		...unmoved(
			(value) => ({ dealId, additionalFields: { lostReasonId: value, additionalBody: value } }),
			'POST /deals/d%2F1/lose',
			'{}',
		),
	]);
	refused('deal.move', [
		[{ dealId, stageId: located('') }, '“Stage” is empty'],
		[{ stageId: 's' }, '“Deal” is empty'],
		[
			{ dealId, stageId: 's', options: { additionalBody: 'x' } },
			`“Additional Body” is not valid JSON: Unexpected token 'x', "x"`,
		],
	]);
	refused('deal.win', [[{}, '“Deal” is empty']]);
	refused('deal.lose', [[{ dealId: located(undefined) }, '“Deal” is empty']]);
});
