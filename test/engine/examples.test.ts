/** The example workflows, as users import them, against the sandbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { useService } from './actionNode/service';
import { runWorkflow, webhookServer, type WebhookServer, type WorkflowJson } from './harness';

const service = useService({ contacts: 0 });
const open: WebhookServer[] = [];
afterEach(async () => {
	await Promise.all(open.splice(0).map((server) => server.close()));
});

const example = (name: string): WorkflowJson =>
	JSON.parse(
		readFileSync(join(__dirname, '../../examples', `${name}.json`), 'utf8'),
	) as WorkflowJson;

/** The workflow, active, with its trigger registered at the sandbox as in the service's settings. */
async function active(name: string, events: string[]): Promise<WebhookServer> {
	const { customerRelationshipApi: token } = service.credentials();
	const credential = { ...token, signingSecret: '' };
	const server = await webhookServer(example(name), {
		credentials: { customerRelationshipApi: credential },
	});
	open.push(server);
	const { secret } = await service.control<{ secret: string }>('POST', '/webhooks', {
		url: server.url,
		events,
	});
	credential.signingSecret = secret;
	await server.activate();
	return server;
}

/** Asks until there is an answer, for at most five seconds. */
async function eventually<Result>(ask: () => Promise<Result | undefined>): Promise<Result> {
	for (const end = Date.now() + 5_000; Date.now() < end;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
	throw new Error('It did not happen within five seconds');
}

const execution = async (server: WebhookServer, index = 0) =>
	await eventually(async () => (await server.executions())[index]);

interface Message extends IDataObject {
	id: string;
	conversationId: string;
	direction: string;
	text: string;
	status: string;
}
const messages = async () =>
	(await service.control<Message[]>('GET', '/messages')).filter(
		({ direction }) => direction === 'outbound',
	);
const newContact = async (fields: object) =>
	await service.app<{ id: string; phone: string }>('POST', '/contacts', fields);

describe('welcome-new-contact', () => {
	const welcome = async () => await active('welcome-new-contact', ['contact.created']);

	it('greets a new contact by the first name, with a key made from the event', async () => {
		const before = (await messages()).length;
		const server = await welcome();
		await newContact({ name: 'Ana Teste', phone: '(11) 97777-0001' });
		expect((await execution(server)).status).toBe('success');

		const sent = (await messages()).slice(before);
		expect(sent).toHaveLength(1);
		expect(sent[0]!.text).toContain('Ana');
		const [delivery] = await service.control<Array<{ id: string }>>('GET', '/deliveries');
		const start = (await service.requests()).find(
			({ method, path }) => method === 'POST' && path.endsWith('/conversations'),
		);
		expect(start?.headers['idempotency-key']).toBe(`welcome-${delivery!.id}`);
	});

	it('leaves alone whom nobody can write to, and whom somebody has just written to', async () => {
		const server = await welcome();
		await newContact({ name: 'Sem telefone', email: 'sem.telefone@example.com' });
		expect((await execution(server)).status).toBe('success');
		const before = (await messages()).length;

		await service.app('POST', '/conversations', {
			phone: '(11) 97777-0002',
			template: { name: 'sem_variaveis', language: 'pt_BR', params: [] },
		});
		expect((await execution(server, 1)).status).toBe('success');
		expect(await messages()).toHaveLength(before + 1);
	});
});

describe('message-failed', () => {
	it.each([
		['recipient_invalid', 'low'],
		['template_rejected', 'high'],
		['queue_unavailable', 'medium'],
		['a_code_of_tomorrow', 'medium'],
	])('writes a notice about %s, urgency %s', async (code, urgency) => {
		const server = await active('message-failed', ['message.failed']);
		await service.fault({ kind: 'messageFails', code });
		const { message } = await service.app<{ message: Message }>('POST', '/conversations', {
			phone: '(11) 97777-0003',
			template: { name: 'sem_variaveis', language: 'pt_BR', params: [] },
		});
		const run = await execution(server);
		expect(run.status).toBe('success');
		const [notice] = run.json('Tell the team (replace me)');
		expect(notice).toMatchObject({ urgency, code, messageId: message.id });
		expect(notice!.notice).toContain(code);
	});
});

describe('scheduled-reminder', () => {
	const remind = async () =>
		await runWorkflow(example('scheduled-reminder'), { credentials: service.credentials() });

	it('writes to the tagged contacts only, once a day each, and tells who could not be reached', async () => {
		const before = (await messages()).length;
		const tags = ['payment-reminder'];
		await newContact({ name: 'Ana Teste', phone: '(11) 97777-0004', tags });
		await newContact({ name: 'Outra Teste', phone: '(11) 97777-0005' });
		await newContact({ name: 'Sem telefone', email: 'sem.telefone@example.com', tags });
		await service.app('POST', '/contacts', { phone: service.fixtures.phones!.optedOut, tags });

		for (const run of [await remind(), await remind()]) {
			expect(run.error).toBeUndefined();
			expect(run.json('Sent')).toHaveLength(1);
			expect(run.json('Not sent')).toMatchObject([{ code: 'recipient_opted_out' }]);
		}
		const sent = (await messages()).slice(before);
		expect(sent).toHaveLength(1);
		expect(sent[0]!.text).toContain('Ana');
	});
});

describe('incremental-sync', () => {
	const OVERLAP_MS = 120_000;

	it('brings everything once, then what was changed since the last run started', async () => {
		await newContact({ name: 'Ana Teste', phone: '(11) 97777-0006' });
		const staticData: IDataObject = {};
		const sync = async () =>
			await runWorkflow(example('incremental-sync'), {
				credentials: service.credentials(),
				staticData,
			});
		const written = (run: Awaited<ReturnType<typeof sync>>) =>
			run.json('Write to your system (replace me)').map(({ name }) => name);
		/** As if the last run had been ten minutes earlier. */
		const tenMinutesPass = () => {
			const kept = staticData.global as IDataObject;
			kept.contactsSyncedAt = new Date(
				Date.parse(String(kept.contactsSyncedAt)) - 600_000,
			).toISOString();
		};

		const first = await sync();
		expect(first.error).toBeUndefined();
		expect(written(first)).toContain('Ana Teste');
		expect(first.json('Remember when it started')).toMatchObject([
			{ contacts: written(first).length },
		]);
		const { startedAt } = first.json('Since when?')[0]!;
		expect((staticData.global as IDataObject).contactsSyncedAt).toBe(startedAt);

		// What the fixtures hold is older than the ten minutes, the new contact is not.
		tenMinutesPass();
		await newContact({ name: 'Outra Teste', phone: '(11) 97777-0007' });
		const asked = (staticData.global as IDataObject).contactsSyncedAt as string;
		const second = await sync();
		expect(written(second).sort()).toEqual(['Ana Teste', 'Outra Teste']);
		const queries = (await service.requests()).map(
			({ path }) => new URL(path, 'http://service').searchParams,
		);
		expect(queries.map((query) => query.get('updatedSince'))).toEqual([
			null,
			new Date(Date.parse(asked) - OVERLAP_MS).toISOString(),
		]);
	});

	it('asks for the same time again when it could not read', async () => {
		const staticData: IDataObject = { global: { contactsSyncedAt: '2026-01-31T12:00:00.000Z' } };
		await service.fault({
			kind: 'status',
			status: 403,
			code: 'permission_denied',
			path: '/contacts',
		});
		const run = await runWorkflow(example('incremental-sync'), {
			credentials: service.credentials(),
			staticData,
		});
		expect(run.error?.message).toContain('role');
		expect(staticData).toEqual({ global: { contactsSyncedAt: '2026-01-31T12:00:00.000Z' } });
	});
});

describe('deal-board-move', () => {
	interface Deal extends IDataObject {
		id: string;
		stageId: string;
	}
	const board = async () => await active('deal-board-move', ['deal.created']);
	const newDeal = async (contactId: string | undefined, pipeline = 'default') =>
		await service.app<Deal>('POST', '/deals', {
			title: 'Cozinha planejada',
			pipelineId: service.fixtures.pipelines![pipeline],
			...(contactId && { contactId }),
		});
	const now = async ({ id }: Deal) => await service.app<Deal>('GET', `/deals/${id}`);
	const vip = async () =>
		await newContact({ name: 'Ana Teste', phone: '(11) 97777-0008', tags: ['cliente', 'vip'] });

	it('moves the deal of a VIP, once per event', async () => {
		const server = await board();
		const deal = await newDeal((await vip()).id);
		expect(deal.stageId).toBe(service.fixtures.stages!.firstOpen);
		const run = await execution(server);
		expect(run.json('Moved')).toEqual([
			{ result: 'moved', dealId: deal.id, stageId: service.fixtures.stages!.secondOpen },
		]);
		expect((await now(deal)).stageId).toBe(service.fixtures.stages!.secondOpen);
		const [delivery] = await service.control<Array<{ id: string }>>('GET', '/deliveries');
		const move = (await service.requests()).find(({ path }) => path.endsWith('/move'));
		expect(move?.headers['idempotency-key']).toBe(`vip-${delivery!.id}`);
	});

	it('leaves the deals of others, and those without a contact, where they are', async () => {
		const server = await board();
		const other = await newContact({
			name: 'Outra Teste',
			phone: '(11) 97777-0009',
			tags: ['cliente'],
		});
		for (const [index, deal] of [await newDeal(other.id), await newDeal(undefined)].entries()) {
			expect((await execution(server, index)).status).toBe('success');
			expect((await now(deal)).stageId).toBe(deal.stageId);
		}
	});

	it('says why a deal of another board stays, where the service keeps deals in theirs', async () => {
		await service.control('PATCH', '/behaviour', { readings: ['movesWithinPipeline'] });
		const server = await board();
		const deal = await newDeal((await vip()).id, 'withoutFinalStages');
		const run = await execution(server);
		expect(run.status).toBe('success');
		expect(run.json('Not moved')).toMatchObject([
			{ dealId: deal.id, code: 'stage_not_in_pipeline' },
		]);
	});
});
