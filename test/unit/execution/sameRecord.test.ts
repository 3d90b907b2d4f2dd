import { sameRecordHint } from '../../../nodes/CustomerRelationship/execution/sameRecord';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';

const template: ApiRequest = {
	...{ method: 'POST', path: '/conversations', body: { phone: '1' } },
	...{ recordKeys: ['contacts/1'], record: { param: 'channelId', id: 'c' } },
};
const text = (id: string): ApiRequest => ({
	...{ method: 'POST', path: `/conversations/${id}/messages`, body: {} },
	...{ record: { param: 'conversationId', id }, send: { via: 'v', opensConversation: false } },
});
const win: ApiRequest = { method: 'POST', path: '/deals/1/win', body: {} };

const asking = (...requests: ApiRequest[]) => requests.map((request, item) => ({ item, request }));
const look = (search: string): ApiRequest => ({
	...{
		method: 'GET',
		path: '/companies',
		query: { search },
		recordKeys: [`companies/${search}`],
	},
});
const read = (id: string): ApiRequest => ({
	...{ method: 'GET', path: `/deals/${id}`, record: { param: 'dealId', id }, recordKeys: ['x'] },
});
const patch = (id: string): ApiRequest => ({
	...{ method: 'PATCH', path: `/deals/${id}`, record: { param: 'dealId', id }, body: {} },
});

test('are told by ID and by what is looked up, not where the service decides', () => {
	expect(sameRecordHint(asking(read('1'), patch('2'), look('3'), look('4')))).toBeUndefined();
	expect(sameRecordHint(asking(template, template))).toBeUndefined();
	expect(sameRecordHint(asking(win, win))).toBeUndefined();
	expect(sameRecordHint(asking(text('5'), text('5')))).toBeUndefined();
	const end = '. Where several replace a field, the last counts.';
	expect(sameRecordHint(asking(read('1'), patch('2'), patch('1')))).toBe(
		`One record is that of items 0 and 2 (counted from 0)${end}`,
	);
	expect(sameRecordHint(asking(look('3'), look('3'), patch('5'), patch('5')))).toBe(
		`One record is that of items 0–1; another that of items 2–3 (counted from 0)${end}`,
	);
});

test('five are told with their items', () => {
	const all = Array.from({ length: 14 }, (_, n) => patch(String(n % 7)));
	expect(sameRecordHint(asking(...all))).toContain(
		'items 4 and 11 (counted from 0); so it is with 2 more records. W',
	);
});

test('of many items of one record the first is told', () => {
	const all = Array.from({ length: 11 }, () => patch('1'));
	expect(sameRecordHint(asking(...all))).toContain('that of 11 items, the first of them item 0 (');
	expect(sameRecordHint(asking(...all.slice(1)))).toContain('that of items 0–9 (');
});
