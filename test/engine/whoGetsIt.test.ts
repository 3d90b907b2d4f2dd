/** Rules that ask about the receiver: what the service is asked, who gets a message, and what is remembered. */
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import { NODE, useService, type RunSettings } from './actionNode/service';

const service = useService({ contacts: 0 });
const phone = '+5511987654321';
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
	Date.now(),
);
const daysAgo = (days: number) => {
	const date = new Date(`${today}T00:00:00Z`);
	date.setUTCDate(date.getUTCDate() - days);
	return date.toISOString().slice(0, 10);
};
const field = () => service.fixtures.customFields!.contactText!;

const send = (whoGetsIt: object, more: object = {}) =>
	({
		...{ resource: 'conversation', operation: 'start', phone, templateName: 'sem_variaveis' },
		...{ templateLanguage: 'pt_BR', whoGetsIt, ...more },
	}) as IDataObject;
const daysBetween = (days = 7) => ({ daysBetween: { rule: { days, rememberIn: field() } } });
const contact = async (more: object = {}) =>
	await service.app<{ id: string }>('POST', '/contacts', { name: 'Ana', phone, ...more });
const fieldOf = async (id: string) =>
	(await service.app<{ customFields: IDataObject }>('GET', `/contacts/${id}`)).customFields[
		field()
	];
const lines = async () =>
	(await service.requests()).map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
/** Waits until the service has got a request of this method. */
async function arrived(method: string): Promise<void> {
	while (!(await lines()).some((line) => line.startsWith(method))) await pause(10);
}
/** The credential under another address of the service, by which locks of this process don't know it. */
const asAnotherProcess = () => {
	const { accessToken, baseUrl } = service.credentials().customerRelationshipApi;
	const elsewhere = baseUrl.replace('127.0.0.1', 'localhost');
	return { customerRelationshipApi: { accessToken, baseUrl: elsewhere } };
};
const zone = { timezone: 'America/Sao_Paulo' };
const run = async (parameters: IDataObject, settings: RunSettings = {}) =>
	await service.run(parameters, { ...zone, ...settings });
const one = async (parameters: IDataObject, settings: RunSettings = {}) =>
	await service.record(parameters, { ...zone, ...settings });

describe('tags', () => {
	test.each([
		['Not If Tagged, and the contact has one', { notIfTagged: 'OPTED_OUT, other' }, 'tagged'],
		['Only If Tagged, and the contact lacks one', { onlyIfTagged: 'vip, gold' }, 'not_tagged'],
		['both: Not If Tagged comes first', { onlyIfTagged: 'x', notIfTagged: 'vip' }, 'tagged'],
	])('stop a message: %s', async (_, rules, reason) => {
		await contact({ tags: ['vip', 'opted_out'] });
		const stopped = await one(send(rules));
		expect(stopped).toEqual({ sentNow: false, reason, reasonText: expect.any(String), phone });
		expect(await lines()).toEqual(['GET /api/v1/contacts']);
	});

	test('let a message pass with one request more', async () => {
		await contact({ tags: ['VIP'] });
		const rules = { onlyIfTagged: ['vip'], notIfTagged: 'opted_out' };
		expect(await one(send(rules))).toMatchObject({ sentNow: true, contactCreated: false });
		expect(await lines()).toEqual(['GET /api/v1/contacts', 'POST /api/v1/conversations']);
	});

	test('of all contacts that may be meant count together', async () => {
		await contact({ phone: '+551187654321', tags: ['opted_out'] });
		await service.app('POST', '/contacts', { name: 'B', phone: '+551188887654321'.slice(0, 14) });
		expect(await one(send({ notIfTagged: 'opted_out' }))).toMatchObject({ reason: 'tagged' });
	});

	test.each(['onlyIfTagged', 'notIfTagged'])('an empty %s sends nothing', async (rule) => {
		const refused = await service.refusal(send({ [rule]: '={{ $json.none }}' }));
		expect(String(refused.error)).toMatch(/If Tagged” is empty/);
		expect(await lines()).toEqual([]);
	});

	test('a read that fails fails its item, and nothing is sent', async () => {
		await service.fault({
			path: '/contacts',
			kind: 'status',
			status: 403,
			code: 'permission_denied',
		});
		await service.refusal(send({ notIfTagged: 'x' }));
		expect(await lines()).toEqual(['GET /api/v1/contacts']);
	});

	test('are read anew after a refusal that says that nothing was done', async () => {
		await contact();
		const path = '/conversations';
		await service.fault({ path, kind: 'status', status: 503, code: 'api_tokens_disabled' });
		expect(await one(send({ notIfTagged: 'x' }))).toMatchObject({ sentNow: true });
		expect((await lines()).map((line) => line.slice(-13))).toEqual([
			...['/v1/contacts', 'conversations', '/v1/contacts', 'conversations'].map((at) =>
				expect.stringMatching(`${at}$`),
			),
		]);
	});
});

describe('a phone that no contact has', () => {
	test('gets nothing unless Unknown Contacts says so', async () => {
		const unknown = { sentNow: false, reason: 'unknown_contact' };
		expect(await one(send({ notIfTagged: 'x' }))).toMatchObject(unknown);
		expect(await one(send({ unknownContacts: 'skip' }))).toMatchObject(unknown);
		const only = { unknownContacts: 'send', onlyIfTagged: 'x' };
		expect(await one(send(only))).toMatchObject(unknown);
		const sent = await one(send({ unknownContacts: 'send', notIfTagged: 'x' }));
		expect(sent).toMatchObject({ sentNow: true, contactCreated: true });
	});

	test('and that the token only does not see stops all further ones of the run', async () => {
		await contact({ phone: '+5511977770001' });
		const inputData = [1, 2].map((n) => ({ phone: `+551197777000${n}` }));
		const parameters = send({ unknownContacts: 'send' }, { phone: '={{ $json.phone }}' });
		const ended = await run(parameters, { inputData, token: 'seller' });
		expect(ended.json(NODE)).toMatchObject([
			{ sentNow: true, contactCreated: false },
			{ sentNow: false, reason: 'unknown_contact' },
		]);
		const hints = ended.hints(NODE);
		expect(hints.find(({ type }) => type === 'warning')?.message).toMatch(
			/^The access token does not see all contacts/,
		);
	});
});

test('a contact that the token does not see stops the others in another try, too', async () => {
	await contact({ phone: '+5511977770001' });
	const inputData = [1, 2].map((n) => ({ phone: `+551197777000${n}` }));
	const path = '/contacts';
	await service.fault({ path, kind: 'slow', ms: 0 });
	await service.fault({ path, kind: 'status', status: 403, code: 'permission_denied' });
	const ended = await run(send({ unknownContacts: 'send' }, { phone: '={{ $json.phone }}' }), {
		inputData,
		token: 'seller',
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
	});
	expect(ended.json(NODE)).toMatchObject([
		{ sentNow: true, contactCreated: false },
		{ sentNow: false, reason: 'unknown_contact' },
	]);
});

describe('Days Between', () => {
	test('remembers the day, then sends; the next one is too soon', async () => {
		const { id } = await contact();
		expect(await one(send(daysBetween()))).toMatchObject({ sentNow: true });
		expect(await fieldOf(id)).toBe(today);
		expect(await lines()).toEqual([
			'GET /api/v1/contacts',
			`PATCH /api/v1/contacts/${id}`,
			'POST /api/v1/conversations',
		]);
		expect(await one(send(daysBetween()))).toMatchObject({ sentNow: false, reason: 'too_soon' });
	});

	test.each([
		[6, false],
		[7, true],
		[-1, false],
	])('counts days of the calendar: %i days ago', async (days, isSent) => {
		await contact({ customFields: { [field()]: daysAgo(days) } });
		expect(await one(send(daysBetween()))).toMatchObject({ sentNow: isSent });
	});

	test.each([
		[422, 'template_not_found'],
		[409, 'contact_in_other_wallet'],
	])('writes back what the field held after %i %s', async (status, code) => {
		const before = daysAgo(30);
		const { id } = await contact({ customFields: { [field()]: before } });
		await service.fault({ path: '/conversations', kind: 'status', status, code });
		await service.refusal(send(daysBetween()), zone);
		expect(await fieldOf(id)).toBe(before);
		expect(await one(send(daysBetween()))).toMatchObject({ sentNow: true });
	});

	test.each([
		['stops', undefined],
		['goes on', 'continueErrorOutput' as const],
	])('tells of a field that can’t be written back, where the run %s', async (_, onError) => {
		await contact();
		const path = '/conversations';
		await service.fault({ path, kind: 'status', status: 422, code: 'template_not_found' });
		await service.fault({ method: 'PATCH', kind: 'slow', ms: 0 });
		const denied = { kind: 'status', status: 403, code: 'permission_denied' };
		await service.fault({ method: 'PATCH', ...denied });
		const ended = await run(send(daysBetween()), { node: { onError } });
		const details = ended.json(NODE, 1)[0]?.details as IDataObject | undefined;
		expect(details?.whatToDo ?? ended.error?.description).toContain(
			'the field “origem” of its contact may hold a day that this item wrote. If the conversation shows no message of that day, clear the field to send this one.',
		);
	});

	test('keeps the day where the message may have been sent, and sends once', async () => {
		const { id } = await contact();
		await service.fault({ path: '/conversations', kind: 'dropAfter' });
		expect(await one(send(daysBetween()))).toMatchObject({ sentNow: true });
		expect(await fieldOf(id)).toBe(today);
		expect((await lines()).filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
	});

	test('nobody gets it who was tagged while the day was written, and the field holds what it held', async () => {
		const before = daysAgo(30);
		const { id } = await contact({ customFields: { [field()]: before } });
		await service.fault({ method: 'PATCH', kind: 'slow', ms: 2_000 });
		const running = one(send({ ...daysBetween(), notIfTagged: 'opted_out' }));
		await arrived('PATCH');
		await service.app('PATCH', `/contacts/${id}`, { tags: ['opted_out'] });
		expect(await running).toMatchObject({ sentNow: false, reason: 'tagged' });
		expect(await fieldOf(id)).toBe(before);
	});

	test('a stop between remembering and sending says what became of the items', async () => {
		await contact();
		const stop = new AbortController();
		await service.fault({ method: 'PATCH', kind: 'slow', ms: 300 });
		const running = run(send(daysBetween()), { signal: stop.signal, inputData: [{}, {}] });
		await arrived('PATCH');
		stop.abort();
		const { status, logs } = await running;
		expect(status).toBe('canceled');
		const told = logs.filter(({ level }) => level === 'warn').map(({ message }) => message);
		expect(told).toEqual([expect.stringContaining('Nothing was carried out in this run')]);
		expect((await lines()).filter((line) => line.startsWith('POST'))).toEqual([]);
	});

	test('does not count its own day after a refusal by a limit', async () => {
		const { id } = await contact();
		const limited = { kind: 'status', status: 429, code: 'rate_limited', retryAfter: 1 };
		await service.fault({ path: '/conversations', ...limited });
		expect(await one(send(daysBetween()))).toMatchObject({ sentNow: true });
		expect(await fieldOf(id)).toBe(today);
	});

	test('a broken connection while it is remembered costs nobody the message', async () => {
		const { id } = await contact();
		await service.fault({ path: `/contacts/${id}`, kind: 'dropAfter' });
		expect(await one(send(daysBetween()))).toMatchObject({ sentNow: true });
	});

	test('a token that can’t write contacts stops the run before anybody is written to', async () => {
		const owned = service.fixtures.phones!.inSellersWallet!;
		const stopped = await run(send(daysBetween(), { phone: owned }), {
			token: 'seller',
			inputData: [{}, {}],
		});
		expect(stopped.error?.message).toMatch(/role|permission|allow/i);
		expect(stopped.error?.description).toContain('Days Between writes the day into the contact');
		expect((await lines()).filter((line) => line.startsWith('POST'))).toEqual([]);
	});

	test('a field that does not exist is named as the panel names it', async () => {
		await contact();
		const rule = { daysBetween: { rule: { days: 7, rememberIn: 'no_such_field' } } };
		const refused = await service.refusal(send(rule), zone);
		expect(String(refused.error)).toBe(
			'Contacts have no custom field with this field ID (field “Remember In”)',
		);
	});

	test('a field that can’t be written ends the run at its first contact, whatever On Error says', async () => {
		await contact();
		const rule = { daysBetween: { rule: { days: 7, rememberIn: 'no_such_field' } } };
		const ended = await run(send(rule), {
			inputData: [{}, {}],
			node: { onError: 'continueRegularOutput' },
		});
		expect(ended.json(NODE)).toMatchObject([
			{ details: { outcome: 'notCarriedOut' } },
			{ error: expect.stringContaining('ended the run'), details: { outcome: 'notCarriedOut' } },
		]);
		expect((await lines()).filter((line) => !line.startsWith('GET'))).toHaveLength(1);
	});

	test('a contact that is gone when its day is written ends no run', async () => {
		const { id } = await contact();
		await service.fault({
			...{ method: 'PATCH', path: `/contacts/${id}`, kind: 'status' },
			...{ status: 404, code: 'resource_not_found' },
		});
		const ended = await run(send(daysBetween()), {
			inputData: [{}, {}],
			node: { onError: 'continueRegularOutput' },
		});
		expect(ended.json(NODE)).toMatchObject([{ details: { status: 404 } }, { sentNow: true }]);
	});

	test('a field that takes no date is told to choose another one', async () => {
		const { id } = await contact();
		const rememberIn = service.fixtures.customFields!.contactNumber!;
		const rule = { daysBetween: { rule: { days: 7, rememberIn } } };
		const ended = await run(send(rule));
		expect(ended.error?.description).toContain('Choose another field under Remember In');
		expect(await lines()).not.toContain(`GET /api/v1/contacts/${id}`);
	});

	test('a field that holds no date fails the item', async () => {
		await contact({ customFields: { [field()]: 'soon' } });
		const refused = await service.refusal(send(daysBetween()), zone);
		expect(String(refused.error)).toMatch(/^“Remember In” names the field .* which holds “soon”/);
		expect(await lines()).toEqual(['GET /api/v1/contacts']);
	});

	test('remembers somebody new right after the message', async () => {
		const rules = { ...daysBetween(), unknownContacts: 'send' };
		const { contactId } = await one(send(rules));
		expect(await fieldOf(String(contactId))).toBe(today);
	});

	test('remembers the contact that the message creates beside one that differs by the ninth digit', async () => {
		const { id } = await contact({ customFields: { [field()]: daysAgo(30) } });
		const parameters = send(daysBetween(), { phone: '+551187654321' });
		const sent = await one(parameters);
		expect(sent).toMatchObject({ sentNow: true, contactCreated: true });
		expect(await fieldOf(id)).toBe(today);
		expect(await fieldOf(String(sent.contactId))).toBe(today);
		expect(await one(parameters)).toMatchObject({ sentNow: false, reason: 'too_soon' });
	});

	test('sends somebody new one message where another run comes before it is remembered', async () => {
		const rules = { ...daysBetween(), unknownContacts: 'send' };
		await service.fault({ method: 'PATCH', kind: 'slow', ms: 500 });
		const first = one(send(rules));
		await arrived('PATCH');
		const templateParams = { param: [{ value: 'Ana' }] };
		const another = send(rules, { templateName: 'boas_vindas', templateParams });
		const second = await one(another, { credentials: asAnotherProcess() });
		expect(second).toMatchObject({ sentNow: false, reason: 'already_tried' });
		const { sentNow, contactId } = await first;
		expect(sentNow).toBe(true);
		expect(await fieldOf(String(contactId))).toBe(today);
	});

	test('ends the run where somebody new can’t be remembered, whatever On Error says', async () => {
		const rules = { ...daysBetween(), unknownContacts: 'send' };
		await service.fault({
			method: 'PATCH',
			kind: 'status',
			status: 403,
			code: 'permission_denied',
		});
		const inputData = [1, 2].map((n) => ({ phone: `+551197777000${n}` }));
		const ended = await run(send(rules, { phone: '={{ $json.phone }}' }), {
			inputData,
			node: { onError: 'continueRegularOutput' },
		});
		expect(ended.json(NODE)).toMatchObject([
			{ details: { outcome: 'carriedOut' } },
			{ error: expect.stringContaining('ended the run'), details: { outcome: 'notCarriedOut' } },
		]);
	});

	test('another text by Retry On Fail, where the first may have arrived, is told so', async () => {
		await contact();
		await service.fault({ path: '/conversations', kind: 'dropAfter' });
		const templateParams = { param: [{ value: '={{ "Ana " + Date.now() }}' }] };
		const text = { templateName: 'boas_vindas', templateParams };
		const parameters = send(daysBetween(), { ...text, options: { maxWaitSeconds: 0 } });
		const ended = await run(parameters, {
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect(ended.error?.message).toMatch(/^Not sent now: something was sent to this phone since/);
		expect(ended.error?.description).not.toContain('another Idempotency Key');
	});

	test('with one key for two that read the same, whatever they send', async () => {
		await contact();
		const answers = await Promise.all(
			['sem_variaveis', 'boas_vindas'].map(async (templateName, n) => {
				const templateParams = { param: n === 0 ? [] : [{ value: 'Ana' }] };
				const credentials = n === 0 ? service.credentials() : asAnotherProcess();
				return await one(send(daysBetween(), { templateName, templateParams }), { credentials });
			}),
		);
		expect(answers.filter(({ sentNow }) => sentNow)).toHaveLength(1);
		expect(await lines()).toContain('POST /api/v1/conversations');
	});

	test('a run that is refused does not write back what another one has remembered meanwhile', async () => {
		const before = daysAgo(30);
		const inputData = Array.from({ length: 10 }, (_, n) => ({ to: `+551197777000${n}` }));
		const customFields = { [field()]: before };
		const ids = new Map<string, string>();
		for (const { to } of inputData) ids.set(to, (await contact({ phone: to, customFields })).id);
		const parameters = (templateName: string) =>
			send(daysBetween(), {
				...{ templateName, phone: '={{ $json.to }}', options: { parallelRequests: 10 } },
			});
		const node = { onError: 'continueRegularOutput' as const };
		await Promise.all(
			['boas_vindas', 'sem_variaveis'].map(
				async (name) => await run(parameters(name), { inputData, node }),
			),
		);
		const sent = (await service.requests()).filter(({ status }) => status === 202);
		const got = sent.map(({ rawBody }) => (JSON.parse(rawBody) as { phone: string }).phone);
		expect(got.length).toBeGreaterThan(0);
		for (const [to, id] of ids) expect(await fieldOf(id)).toBe(got.includes(to) ? today : before);
	});

	test.each([
		['Once per Phone', { oncePerPhone: true }],
		['Idempotency Key', { options: { idempotencyKey: 'k' } }],
	])('beside %s is an error', async (label, more) => {
		const refused = await service.refusal(send(daysBetween(), more));
		expect(String(refused.error)).toBe(`“Days Between” and “${label}” are both given`);
	});

	test('a refusal that the service keeps with the key ends the run', async () => {
		await contact();
		await service.fault({
			path: '/conversations',
			kind: 'status',
			status: 402,
			code: 'subscription_inactive',
		});
		const ended = await run(send(daysBetween()), {
			inputData: [{}, {}],
			node: { onError: 'continueRegularOutput' },
		});
		expect(ended.json(NODE)).toMatchObject([
			{
				details: {
					status: 402,
					whatToDo: expect.stringContaining('may keep this refusal for the phone for 24 hours'),
				},
			},
			{ error: expect.stringContaining('ended the run') },
		]);
	});
});

test('one hint counts the items by reason', async () => {
	await contact({ tags: ['opted_out'] });
	const inputData = [phone, phone, '+5511911111111'].map((to) => ({ to }));
	const parameters = send({ notIfTagged: 'opted_out' }, { phone: '={{ $json.to }}' });
	const ended = await run(parameters, { inputData });
	expect(ended.hints(NODE).map(({ message }) => message)).toContain(
		'Nothing was sent for 2 items whose contact has a tag of Not If Tagged; 1 item whose phone belongs to no contact that the access token can see.',
	);
});

describe('Check Only', () => {
	const check = (rules: object, more: object = {}) =>
		send(rules, { options: { checkOnly: true }, ...more });

	test('asks the rules, shows who would get nothing, and writes nothing', async () => {
		await contact({ tags: ['opted_out'] });
		await contact({ phone: '+5511977770002' });
		const inputData = [phone, '+5511977770002', '+5511977770003'].map((to) => ({ to }));
		const rules = { ...daysBetween(), notIfTagged: 'opted_out' };
		const ended = await run(check(rules, { phone: '={{ $json.to }}' }), { inputData });
		expect(ended.json(NODE)).toMatchObject([
			{ wouldSend: false, reason: 'tagged', reasonText: expect.stringContaining('opted_out') },
			{ wouldSend: true },
			{ wouldSend: false, reason: 'unknown_contact' },
		]);
		const hints = ended.hints(NODE).map(({ message }) => message);
		expect(hints[0]).toMatch(/^Only checked: 1 message to send/);
		expect(hints).toContain(
			'Nothing would be sent now for 1 item whose contact has a tag of Not If Tagged; 1 item whose phone belongs to no contact that the access token can see.',
		);
		expect(hints).toContain(
			'Who Gets It takes about 6 requests besides the messages; more if several contacts have a phone.',
		);
		expect(await lines()).toEqual(inputData.map(() => 'GET /api/v1/contacts'));
	});

	test('shows a field that holds no date as a problem', async () => {
		await contact({ customFields: { [field()]: 'soon' } });
		expect(await one(check(daysBetween()))).toMatchObject({
			wouldSend: false,
			reason: 'invalid',
			problem: expect.stringContaining('which holds “soon”'),
		});
	});
});

test('a birthday is not overwritten', async () => {
	const { id } = await contact({ customFields: { [field()]: '1985-03-02' } });
	const refused = await service.refusal(send(daysBetween()), zone);
	expect(String(refused.error)).toContain('which holds “1985-03-02”');
	expect(await fieldOf(id)).toBe('1985-03-02');
});
