/** What the examples decide, by n8n's own expressions and conditions; test/e2e/examples.test.ts runs them whole. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleWorkflows } from '../../playground/exampleWorkflows';
import { waitUntil } from '../../playground/waitUntil';
import { actionNode, line, runWorkflow, startNode, type NodeJson } from '../support/engine';
import {
	editFields,
	FILTER,
	filter,
	SET,
	SWITCH,
	switchByRules,
} from '../support/engine/builtInNodes';
import { useService } from './actionNode/service';

const nodeOf = async (id: string, name: string): Promise<NodeJson> => {
	const example = (await exampleWorkflows()).find((one) => one.id === id)!;
	return example.nodes.find((one) => one.name === name)! as NodeJson;
};

const given = (name: string, items: IDataObject[]): NodeJson => ({
	...{ type: startNode, name, parameters: { items: items as unknown as INodeParameters[] } },
});

const recipes = readFileSync(join(__dirname, '../../docs/recipes/report-details.md'), 'utf8');

/** What each answer of a customer is taken for, in an example that sorts answers. */
const sorters: Record<string, (answers: Array<string | null>) => Promise<NodeJson[]>> = {
	actOnTheAnswer: async (answers) => [
		given(
			'When the customer answers',
			answers.map((text) => ({ data: { text } })),
		),
		await nodeOf('actOnTheAnswer', 'Only the words'),
		await nodeOf('actOnTheAnswer', 'What does it say?'),
	],
};

describe.each(Object.entries(sorters))('%s', (_, nodesFor) => {
	/** The answers that leave by an output. */
	const sorted = async (answers: Array<string | null>) => {
		const nodes = await nodesFor(answers);
		const run = await runWorkflow(line(nodes), {
			nodes: { [SET]: editFields, [SWITCH]: switchByRules },
		});
		expect(run.error).toBeUndefined();
		return [0, 1, 2].map((output) =>
			run
				.items(nodes.at(-1)!.name!, output)
				.map(({ pairedItem }) => answers[(pairedItem as { item: number }).item]),
		);
	};

	it('takes a whole short answer for a yes or a no, however it is written', async () => {
		const yes = ['Sim', ' sim! ', 'SIM, pode ser.', 'Claro', 'Claro que sim', 'Com certeza!', 'ok'];
		const no = ['Não', 'NÃO, obrigada!', 'nao quero', 'Agora não.', 'Não', 'n', 'Hoje não…'];
		expect(await sorted([...yes, ...no])).toEqual([yes, no, []]);
	});

	it('gives everything else to a person', async () => {
		const unclear = [
			...['Claro que não', 'Ok, mas não quero mais', 'No sábado pode ser', 'Não vejo a hora!'],
			...['Sim?', 'Sim, mas só depois das 18h', 'Ok, entendi. Quem é?', 'Claro, que pergunta'],
			...[
				'Não sei ainda',
				'Não precisa nem perguntar, quero!',
				'Sim e não',
				'S/N',
				'Simone',
				'Sim 👎',
			],
			...[
				'Sim\nNão, espera',
				'Pode deixar, não quero',
				'Nãooo acredito',
				'No',
				'👍',
				'👎',
				'1',
				'',
				null,
			],
		];
		expect(await sorted(unclear)).toEqual([[], [], unclear]);
	});
});

describe('messageFailed, with the resend of its recipe', () => {
	const service = useService();
	const template = { resource: 'conversation', operation: 'start', phone: '(11) 91111-0001' };
	const queued = { templateName: 'sem_variaveis', templateLanguage: 'pt_BR' };

	/** The messages of the account, once none is under way. */
	const messages = async () =>
		await waitUntil('messages to end', 20_000, async () => {
			const all = await service.control<IDataObject[]>('GET', '/messages');
			return all.some(({ status }) => status === 'pending') ? undefined : all;
		});

	/** Sends once, then again for each failed message, as the workflow does; at most twenty times. */
	async function resend(idempotencyKey: string): Promise<unknown[]> {
		const before = (await messages()).length;
		await service.run({ ...template, ...queued });
		let handled = 0;
		for (;;) {
			const all = (await messages()).slice(before);
			const failed = all.filter(({ status }) => status === 'failed');
			const [next] = failed.slice(handled);
			if (!next || handled === 20) return all.map(({ status }) => status);
			handled += 1;
			const parameters = { ...template, ...queued, options: { idempotencyKey } };
			await runWorkflow(
				line([
					given('When a message fails', [{ id: `evt_${handled}`, data: next }]),
					{ type: actionNode, name: 'Send it again', parameters },
				]),
				{ credentials: service.credentials() },
			);
		}
	}

	const key = /`(again-.*?)`/.exec(recipes)![1]!;

	it('sends one more message, however often messages fail', async () => {
		const fault = { kind: 'messageFails', code: 'queue_unavailable', count: 6 };
		await service.fault(fault);
		expect(await resend(`=${key}`)).toEqual(['failed', 'failed']);
	});

	it('goes on until the queue takes it, and then no more', async () => {
		await service.fault({ kind: 'queueRefuses', count: 3 });
		expect(await resend(`=${key}`)).toEqual(['failed', 'failed', 'failed', 'sent']);
	});

	it('would go on sending with a key of the event’s ID', async () => {
		const fault = { kind: 'messageFails', code: 'queue_unavailable', count: 6 };
		await service.fault(fault);
		const eventKey = "=again-{{ $('When a message fails').item.json.id }}";
		expect(await resend(eventKey)).toHaveLength(7);
	});

	it('has the same key in its file', async () => {
		const { parameters } = await nodeOf('messageFailed', 'Again');
		expect(parameters!.content).toContain(`\`${key}\``);
	});
});

describe('askForAReview', () => {
	it.each([
		['2026-11-23T08:59', '2026-11-26T09:00', 'a Monday before nine'],
		['2026-11-23T15:00', '2026-11-27T09:00', 'a Monday after nine'],
		['2026-11-24T15:00', '2026-11-30T09:00', 'a Tuesday after nine, beyond the weekend'],
		['2026-11-25T07:00', '2026-11-30T09:00', 'a Wednesday, three days before a Saturday'],
		['2026-11-26T15:00', '2026-11-30T09:00', 'a Thursday, three days before a Sunday'],
		['2026-11-27T08:00', '2026-11-30T09:00', 'a Friday before nine'],
		['2026-11-27T23:30', '2026-12-01T09:00', 'a Friday at night'],
		['2026-12-28T12:00', '2027-01-01T09:00', 'the end of a year'],
	])('waits from %s until %s: %s', async (now, until) => {
		const zone = 'America/Sao_Paulo';
		const { parameters } = await nodeOf('askForAReview', 'Nine in the morning');
		const value = String(parameters!.dateTime).replaceAll(
			'$now',
			`DateTime.fromISO('${now}', { zone: '${zone}' })`,
		);
		const assignments = { assignments: [{ name: 'until', value }] };
		const run = await runWorkflow(
			line([
				given('When a deal is won', [{}]),
				{ type: SET, name: 'Until', parameters: { assignments } },
			]),
			{ nodes: { [SET]: editFields } },
		);
		expect(run.error).toBeUndefined();
		expect(run.json('Until')).toEqual([{ until: `${until}:00.000-03:00` }]);
	});
});

describe('exportToCsv', () => {
	/** What a row is in the file. */
	const guarded = async (row: IDataObject) => {
		const step = await nodeOf('exportToCsv', 'No formulas');
		const run = await runWorkflow(line([{ type: startNode, name: 'Get the deals' }, step]), {
			...{ inputData: [row], nodes: { [SET]: editFields } },
		});
		expect(run.error).toBeUndefined();
		return run.json('No formulas')[0];
	};

	it.each([
		...['=HYPERLINK("http://example.com";"Ver")', '+cmd|/c calc!A0', '-2+3+cmd|/c calc!A0'],
		...['@SUM(1+1)', ' =1+1', '\t=1+1', '\r\n=1+1', '=', '-x', '+55 11 98765-4321=1'],
	])('a spreadsheet takes %j for a text', async (name) => {
		expect(await guarded({ contact: name })).toEqual({ contact: `'${name}` });
	});

	it('leaves everything else as it is, and the columns in their order', async () => {
		const row = {
			...{ title: 'Mesa = 6 lugares', contact: 'Ana-Maria', company: "D'Ávila + Filhos" },
			...{ contact_phone: '+5511987654321', contact_email: 'ana@example.com', value: -12.5 },
			...{ other_phone: '+55 (11) 98765-4321', balance: '-12.50', none: '-', empty: '' },
			...{ isOpen: true, stage: null, tags: 'a, =b' },
		};
		const written = await guarded(row);
		expect(written).toEqual(row);
		expect(Object.keys(written!)).toEqual(Object.keys(row));
	});

	it('has the expression that the recipe shows', async () => {
		const { parameters } = await nodeOf('exportToCsv', 'No formulas');
		expect(recipes).toContain(`\`${String(parameters!.jsonOutput).slice(1)}\``);
	});
});

describe('dealsThatLieStill', () => {
	const DAY = '2026-03-02T12:00:00.000Z';
	const deal = { title: 'Cozinha', contact: 'Ana', stage: 'Proposta', updatedAt: DAY };
	const owners = { usr_ana: 'ana@example.com' };
	const settings = { days: 21, owners, everybodyElse: 'sales@example.com' };

	it.each<[string, IDataObject, string, string]>([
		['an owner in Settings', { ownerId: 'usr_ana' }, owners.usr_ana, ''],
		['another owner', { ownerId: 'usr_bia' }, settings.everybodyElse, ', owner usr_bia'],
		['no owner', { ownerId: null }, settings.everybodyElse, ', no owner'],
	])('a deal with %s', async (_, owner, to, end) => {
		const run = await runWorkflow(
			line([
				given('Settings', [settings]),
				given('The longest first', [
					{ ...deal, ...owner, value: 25_974.01 },
					{ ...deal, ...owner, contact: null, value: null },
				]),
				await nodeOf('dealsThatLieStill', 'One line a deal'),
			]),
			{ nodes: { [SET]: editFields } },
		);
		expect(run.error).toBeUndefined();
		expect(run.json('One line a deal')).toEqual([
			{ to, line: `• Cozinha, Ana: Proposta, R$\u00a025.974,01, since 02/03/2026${end}` },
			{ to, line: `• Cozinha: Proposta, R$\u00a00,00, since 02/03/2026${end}` },
		]);
	});

	it.each([
		[1, /^This deal has not changed for 21 days:\n/],
		[2, /^These 2 deals have not changed for 21 days:\n/],
	])('the message on %i has the days of Settings', async (count, message) => {
		const step = await nodeOf('dealsThatLieStill', 'Tell the owner (replace me)');
		const run = await runWorkflow(
			line([
				given('Settings', [settings]),
				given('One message an owner', [{ count_line: count, concatenated_line: 'x', to: 'a' }]),
				step,
			]),
			{ nodes: { [SET]: editFields } },
		);
		expect(run.error).toBeUndefined();
		expect(run.json(step.name!)).toEqual([{ to: 'a', message: expect.stringMatching(message) }]);
	});

	it('has the expression for money that the recipe shows', async () => {
		const { parameters } = await nodeOf('dealsThatLieStill', 'One line a deal');
		expect(JSON.stringify(parameters)).toContain(
			/`({{[^`]*toLocaleString.*?}})`/.exec(recipes)![1]!,
		);
	});
});

describe('waitingCustomers', () => {
	it.each([
		[0, 'less than a minute'],
		[1, '1 minute'],
		[2, '2 minutes'],
	])('tells that somebody has waited for %i minutes: %s', async (waited, words) => {
		const step = await nodeOf('waitingCustomers', 'Tell the team (replace me)');
		const run = await runWorkflow(
			line([
				given('Who waits', [{ waited, text: 'Oi', conversation: 'k' }]),
				{ type: SET, name: 'Who is it?', parameters: { assignments: { assignments: [] } } },
				step,
			]),
			{ nodes: { [SET]: editFields } },
		);
		expect(run.error).toBeUndefined();
		const notice = `Somebody without a name (no phone) has waited for ${words}: Oi (conversation k)`;
		expect(run.json(step.name!)).toEqual([{ notice }]);
	});
});

describe('answerWithAiAgent', () => {
	const COLLEAGUE = 'a colleague';
	const PERSON = 'a person';
	const TEAM = 'the team';
	const OWNER = 'its owner';
	const NOT_TEXT = 'not text';
	const AGENT = 'the agent';
	const UNKNOWN = 'nobody knows yet';
	const event = (text: string | null, media: object | null = null) => ({ data: { text, media } });

	/** The outputs of a Switch by which an item leaves it. */
	const waysAt = async (name: string, before: NodeJson[], rest?: string) => {
		const way = await nodeOf('answerWithAiAgent', name);
		const run = await runWorkflow(line([...before, way]), { nodes: { [SWITCH]: switchByRules } });
		expect(run.error).toBeUndefined();
		const { values } = way.parameters!.rules as unknown as { values: Array<{ outputKey: string }> };
		return [...values.map(({ outputKey }) => outputKey), rest].filter(
			(_, output) => run.items(name, output).length > 0,
		);
	};

	it.each<[string, string, IDataObject, string | undefined, string?]>([
		['from a customer', 'message.received', { authorId: null }, 'a customer’s'],
		['from a colleague', 'message.sent', { authorId: 'usr_carla' }, 'a colleague’s'],
		['that no user sent', 'message.sent', { authorId: null }, 'a colleague’s'],
		['from the agent', 'message.sent', { authorId: 'usr_bot' }, undefined],
		['from another workflow', 'message.sent', { authorId: 'usr_sync' }, undefined],
		['among colleagues', 'message.sent', { authorId: 'usr_carla', internal: true }, undefined],
		['from anybody before the first answer', 'message.sent', { authorId: 'u' }, UNKNOWN, ''],
		[
			'among colleagues before it',
			'message.sent',
			{ authorId: 'u', internal: true },
			undefined,
			'',
		],
		['from another workflow before it', 'message.sent', { authorId: 'usr_sync' }, undefined, ''],
		['from a customer before it', 'message.received', { authorId: null }, 'a customer’s', ''],
	])('a message %s', async (_, event, data, way, agentUserIds = 'usr_bot') => {
		const userIds = ' usr_sync ';
		const before = [
			given('When somebody writes', [{ event, data }]),
			given('Settings', [{ userIds, agentUserIds }]),
		];
		expect(await waysAt('Whose message is it?', before)).toEqual([way]);
	});

	/** Which way a message of a conversation goes. */
	const wayOf = async (
		conversation: IDataObject,
		events: IDataObject[] = [event('Oi'), event('Quanto custa?')],
		kind = 'message.received',
		settings: IDataObject = { userIds: 'usr_sync', agentUserIds: 'usr_bot' },
	) =>
		await waysAt(
			'Who answers?',
			[
				given('When somebody writes', [{ event: kind, ...events.at(-1), collected: { events } }]),
				given('Settings', [settings]),
				given('Who is it?', [conversation]),
			],
			AGENT,
		);
	const contact = (...tags: string[]) => ({ _contact: { id: 'ctc_1', tags } });

	it.each<[string, IDataObject, string]>([
		['a contact without the tags', contact('vip', 'with-a-person-2'), AGENT],
		['a contact whose tags are not shown', { _contact: { id: 'ctc_1' } }, AGENT],
		['the tag wants-a-person', contact('Wants-A-Person'), TEAM],
		['the tag with-a-person', contact('vip', 'with-a-person'), PERSON],
		['both tags', contact('wants-a-person', 'with-a-person'), PERSON],
		['no contact', { _contact: null }, TEAM],
		['no owner', { ...contact(), ownerId: null }, AGENT],
		['a token as the owner', { ...contact(), ownerId: 'usr_sync' }, AGENT],
		['another owner', { ...contact(), ownerId: 'usr_carla' }, OWNER],
		['another owner, and wants-a-person', { ...contact('wants-a-person'), ownerId: 'u' }, TEAM],
		['another owner of the contact', { _contact: { tags: [], ownerId: 'usr_carla' } }, AGENT],
	])('%s', async (_, conversation, way) => {
		expect(await wayOf(conversation)).toEqual([way]);
	});

	it.each([
		['a picture', event(null, { url: 'x' })],
		['a picture with a caption', event('Veja', { url: 'x' })],
		['no text', event(null)],
		['blanks alone', event(' \n')],
	])('%s before a text', async (_, one) => {
		expect(await wayOf(contact(), [one, event('Oi')])).toEqual([NOT_TEXT]);
	});

	it.each<[string, IDataObject, string]>([
		['takes over', contact(), COLLEAGUE],
		['takes over what the agent has handed over', contact('wants-a-person'), COLLEAGUE],
		['has taken over before', contact('with-a-person'), PERSON],
		['writes where no contact can be read', { _contact: null }, PERSON],
	])('a colleague %s', async (_, conversation, way) => {
		expect(await wayOf(conversation, [event('Oi')], 'message.sent')).toEqual([way]);
	});

	it.each<[string, IDataObject, string]>([
		['is told to the team', contact(), TEAM],
		['is told to the team, too, if no contact can be read', { _contact: null }, TEAM],
		['changes nothing where a colleague has taken over', contact('with-a-person'), PERSON],
	])('a message that was sent before the first answer %s', async (_, conversation, way) => {
		const settings = { userIds: 'usr_sync', agentUserIds: '' };
		expect(await wayOf(conversation, [event('Oi')], 'message.sent', settings)).toEqual([way]);
	});
});

describe('birthdayGreetings', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['2027-02-27', ['1990-02-27']],
		['2027-02-28', ['1990-02-28', '1992-02-29', '2000-02-29T00:00:00.000Z']],
		['2027-03-01', ['1992-03-01']],
		['2028-02-28', ['1990-02-28']],
		['2028-02-29', ['1992-02-29', '2000-02-29T00:00:00.000Z']],
	])('on %s greets those born on %j', async (today, born) => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`${today}T15:00:00Z`));
		const all = [
			...['1990-02-27', '1990-02-28', '1992-02-29', '2000-02-29T00:00:00.000Z', '1992-03-01'],
			...['2002-12-28', '28/02/1990', '', null, undefined],
		];
		const contacts = all.map((value) => ({ customFields: { data_de_nascimento: value } }));
		const step = await nodeOf('birthdayGreetings', 'Is it their birthday?');
		const run = await runWorkflow(line([given('Get the contacts', contacts), step]), {
			nodes: { [FILTER]: filter },
		});
		expect(run.error).toBeUndefined();
		const greeted = run.json('Is it their birthday?') as typeof contacts;
		expect(greeted.map(({ customFields }) => customFields.data_de_nascimento)).toEqual(born);
	});
});
