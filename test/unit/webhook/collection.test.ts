import type { IDataObject } from 'n8n-workflow';
import { mergeIntoItem } from '../../../nodes/CustomerRelationship/webhook/collection';

const at = (second: number) => `2026-05-01T12:00:0${second}.000Z`;
const event = (id: string, data?: unknown, more: IDataObject = {}) =>
	({ event: 'message.received', id, data, ...more }) as IDataObject;
const itemOf = (events: IDataObject[], headers?: IDataObject[]) =>
	mergeIntoItem(
		events.map((envelope, index) => ({
			...{ eventId: String(envelope.id), envelope },
			headers: headers && { headers: headers[index]! },
		})),
	);

it('is the newest event, with all of them, oldest first', () => {
	const one = event('1', { text: 'oi', createdAt: at(1) });
	const two = event('2', { text: 'tudo bem?', createdAt: at(2) });
	const three = event('3', { text: 'quanto custa?', createdAt: at(3) });
	expect(itemOf([two, three, one])).toEqual({
		...three,
		collected: { count: 3, text: 'oi\ntudo bem?\nquanto custa?', events: [one, two, three] },
	});
});

it.each([
	['no createdAt', { text: 'b' }],
	['a createdAt that is no date', { text: 'b', createdAt: 'soon' }],
	['a createdAt that is no text', { text: 'b', createdAt: 1 }],
	['no data', undefined],
	['data that are null', null],
])('keeps the order of arrival where an event has %s', (_, data) => {
	const events = [
		event('1', { text: 'a', createdAt: at(2) }),
		event('2', data),
		event('3', { text: 'c', createdAt: at(1) }),
	];
	expect(itemOf(events)).toMatchObject({ id: '3', collected: { events } });
});

it('keeps the order of arrival of events of one moment', () => {
	const events = ['1', '2', '3'].map((id) => event(id, { createdAt: at(1) }));
	expect(itemOf(events)).toMatchObject({ id: '3', collected: { events } });
});

it.each([undefined, null, '', '  ', 7, ['x']])('leaves the text %j out', (text) => {
	const events = [event('1', { text: 'oi' }), event('2', { text }), event('3', { text: 'tchau' })];
	expect(itemOf(events).collected).toMatchObject({ count: 3, text: 'oi\ntchau' });
});

it('has a collection of one message, too', () => {
	const only = event('1', { text: ' oi ' });
	const collected = { count: 1, text: ' oi ', events: [only] };
	expect(itemOf([only])).toEqual({ ...only, collected });
});

it('has the headers of the newest event, unless the event has its own', () => {
	const events = [event('1', { createdAt: at(2) }), event('2', { createdAt: at(1) })];
	const headers = [{ host: 'newest' }, { host: 'oldest' }];
	expect(itemOf(events, headers)).toMatchObject({ id: '1', headers: { host: 'newest' } });
	expect(itemOf([event('1', {}, { headers: 'signed' })], headers).headers).toBe('signed');
});

it('replaces `collected` of the event', () => {
	const only = event('1', { text: 'oi' }, { collected: 'signed' });
	expect(itemOf([only]).collected).toMatchObject({ count: 1, events: [only] });
});
