/** A success is believed when it is the service's; other answers are what they are. */
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../harness';
import { NODE, NOTHING_DONE, PERHAPS_DONE, runAgainst, told, withService } from './setup';

const options = { maxWaitSeconds: 1 };
const WRITES: Array<[string, IDataObject, IDataObject]> = [
	[
		'a template message',
		{
			...{ resource: 'conversation', operation: 'start', phone: '(11) 91111-0001' },
			...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
		},
		{
			...{ conversationId: 'v1', conversationCreated: true, contactId: 'c1', contactCreated: true },
			message: { id: 'm1', conversationId: 'v1', status: 'pending' },
		},
	],
	[
		'a text',
		{ resource: 'message', operation: 'send', conversationId: 'v1', text: 'Oi' },
		{ id: 'm1', conversationId: 'v1', status: 'pending' },
	],
	[
		'a contact',
		{ resource: 'contact', operation: 'upsert', name: 'Ana' },
		{ id: 'c1', name: 'Ana' },
	],
	[
		'a move',
		{ resource: 'deal', operation: 'move', dealId: 'd1', stageId: 's2' },
		{ id: 'd1', stageId: 's2' },
	],
];
const STRANGERS: Array<[string, Reply]> = [
	['a captive portal’s JSON', { json: { status: 'ok' } }],
	['an empty object', { json: {} }],
	['another program’s record', { json: { success: true, data: null } }],
	['an error in a success', { json: { error: 'maintenance' } }],
];

describe.each(WRITES)('%s', (_, parameters, record) => {
	test.each(STRANGERS)('is not believed done by %s', async (_what, reply) => {
		await withService(
			() => reply,
			async ({ url }) => {
				const run = await runAgainst(url, { ...parameters, options });
				expect(told(run)).toMatch(PERHAPS_DONE);
				expect(told(run)).not.toMatch(NOTHING_DONE);
			},
		);
	});

	test('is believed done by the service’s Request-Id, or by the record', async () => {
		for (const reply of [
			{ headers: { 'Request-Id': 'req_1' }, json: {} },
			{ headers: { 'Request-Id': 'req_1' }, json: { of: 'a later version' } },
			{ json: record },
		]) {
			await withService(
				() => reply,
				async ({ url, requests }) => {
					const run = await runAgainst(url, { ...parameters, options });
					expect(run.error).toBeUndefined();
					expect(run.json(NODE)).toEqual([reply.json]);
					expect(requests.length).toBe(1);
				},
			);
		}
	});
});

const HTML = { headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' };

test.each([
	['a record', { resource: 'contact', operation: 'get', contactId: 'c1' }],
	['a list', { resource: 'contact', operation: 'getAll', returnAll: true }],
])(
	'a web page in answer to a read of %s is not asked for again for minutes',
	async (_, parameters) => {
		await withService(
			() => HTML,
			async ({ url }) => {
				const late = new AbortController();
				const ended = runAgainst(url, parameters, { signal: late.signal });
				const soon = await Promise.race([ended, pause(15_000)]);
				late.abort();
				const run = await ended;
				expect(soon).toBe(run);
				expect(told(run)).toMatch(/Base URL/);
			},
		);
	},
);

test('a proxy that finds the request too large is not called a wrong address', async () => {
	await withService(
		() => ({ ...HTML, status: 413 }),
		async ({ url, requests }) => {
			const large = { resource: 'message', operation: 'send', conversationId: 'v1' };
			const run = await runAgainst(url, {
				...large,
				text: 'x'.repeat(50_000),
				options: { maxWaitSeconds: 10 },
			});
			expect(told(run)).toMatch(/\blarge\b|\bbig\b|\bsize\b/i);
			expect(told(run)).not.toMatch(/Base URL/);
			expect(told(run)).toMatch(NOTHING_DONE);
			expect(requests.length).toBe(1);
		},
	);
});
