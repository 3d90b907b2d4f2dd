import { located, NODE, useService } from './actionNode/service';

const service = useService();
const PHONE = '(11) 91111-0001';
const start = (more: object = {}, params: unknown[] = ['Ana']) => ({
	resource: 'conversation',
	operation: 'start',
	phone: PHONE,
	templateName: 'boas_vindas',
	templateLanguage: located('pt_BR', 'list'),
	templateParams: { param: params.map((value) => ({ value })) },
	...more,
});
const begun = async (channel = 'official') =>
	await service.app<{ conversationId: string; contactId: string }>('POST', '/conversations', {
		phone: PHONE,
		template: { name: 'sem_variaveis', language: 'pt_BR' },
		channelId: service.fixtures.channels[channel],
	});

describe('Start', () => {
	test('sends a template with every field, and reuses the conversation later', async () => {
		const additionalFields = {
			name: 'Ana Lima',
			channelId: located(service.fixtures.channels.secondOfficial, 'list'),
			assignToSelf: true,
			templateText: 'Olá, {{1}}! Seu boleto vence em {{2}}.',
		};
		const options = { includeResponse: true, allowEmptyVariables: true };
		const reminder = start({ templateName: 'lembrete_pagamento', additionalFields, options }, [
			'={{ $json.name }}',
			'',
		]);
		const begun = await service.record(reminder, { inputData: [{ name: 'Ana' }] });
		expect(begun).toMatchObject({
			conversationCreated: true,
			contactCreated: true,
			message: {
				status: 'pending',
				type: 'template',
				text: expect.stringContaining('Olá, Ana! Seu boleto vence em .'),
			},
			_response: { statusCode: 202, created: false },
		});
		const { rawBody } = await service.request();
		expect(JSON.parse(rawBody)).toEqual({
			phone: PHONE,
			template: { name: 'lembrete_pagamento', language: 'pt_BR', params: ['Ana', ''] },
			name: 'Ana Lima',
			channelId: service.fixtures.channels.secondOfficial,
			assignToSelf: true,
		});
		expect(
			await service.record(
				start({ additionalFields: { channelId: service.fixtures.channels.secondOfficial } }),
			),
		).toMatchObject({
			conversationId: begun.conversationId,
			conversationCreated: false,
			contactCreated: false,
		});
	});

	test('a pasted text that the editor took for an expression is read as it was pasted', async () => {
		await service.record(start({ additionalFields: { templateText: '=Olá, {{1}}! Tudo bem?' } }));
	});

	test('the text is checked against the pasted one before anything is sent', async () => {
		const item = await service.refusal(
			start({ additionalFields: { templateText: '{{1}} {{2}}' } }),
		);
		expect(item.error).toBe(
			'“Template Variables” has 1 variable, but “Template Text” has 2 placeholders',
		);
		expect(await service.requests()).toEqual([]);
	});

	test('an expression that n8n took literally is refused before anything is sent', async () => {
		const item = await service.refusal(start({}, ["{{ $json.name.split(' ').first() }}"]));
		expect(item.error).toMatch(/^“Template Variables: \{\{1\}\}” holds an expression/);
		expect(await service.requests()).toEqual([]);
	});

	test.each(['template_check_unavailable', 'idempotency_unavailable'])(
		'%s is waited for with the same key and bytes',
		async (code) => {
			await service.fault({ kind: 'status', status: 503, code, retryAfter: 0 });
			expect(await service.record(start())).toMatchObject({ message: { status: 'pending' } });
			const [first, second, ...rest] = await service.requests();
			expect(rest).toEqual([]);
			expect(second?.rawBody).toBe(first?.rawBody);
			expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
		},
	);
});

describe('Wait for Outcome', () => {
	const waiting = (seconds: number, more: object = {}) =>
		start({ options: { waitForOutcome: seconds }, ...more });

	test('gives the message as sent', async () => {
		const record = await service.record(waiting(20));
		expect(record).toMatchObject({ contactCreated: true, message: { status: 'sent' } });
		const paths = (await service.requests()).map(({ method, path }) => `${method} ${path}`);
		expect(paths[0]).toBe('POST /api/v1/conversations');
		expect(paths[1]).toMatch(/^GET \/api\/v1\/conversations\/[^/]+\/messages\/[^/]+$/);
	});

	test('gives the message as failed, which is no failure of the item', async () => {
		const phone = service.fixtures.phones?.undeliverable;
		const run = await service.run(waiting(20, { phone }), {
			node: { onError: 'continueErrorOutput' },
		});
		expect(run.items(NODE, 1)).toEqual([]);
		expect(run.json(NODE)).toMatchObject([
			{ message: { status: 'failed', error: { code: 'recipient_invalid' } } },
		]);
	});

	test('a look that is refused keeps the message, and says so in a hint', async () => {
		await service.fault({
			kind: 'status',
			method: 'GET',
			status: 403,
			code: 'insufficient_api_token_scope',
			count: 5,
		});
		const run = await service.run(waiting(5));
		expect(run.json(NODE)).toMatchObject([{ message: { status: 'pending' } }]);
		expect(run.hints(NODE)[0]?.message).toContain('outcome could not be read');
		expect((await service.requests()).filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	test('a bad number of seconds is refused before the message leaves', async () => {
		const item = await service.refusal(start({ options: { waitForOutcome: '={{ "soon" }}' } }));
		expect(item.error).toContain('“Wait for Outcome (Seconds)”');
		expect(await service.requests()).toEqual([]);
	});

	test('the wait ends with the execution', async () => {
		await service.fault({
			kind: 'status',
			method: 'GET',
			status: 503,
			code: 'api_tokens_disabled',
			count: 99,
		});
		const cancelled = new AbortController();
		setTimeout(() => cancelled.abort(), 700);
		const since = Date.now();
		const run = await service.run(waiting(60), { signal: cancelled.signal });
		expect(run.status).toBe('canceled');
		expect(Date.now() - since).toBeLessThan(2_500);
	});
});

describe('Get Many', () => {
	const list = (more: object = {}) => ({ resource: 'conversation', operation: 'getAll', ...more });

	test('gives all, or those of a contact', async () => {
		const { conversationId, contactId } = await begun();
		expect(
			await service.records(list({ filters: { contactId: located(contactId) } })),
		).toMatchObject([{ id: conversationId, contactId }]);
		expect(await service.records(list({ filters: { contactId: 'none' } }))).toEqual([]);
		expect((await service.records(list())).map(({ id }) => id)).toContain(conversationId);
		for (const { path } of await service.requests()) expect(path).not.toContain('limit');
	});
});

describe('Message', () => {
	const message = (operation: string, more: object) => ({
		resource: 'message',
		operation,
		...more,
	});
	const open = async () => {
		const { conversationId } = await begun();
		await service.control('POST', '/customer-messages', { conversationId, text: 'Oi' });
		return conversationId;
	};

	test('sends into an open window, and reads the message', async () => {
		const conversationId = located(await open());
		const sent = await service.record(
			message('send', { conversationId, text: ' Olá,\n tudo bem? ' }),
		);
		expect(sent).toMatchObject({ conversationId: conversationId.value, direction: 'outbound' });
		expect((await service.request()).rawBody).toBe('{"text":" Olá,\\n tudo bem? "}');
		const got = await service.record(message('get', { conversationId, messageId: sent.id }));
		expect(got).toMatchObject({ id: sent.id, text: sent.text });
	});

	test('a message whose error is set is a record like any other, also for Retry On Fail', async () => {
		await service.fault({ kind: 'messageFails', code: 'template_rejected' });
		const parameters = start({ options: { waitForOutcome: 20 } });
		const { conversationId, message: failed } = (await service.record(parameters)) as {
			conversationId: string;
			message: { id: string };
		};
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
		const before = (await service.requests()).length;
		const run = await service.run(message('get', { conversationId, messageId: failed.id }), {
			node,
		});
		expect(run.status).toBe('success');
		expect(run.json(NODE)).toMatchObject([
			{ status: 'failed', error: { code: 'template_rejected' } },
		]);
		expect((await service.requests()).length).toBeGreaterThan(before);
	});

	test('a queue that is down is waited for: nothing was sent', async () => {
		const conversationId = await open();
		await service.fault({ kind: 'status', status: 503, code: 'queue_unavailable', retryAfter: 0 });
		expect(await service.record(message('send', { conversationId, text: 'a' }))).toMatchObject({
			direction: 'outbound',
		});
		expect((await service.requests()).map(({ status }) => status)).toEqual([503, 202]);
	});
});

describe('Get', () => {
	const get = (more: object = {}) => ({
		...{ resource: 'conversation', operation: 'get', conversationId: '={{ $json.id }}', ...more },
	});
	const options = { includeContact: true };
	const paths = async () =>
		(await service.requests()).map(({ path }) => path.replace('/api/v1', ''));

	/** So many conversations, each with a contact of its own; the oldest comes first. */
	async function manyBegun(count: number) {
		const ids: string[] = [];
		for (let n = 0; n < count; n += 1) {
			const begun = await service.app<{ conversationId: string }>('POST', '/conversations', {
				phone: `(11) 9${String(30_000_000 + n)}`,
				template: { name: 'sem_variaveis', language: 'pt_BR' },
			});
			ids.push(begun.conversationId);
		}
		return ids;
	}

	test('all items of a run share the pages; a later run reads anew', async () => {
		const ids = await manyBegun(60);
		const inputData = [59, 0, 30, 0, 10].map((n) => ({ id: ids[n] }));
		const records = await service.records(get(), { inputData });
		expect(records.map(({ id }) => id)).toEqual(inputData.map(({ id }) => id));
		expect(await paths()).toEqual(['/conversations', expect.stringContaining('?cursor=')]);
		await service.records(get(), { inputData: inputData.slice(0, 1) });
		expect(await paths()).toHaveLength(3);
	});

	test('of one that is not listed it says how many were looked through', async () => {
		const ids = await manyBegun(2);
		const inputData = ['gone', ids[0]].map((id) => ({ id }));
		const node = { onError: 'continueErrorOutput' as const };
		const run = await service.run(get(), { inputData, node });
		const listed = await service.app<{ data: unknown[] }>('GET', '/conversations?limit=100');
		expect(run.json(NODE)).toMatchObject([{ id: ids[0] }]);
		expect(run.json(NODE, 1)).toMatchObject([
			{
				error: `“Conversation” is not among the conversations that were looked through (${listed.data.length})`,
				details: {
					...{ status: null, type: null, code: 'resource_not_found', param: 'conversationId' },
					...{ requestId: null, outcome: null },
					whatToDo:
						'Check the ID. If it is right, it was deleted, or the access token’s user does not see it.',
				},
			},
		]);
	});

	test('each contact is asked for once, and comes whole', async () => {
		const { conversationId, contactId } = await begun();
		await begun('secondOfficial');
		const getAll = { resource: 'conversation', operation: 'getAll', filters: { contactId } };
		const records = await service.records({ ...getAll, options });
		expect(records).toMatchObject([
			...[0, 1].map(() => ({ contactId, _contact: { id: contactId, phone: '+5511911110001' } })),
		]);
		const asked = (await paths()).filter((path) => path.startsWith('/contacts'));
		expect(asked).toEqual([`/contacts/${contactId}`]);
		const inputData = [{ id: conversationId }, { id: conversationId }];
		await service.records(get({ options }), { inputData });
		expect((await paths()).filter((path) => path.startsWith('/contacts'))).toHaveLength(2);
	});

	test('a contact that the token may not read, or does not see, is null', async () => {
		const { conversationId } = await begun();
		const inputData = [{ id: conversationId }];
		for (const token of ['inboxOnly', 'seller']) {
			const [record] = await service.records(get({ options }), { inputData, token });
			expect(record).toMatchObject({ id: conversationId, _contact: null });
		}
	});

	test('needs inbox:read', async () => {
		const item = await service.refusal(get({ conversationId: 'x' }), { token: 'crmOnly' });
		expect(item.error).toBe('The access token lacks the scope inbox:read');
	});
});
