import {
	phonesIn,
	intentOfRequest,
	oneRequest,
} from '../../../nodes/CustomerRelationship/resources/shared/prepared';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';

const record = { param: 'dealId', id: '7' };
const patch: ApiRequest = { method: 'PATCH', path: '/deals/7', record, body: { title: 'A' } };

test('writes to one record share its lock and its target', () => {
	const move = intentOfRequest({ method: 'POST', path: '/deals/7/move', record });
	expect(move.locks).toEqual(intentOfRequest(patch).locks);
	expect(move.target).toBe(intentOfRequest(patch).target);
	const company = intentOfRequest({ ...patch, record: { param: 'companyId', id: '7' } });
	expect(company.locks).not.toEqual(move.locks);
	expect(company.target).not.toBe(move.target);
});

test.each<[string, ApiRequest]>([
	['a read', { method: 'GET', path: '/deals/7', record }],
	['a write that names no record', { method: 'POST', path: '/deals' }],
])('%s locks nothing and has no target', (_, request) => {
	expect(intentOfRequest(request)).toMatchObject({ locks: [], target: undefined });
});

test('only a write makes an item start with one', () => {
	expect(intentOfRequest(patch).startsWithWrite).toBe(true);
	expect(intentOfRequest({ ...patch, method: 'GET' }).startsWithWrite).toBe(false);
});

test('what the request does not tell is added to the intent, or takes its place', () => {
	const { intent } = oneRequest(patch, { locks: ['contacts/1'], target: undefined, phone: '1' });
	expect(intent).toEqual({
		...intentOfRequest(patch),
		...{ locks: ['contacts/1'], target: undefined, phone: '1' },
	});
});

test.each([
	[{ phone: '1' }, ['1']],
	[{ phones: ['1', '2'] }, ['1', '2']],
	[{ phones: '1' }, ['1']],
	[{ phones: [], phone: null }, undefined],
	[{}, undefined],
])('the phones of %j are %j', (body, phones) => {
	expect(phonesIn(body)).toEqual(phones);
});
