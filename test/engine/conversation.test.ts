import { located, NODE, refusals, useService, type Service } from './actionNode/service';

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
		const options = { includeResponse: true, includePreview: true };
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
			_preview: 'Olá, Ana! Seu boleto vence em .',
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
		const additionalFields = { templateText: '=Olá, {{1}}! Tudo bem?' };
		const record = await service.record(
			start({ additionalFields, options: { includePreview: true } }),
		);
		expect(record._preview).toBe('Olá, Ana! Tudo bem?');
	});

	test('the text is checked against the pasted one before anything is sent', async () => {
		const item = await service.refusal(
			start({ additionalFields: { templateText: '{{1}} {{2}}' } }),
		);
		expect(item.error).toBe(
			'“Template Variables” has 1 entry, but the template’s text has 2 variables',
		);
		expect(await service.requests()).toEqual([]);
	});

	const params =
		(name: string, ...values: string[]) =>
		() =>
			start({ templateName: name }, values);
	const via =
		(name: string) =>
		({ fixtures }: Service) =>
			start({ additionalFields: { channelId: fixtures.channels[name] } });
	const to =
		(name: string) =>
		({ fixtures }: Service) =>
			start({ phone: fixtures.phones?.[name] });
	refusals(service, [
		[
			'an incomplete phone',
			() => start({ phone: '91111-0001' }),
			{ status: 400, code: 'invalid_parameter', param: 'phone', error: '“Phone”' },
		],
		[
			'an unknown channel',
			() => start({ additionalFields: { channelId: 'none' } }),
			{
				status: 404,
				code: 'resource_not_found',
				param: 'channelId',
				error: 'not found (field “Channel”)',
			},
		],
		[
			'a QR-code channel',
			via('qrCode'),
			{
				status: 422,
				code: 'channel_not_official',
				param: 'channelId',
				error: 'not an official business channel',
			},
		],
		[
			'a channel that is off',
			via('disconnected'),
			{ status: 409, code: 'channel_disconnected', param: 'channelId', error: 'reconnected' },
		],
		[
			'an account without official channel',
			() => start(),
			{ status: 422, code: 'no_official_channel', error: 'no active official channel' },
			'otherAccountManager',
		],
		[
			'an unknown template',
			params('none'),
			{
				status: 422,
				code: 'template_not_found',
				param: 'template.name',
				error: 'no approved template',
			},
		],
		[
			'a template that is not approved',
			params('em_analise', 'a'),
			{
				status: 422,
				code: 'template_not_found',
				param: 'template.name',
				error: 'no approved template',
			},
		],
		[
			'another language',
			() => start({ templateLanguage: 'en' }),
			{
				status: 422,
				code: 'template_not_found',
				param: 'template.name',
				error: 'no approved template',
			},
		],
		[
			'too few variables',
			params('lembrete_pagamento', 'a'),
			{
				status: 422,
				code: 'template_params_mismatch',
				param: 'template.params',
				error: 'number of template variables',
			},
		],
		[
			'a picture in the header',
			params('oferta_com_imagem', 'a'),
			{
				status: 422,
				code: 'template_not_supported',
				param: 'template.name',
				error: 'outside its text',
			},
		],
		[
			'a variable in a button',
			params('link_rastreio', 'a'),
			{
				status: 422,
				code: 'template_not_supported',
				param: 'template.name',
				error: 'outside its text',
			},
		],
		[
			'a contact who opted out',
			to('optedOut'),
			{
				status: 422,
				code: 'recipient_opted_out',
				param: 'phone',
				error: 'not to receive messages',
			},
		],
		[
			'a contact of another seller',
			to('inOtherSellersWallet'),
			{
				status: 409,
				code: 'contact_in_other_wallet',
				param: 'phone',
				error: 'another seller’s portfolio',
			},
			'seller',
		],
		[
			'a conversation of another user',
			async (given) => {
				const { conversationId } = await begun();
				await given.control('PATCH', `/conversations/${conversationId}`, {
					ownerId: given.fixtures.users?.otherSeller,
				});
				return via('official')(given);
			},
			{
				status: 409,
				code: 'conversation_with_other_user',
				param: 'phone',
				error: 'with another seller',
			},
			'seller',
		],
		[
			'a token without inbox:send',
			() => start(),
			{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope inbox:send' },
			'crmOnly',
		],
		[
			'a queue that is down',
			async (given) => {
				await given.fault({ kind: 'status', status: 503, code: 'queue_unavailable' });
				return start();
			},
			{ status: 503, code: 'queue_unavailable', error: 'send queue is down' },
		],
	]);

	test('a queue that refuses after recording is not asked again', async () => {
		await service.fault({ kind: 'queueRefuses' });
		expect(await service.refusal(start())).toMatchObject({
			details: { code: 'queue_unavailable' },
		});
		expect(await service.requests()).toHaveLength(1);
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

	refusals(service, [
		[
			'a token for the CRM',
			() => list(),
			{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope inbox:read' },
			'crmOnly',
		],
		[
			'a parameter that it does not take',
			() => list({ options: { additionalQuery: { status: 'open' } } }),
			{ status: 400, code: 'unknown_parameter', param: 'status', error: '“status”' },
		],
	]);
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

	refusals(service, [
		[
			'a closed window',
			async () => message('send', { conversationId: (await begun()).conversationId, text: 'a' }),
			{ status: 422, code: 'conversation_window_closed', error: 'does not accept the request' },
		],
		[
			'an unknown conversation',
			() => message('send', { conversationId: 'none', text: 'a' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
		[
			'a token that may only read',
			async () => message('send', { conversationId: await open(), text: 'a' }),
			{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope inbox:send' },
			'readOnly',
		],
		[
			'an unknown message',
			async () => message('get', { conversationId: await open(), messageId: 'none' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
		],
		[
			'a conversation of another department',
			async () =>
				message('get', { conversationId: (await begun()).conversationId, messageId: 'x' }),
			{ status: 404, code: 'resource_not_found', error: 'not found' },
			'otherSeller',
		],
	]);

	test('a queue that is down is waited for: nothing was sent', async () => {
		const conversationId = await open();
		await service.fault({ kind: 'status', status: 503, code: 'queue_unavailable', retryAfter: 0 });
		expect(await service.record(message('send', { conversationId, text: 'a' }))).toMatchObject({
			direction: 'outbound',
		});
		expect((await service.requests()).map(({ status }) => status)).toEqual([503, 202]);
	});
});

describe('Channel', () => {
	test('gives the connected ones', async () => {
		const channels = await service.records({
			resource: 'channel',
			operation: 'getAll',
			returnAll: true,
		});
		const ids = channels.map(({ id }) => id);
		expect(ids).toContain(service.fixtures.channels.official);
		expect(ids).not.toContain(service.fixtures.channels.disconnected);
		expect((await service.request()).path).toBe('/api/v1/channels');
	});

	refusals(service, [
		[
			'a token for the CRM',
			() => ({ resource: 'channel', operation: 'getAll' }),
			{ status: 403, code: 'insufficient_api_token_scope', error: 'lacks the scope inbox:read' },
			'crmOnly',
		],
	]);
});
