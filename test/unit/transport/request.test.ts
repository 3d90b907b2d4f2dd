import fc from 'fast-check';
import {
	isWrite,
	path,
	requiredScopeOf,
	urlOf,
} from '../../../nodes/CustomerRelationship/transport/request';
import { get, patch, REQUESTS, start } from './failedAttempts';

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

test.each([
	[get, 'crm:read'],
	[patch, 'crm:write'],
	[start, 'inbox:send'],
	[{ ...get, scope: 'inbox:read' } as const, 'inbox:read'],
])('%j needs a token with the scope %s', (request, scope) => {
	expect(requiredScopeOf(request)).toBe(scope);
});
