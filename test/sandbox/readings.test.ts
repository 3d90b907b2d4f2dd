import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { READING_NAMES, readingsOf, type Reading } from '../../sandbox/rules/readings';
import type { Json, Reply } from './harness/client';
import { Receiver } from './harness/receiver';
import { errorOf, gives, useSandbox } from './harness/sandbox';

const under = useSandbox({ contacts: 5, tokenLimit: 60 });
const { post, patch, get } = {
	post: (path: string, body?: unknown, as?: string) => under.api.send('POST', path, { body, as }),
	patch: (path: string, body: unknown) => under.api.patch(path, body),
	get: (path: string) => under.api.get(path),
};
const shown = (reply: Reply, field?: string): unknown =>
	reply.status > 299 ? errorOf(reply) : field ? reply.body[field] : reply.status;
const deal = async (more: object = {}, as?: string): Promise<Json> => {
	const pipelineId = under.fixtures.pipelines.default;
	return (await post('/deals', { title: 'Venda', pipelineId, ...more }, as)).body;
};
const template = { name: 'sem_variaveis', language: 'pt_BR' };
const start = (more: object = {}, as?: string) =>
	post('/conversations', { phone: '11 97777-0001', template, ...more }, as);

/** For each reading: what is tried, and what comes of it as chosen and turned. */
const CASES: Record<Reading, [() => Promise<unknown>, chosen: unknown, turned: unknown]> = {
	movesWithinPipeline: [
		async () => {
			const { pipelines } = under.fixtures;
			const [stage] = (await get(`/pipelines/${pipelines.second}/stages`)).body.data;
			return shown(await post(`/deals/${(await deal()).id}/move`, { stageId: stage.id }));
		},
		200,
		'400 stage_not_in_pipeline stageId',
	],
	closedDealsChange: [
		async () => {
			const { id } = await deal();
			const { secondOpen } = under.fixtures.stages;
			const steps = [];
			for (const [action, body] of [
				['win', {}],
				['win', {}],
				['lose', {}],
				['move', { stageId: secondOpen }],
			] as const)
				steps.push(shown(await post(`/deals/${id}/${action}`, body), 'status'));
			return [...steps, (await get(`/deals/${id}`)).body.closedAt === null];
		},
		['won', '400 stage_is_final', '400 stage_is_final', '400 stage_is_final', false],
		['won', 'won', 'lost', 'open', true],
	],
	dealsKeepTheirContact: [
		async () => {
			const [contact] = (await get('/contacts?limit=1')).body.data;
			const { id } = await deal({ contactId: contact.id });
			const replies = [];
			for (const field of ['contactId', 'companyId'])
				replies.push(shown(await patch(`/deals/${id}`, { [field]: null })));
			return replies;
		},
		[200, 200],
		['400 invalid_parameter contactId', '400 invalid_parameter companyId'],
	],
	requiredFieldsStay: [
		async () => {
			const as = 'otherAccountManager';
			const [{ id: pipelineId }] = (await under.api.get('/pipelines', as)).body.data;
			const { id } = await deal({ pipelineId, customFields: { numero_contrato: 'C1' } }, as);
			const customFields = { numero_contrato: null };
			return shown(await under.api.patch(`/deals/${id}`, { customFields }, { as }), 'customFields');
		},
		{},
		'422 missing_required_custom_fields customFields.numero_contrato',
	],
	emptyChannelIsNone: [
		async () => shown(await start({ channelId: '' })),
		'400 invalid_parameter channelId',
		202,
	],
	reopenedIsUnowned: [
		async () => {
			const { conversationId } = (await start({ assignToSelf: true }, 'seller')).body;
			const close = () =>
				under.api.control('PATCH', `/conversations/${conversationId}`, { status: 'closed' });
			await close();
			const byAnother = shown(await start({}, 'otherSeller'));
			await close();
			await start();
			const found = await under.api.control('GET', '/conversations');
			const { ownerId } = found.find(({ id }: Json) => id === conversationId);
			return [byAnother, ownerId === under.fixtures.users.seller];
		},
		['409 conversation_with_other_user phone', true],
		[202, false],
	],
	queueRefusalIsSilent: [
		async () => {
			const receiver = new Receiver();
			const url = await receiver.start();
			await under.api.control('POST', '/webhooks', { url, events: ['*'] });
			await under.api.control('POST', '/faults', { kind: 'queueRefuses' });
			await start();
			await under.api.post('/contacts', { name: 'Depois' });
			await receiver.of('contact.created', 2);
			await receiver.stop();
			return receiver.received.map(({ body }) => body.event).sort();
		},
		['contact.created', 'contact.created', 'message.failed'],
		['contact.created', 'contact.created'],
	],
	lenientPhones: [
		async () => {
			const phones = [];
			for (const phone of ['11 3333-4444 ext. 5', '0 15 11 98888-7777', '(11) 98888-7777'])
				phones.push(shown(await post('/contacts', { phone }), 'phone'));
			return phones;
		},
		['400 invalid_parameter phone', '400 invalid_parameter phone', '+5511988887777'],
		['+551133334444', '+5511988887777', '+5511988887777'],
	],
	tidiedTexts: [
		async () => {
			const sent = { name: ' Ana ', tags: ['a', ' a ', 'a'] };
			const { body } = await post('/contacts', sent);
			const cleared = await patch(`/contacts/${body.id}`, { name: '  ' });
			return [body.name, body.tags, cleared.body.name];
		},
		[' Ana ', ['a', ' a ', 'a'], '  '],
		['Ana', ['a'], ''],
	],
	asciiEmails: [
		async () => {
			const { id } = (await post('/contacts', { name: 'Ana' })).body;
			const email = 'josé@exemplo.com.br';
			return [
				shown(await post('/contacts', { email }), 'email'),
				shown(await patch(`/contacts/${id}`, { email }), 'email'),
				shown(await post('/contacts', { email: 'no address' })),
			];
		},
		['josé@exemplo.com.br', 'josé@exemplo.com.br', '400 invalid_parameter email'],
		Array(3).fill('400 invalid_parameter email'),
	],
	unknownPropertiesRefused: [
		async () => [
			shown(await post('/contacts', { name: 'Ana', nickname: 'A' })),
			shown(await post(`/deals/${(await deal()).id}/win`, { reason: 'x' })),
		],
		[201, 200],
		['400 unknown_parameter nickname', '400 unknown_parameter reason'],
	],
	changedSinceIsLater: [
		async () => {
			const { updatedAt } = (await post('/contacts', { name: 'Ana' })).body;
			return (await get(`/contacts?updatedSince=${updatedAt}`)).body.data.length;
		},
		1,
		0,
	],
	refusedRequestsCount: [
		async () => {
			for (let round = 0; round < 2; round++) {
				for (let at = 0; at < 61; at++) await get('/pipelines');
				await under.api.control('POST', '/clock', { advanceMs: 32_000 });
			}
			return (await get('/pipelines')).status;
		},
		200,
		429,
	],
	earlyRefusalsStored: [
		async () => {
			const ask = (path: string, as: string) =>
				under.api.post(path, { name: 'Ana' }, { key: 'key', as });
			const replayed = [];
			for (const [path, as] of [
				['/contact', 'manager'],
				['/contacts', 'readOnly'],
				['/contacts', 'suspendedAccount'],
			] as const) {
				await ask(path, as);
				replayed.push((await ask(path, as)).headers['idempotent-replayed']);
			}
			return replayed;
		},
		[undefined, undefined, undefined],
		['true', 'true', 'true'],
	],
};

describe.each(Object.entries(CASES))('%s', (reading, [tried, chosen, turned]) => {
	test('applies as chosen', async () => {
		expect(await tried()).toEqual(chosen);
	});

	test('applies the other way when turned', async () => {
		await under.api.control('PATCH', '/behaviour', { readings: [reading] });
		expect(await tried()).toEqual(turned);
	});
});

test('each reading has a row in the README', () => {
	const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');
	expect(READING_NAMES.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
});

test('turns all readings by one word, some by their names, none by a wrong name', async () => {
	const change = (readings: unknown) =>
		under.api.tryControl('PATCH', '/behaviour', { readings }).then(({ body }) => body.readings);
	expect(await change('other')).toEqual(READING_NAMES);
	expect(await change(['asciiEmails'])).toEqual(['asciiEmails']);
	expect(await change('chosen')).toEqual([]);
	await gives(under.api.tryControl('PATCH', '/behaviour', { readings: ['x'] }), '400');
	expect(readingsOf('asciiEmails, tidiedTexts')).toEqual(['asciiEmails', 'tidiedTexts']);
	expect(() => readingsOf('asciiEmail')).toThrow('There is no reading "asciiEmail".');
	await change('other');
	await under.api.control('POST', '/reset');
	expect((await under.api.control('GET', '/behaviour')).readings).toEqual([]);
});

test('delays a round trip as configured, on the way in and out', async () => {
	const took = async () => {
		const began = performance.now();
		await get('/pipelines');
		return performance.now() - began;
	};
	await took();
	await under.api.control('PATCH', '/behaviour', { latencyMs: 500, latencyJitterMs: 20 });
	const ms = await took();
	expect(ms).toBeGreaterThan(495);
	const asked = get('/pipelines');
	await new Promise((resolve) => setTimeout(resolve, 30));
	expect(await under.api.control('GET', '/requests')).toHaveLength(2);
	await asked;
	expect(await under.api.control('GET', '/requests')).toHaveLength(3);
});
