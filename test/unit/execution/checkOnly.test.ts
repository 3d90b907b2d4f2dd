import {
	checkOnlyHint,
	checkedJson,
} from '../../../nodes/CustomerRelationship/execution/report/checkOnly';
import { intentOf } from '../../../nodes/CustomerRelationship/resources/shared/prepared';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';

type Checked = Parameters<typeof checkOnlyHint>[0][number];
const checked = (request: ApiRequest, message?: Checked['intent']['message']): Checked => ({
	intent: { ...intentOf(request), message },
	request,
});
const guards = { most: 50, hours: undefined };
const template = (preview?: string) =>
	checked(
		{ method: 'POST', path: '/conversations', body: { phone: '1' } },
		{ guards, isTemplate: true, preview },
	);
const text = (id: string) =>
	checked(
		{ method: 'POST', path: `/conversations/${id}/messages`, body: {} },
		{ guards, isTemplate: false },
	);
const remove: ApiRequest = { method: 'DELETE', path: '/deals/1' };
const win = checked({ method: 'POST', path: '/deals/1/win', body: {} });
const unchanged = { ...win, request: undefined };

test('an item shows its request, a template its text', () => {
	expect(checkedJson(undefined, undefined, [])).toEqual({
		...{ checkOnly: true, request: null, warnings: [] },
	});
	expect(checkedJson(remove, undefined, ['w'])).toEqual({
		checkOnly: true,
		request: { method: 'DELETE', path: '/deals/1', body: null },
		warnings: ['w'],
	});
	const shown = checkedJson(template().request, 'Olá', []);
	expect(shown).toEqual({
		checkOnly: true,
		request: { method: 'POST', path: '/conversations', body: { phone: '1' } },
		preview: 'Olá',
		warnings: [],
	});
	// A table shows them in this order.
	expect(Object.keys(shown)).toEqual(['preview', 'warnings', 'request', 'checkOnly']);
	expect(checkedJson(template().request, undefined, [])).not.toHaveProperty('preview');
});

// Specification, Cost note: marketing 0.3217, utility 0.0350 BRL per message.
test.each<[Checked[], string]>([
	[[], 'Only checked: no requests to make. Nodes behind this one run for real.'],
	[[win], 'Only checked: 1 request to make. Nodes behind this one run for real.'],
	[[unchanged], 'Only checked: no requests to make. Nodes behind this one run for real.'],
	[
		[win, checked(remove), unchanged],
		'Only checked: 2 requests to make. Nodes behind this one run for real.',
	],
	[
		[text('1'), text('2')],
		'Only checked: 2 messages to send. The service was not asked: it may refuse a message, for its template or because the contact opted out. Nodes behind this one run for real.',
	],
	[
		[template()],
		'Only checked: 1 message to send. The API documentation estimates the cost at R$ 0.04 (utility) to R$ 0.32 (marketing). The service was not asked: it may refuse a message, for its template or because the contact opted out. The number of variables was not checked: for that, paste the template’s text into Additional Fields > Template Text. Nodes behind this one run for real.',
	],
	[
		[template('Olá'), text('1')],
		'Only checked: 2 messages to send. The API documentation estimates the cost at R$ 0.04 (utility) to R$ 0.32 (marketing). The service was not asked: it may refuse a message, for its template or because the contact opted out. The previews are made from Template Text: compare it with the approved template. Nodes behind this one run for real.',
	],
	[
		Array.from({ length: 50 }, () => template()),
		'Only checked: 50 messages to send. The API documentation estimates the cost at R$ 1.75 (utility) to R$ 16.09 (marketing). Through one channel that takes about 1 minute. The service was not asked: it may refuse a message, for its template or because the contact opted out. The number of variables was not checked: for that, paste the template’s text into Additional Fields > Template Text. Nodes behind this one run for real.',
	],
])('%#: the hint counts requests, and of templates what they cost', (items, hint) => {
	expect(checkOnlyHint(items, undefined)).toBe(hint);
});

test.each([
	[30, undefined],
	[31, 'Through one channel that takes about 1 minute.'],
	[300, 'Through one channel that takes about 9 minutes.'],
])('of %d messages the hint says how long they take: %s', (count, said) => {
	const hint = checkOnlyHint(Array<Checked>(count).fill(text('1')), undefined);
	expect(/Through .*?\./.exec(hint)?.[0]).toBe(said);
});

test('the hint tells of a guard that would keep messages back', () => {
	expect(checkOnlyHint([text('1')], 'Nothing would be sent now: night.')).toBe(
		'Nothing would be sent now: night. Only checked: 1 message to send. The service was not asked: it may refuse a message, for its template or because the contact opted out. Nodes behind this one run for real.',
	);
});
