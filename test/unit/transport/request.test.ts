import fc from 'fast-check';
import {
	isWrite,
	path,
	recordsOf,
	scopeOf,
	urlOf,
} from '../../../nodes/CustomerRelationship/transport/request';
import { get, patch, REQUESTS, start } from './setbacks';

test('ids are encoded whatever they hold, so that none leads elsewhere', () => {
	expect(path`/deals/${'a/b?c#d e%ü'}/move`).toBe('/deals/a%2Fb%3Fc%23d%20e%25%C3%BC/move');
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
			const [, , encoded = '', rest] = path`/deals/${id}/move`.split('/');
			expect(decodeURIComponent(encoded)).toBe(id);
			expect(rest).toBe('move');
		}),
	);
});

test('a query goes out encoded and in its order', () => {
	const request = { ...get, query: { search: 'João & Cia +55', limit: '1', cursor: 'a=/?' } };
	expect(urlOf('https://example.com/api/v1', request)).toBe(
		'https://example.com/api/v1/contacts?search=Jo%C3%A3o%20%26%20Cia%20%2B55&limit=1&cursor=a%3D%2F%3F',
	);
	expect(urlOf('', { ...get, query: {} })).toBe('/contacts');
	expect(urlOf('', get)).toBe('/contacts');
});

test('all but GET writes', () => {
	const writes = Object.entries(REQUESTS).filter(([, request]) => isWrite(request));
	expect(writes.map(([name]) => name)).toEqual(['patch', 'remove', 'create', 'start', 'reply']);
});

test('writes to one record are known by it', () => {
	expect(recordsOf(patch)).toEqual(['deals/7']);
	expect(recordsOf({ method: 'POST', path: '/deals/7/move' })).toEqual(['deals/7']);
	expect(recordsOf({ method: 'POST', path: '/deals' })).toEqual([]);
	expect(recordsOf({ ...start, records: ['contacts/87654321'] })).toEqual(['contacts/87654321']);
	expect(recordsOf({ method: 'GET', path: '/deals/7' })).toEqual([]);
});

test.each([
	['GET', '/contacts', 'crm:read'],
	['POST', '/contacts', 'crm:write'],
	['PATCH', '/companies/7', 'crm:write'],
	['DELETE', '/deals/7', 'crm:write'],
	['GET', '/pipelines/conversations/stages', 'crm:read'],
	['GET', '/conversations', 'inbox:read'],
	['GET', '/conversations/7/messages/8', 'inbox:read'],
	['GET', '/channels', 'inbox:read'],
	['POST', '/conversations', 'inbox:send'],
	['POST', '/conversations/7/messages', 'inbox:send'],
] as const)('%s %s needs a token with the scope %s', (method, endpoint, scope) => {
	expect(scopeOf({ method, path: endpoint })).toBe(scope);
});
