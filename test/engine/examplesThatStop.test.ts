/** The examples that end a cadence with the answer, and those that leave alone who asked to stop. */
import type { IDataObject } from 'n8n-workflow';
import { exampleWorkflows } from '../../playground/exampleWorkflows';
import { line, runWorkflow, startNode, type NodeJson, type WorkflowJson } from '../support/engine';
import {
	editFields,
	FILTER,
	filter,
	SET,
	SWITCH,
	switchByRules,
	WAIT,
	wait,
} from '../support/engine/builtInNodes';
import { useService } from './actionNode/service';

interface Contact {
	id: string;
	phone: string;
	tags: string[];
}

const service = useService({ contacts: 0 });
const MERGE = 'n8n-nodes-base.merge';
const STOP = 'n8n-nodes-base.stopAndError';

let phones = 0;
const newContact = async (...tags: string[]) =>
	await service.app<Contact>('POST', '/contacts', {
		...{ name: `Cliente ${(phones += 1)}`, phone: `+55119777${81_000 + phones}`, tags },
	});
const tagsOf = async ({ id }: Contact) =>
	(await service.app<Contact>('GET', `/contacts/${id}`)).tags;

/** What was sent to a contact, the oldest first. */
async function textsTo({ id }: Contact): Promise<string[]> {
	const all = await service.control<Array<{ id: string; contactId: string }>>(
		...(['GET', '/conversations'] as const),
	);
	const theirs = all.filter(({ contactId }) => contactId === id);
	const messages = await Promise.all(
		theirs.map(
			async (one) =>
				await service.control<Array<{ text: string; direction: string }>>(
					'GET',
					`/conversations/${one.id}/messages`,
				),
		),
	);
	return messages
		.flat()
		.filter(({ direction }) => direction === 'outbound')
		.map(({ text }) => text);
}

let events = 0;
/** The event of a message that a contact writes. */
async function writes({ id }: Contact, text: string): Promise<IDataObject> {
	const all = await service.control<Array<{ id: string; contactId: string }>>(
		...(['GET', '/conversations'] as const),
	);
	const conversationId = all.find(({ contactId }) => contactId === id)!.id;
	const data = await service.control('POST', '/customer-messages', { conversationId, text });
	return { event: 'message.received', id: `evt_${(events += 1)}`, data };
}

const exampleOf = async (id: string) =>
	(await exampleWorkflows()).find((example) => example.id === id)!;
const given = (name: string, items: IDataObject[]): NodeJson => ({
	...{ type: startNode, name, parameters: { items: items as never } },
});

/** Runs an example, whose trigger gives out some items. @param meanwhile what happens while a step waits */
async function run(
	id: string,
	items: IDataObject[] = [{}],
	meanwhile: (step: string) => Promise<void> = async () => {},
	token?: string,
) {
	const example = await exampleOf(id);
	const left = [MERGE, STOP, 'n8n-nodes-base.stickyNote'];
	const [trigger, ...nodes] = (example.nodes as NodeJson[]).filter(
		({ type }) => !left.includes(type),
	);
	const first = given(trigger!.name!, items);
	const names = new Set(nodes.map(({ name }) => name));
	const connections = structuredClone(example.connections) as WorkflowJson['connections'];
	for (const { main } of Object.values(connections))
		for (const [output, all] of main!.entries())
			main![output] = all?.filter(({ node }) => names.has(node)) ?? [];
	return await runWorkflow(
		{ nodes: [first, ...nodes], connections },
		{
			credentials: service.credentials(token),
			nodes: { [FILTER]: filter, [SET]: editFields, [WAIT]: wait(meanwhile) },
		},
	);
}
const ended = async (...given: Parameters<typeof run>) => {
	const { error } = await run(...given);
	expect(error).toBeUndefined();
};

const FIRST = expect.stringContaining('Que bom ter você');
const SECOND = expect.stringContaining('Uma dica da casa');
const THIRD = expect.stringContaining('última mensagem');

describe('the cadence', () => {
	/** A contact of the cadence, who writes something during a wait. */
	const answers = async (contact: Contact, text = 'Oi') =>
		await ended('cadenceAnswered', [await writes(contact, text)]);

	it('sends nothing more to who answers, and all three to who does not', async () => {
		const [silent, early, late] = [
			await newContact('new-customer'),
			await newContact('new-customer'),
			await newContact('new-customer'),
		];
		await ended('cadence', [{}], async (step) => {
			if (step === 'Three days') await answers(early);
			if (step === 'Four days') await answers(late, 'Quero!');
		});
		expect(await textsTo(silent)).toEqual([FIRST, SECOND, THIRD]);
		expect(await textsTo(early)).toEqual([FIRST]);
		expect(await textsTo(late)).toEqual([FIRST, SECOND]);
		expect(await tagsOf(silent)).toEqual(['new-customer', 'cadence-welcome']);
		expect(await tagsOf(early)).toEqual([
			...['new-customer', 'cadence-welcome', 'cadence-welcome-answered'],
		]);
	});

	it('goes on with the right customers where others were refused or kept back', async () => {
		const { phones: fixtures } = service.fixtures;
		const before = await newContact('new-customer');
		const refused = await service.app<Contact>('POST', '/contacts', {
			...{ phone: fixtures!.optedOut, tags: ['new-customer'] },
		});
		const after = await newContact('new-customer');
		await ended('cadence', [{}], async (step) => {
			if (step === 'Three days')
				await service.app('PATCH', `/contacts/${before.id}`, { tags: ['OPTED_OUT'] });
		});
		expect(await textsTo(before)).toEqual([FIRST]);
		expect(await textsTo(refused)).toEqual([]);
		expect(await textsTo(after)).toEqual([FIRST, SECOND, THIRD]);
	});

	it('does not begin again with who has begun, nor with who asked to stop', async () => {
		const begun = await newContact('new-customer');
		const stopped = await newContact('new-customer', 'opted_out');
		await ended('cadence');
		await ended('cadence');
		expect(await textsTo(begun)).toHaveLength(3);
		expect(await textsTo(stopped)).toEqual([]);
	});

	it('writes to nobody who could not be tagged', async () => {
		const contact = await newContact('new-customer');
		const path = '/contacts';
		const refusal = { kind: 'status', status: 403, code: 'permission_denied' };
		await service.fault({ ...refusal, path, method: 'POST' });
		await ended('cadence');
		expect(await textsTo(contact)).toEqual([]);
		expect(await tagsOf(contact)).toEqual(['new-customer']);
	});

	it('leaves messages of others alone, and fails where an answer can’t be tagged', async () => {
		const [of, other] = [await newContact('new-customer'), await newContact('vip')];
		await ended('cadence');
		await service.run({
			...{ resource: 'conversation', operation: 'start', phone: other.phone },
			...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
		});
		await answers(other);
		expect(await tagsOf(other)).toEqual(['vip']);
		const event = await writes(of, 'Oi');
		const refusal = { kind: 'status', status: 403, code: 'permission_denied' };
		await service.fault({ ...refusal, path: '/contacts', method: 'POST' });
		expect((await run('cadenceAnswered', [event])).error).toBeDefined();
		await ended('cadenceAnswered', [event]);
		expect(await tagsOf(of)).toContain('cadence-welcome-answered');
	});
});

/** A contact who has a conversation. */
async function writtenTo(...tags: string[]): Promise<Contact> {
	const contact = await newContact(...tags);
	const { error } = await service.run({
		...{ resource: 'conversation', operation: 'start', phone: contact.phone },
		...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
	});
	expect(error).toBeUndefined();
	return contact;
}

const STOPS = [
	...['SAIR', 'Parar', ' pare! ', '*STOP*', '“Sair”.', '🛑 stop 🛑', 'Não quero mais receber…'],
	...['nao quero mais receber', 'NA\u0303O QUERO MAIS RECEBER', 'Não me mande mais mensagens!!'],
];
const NO_STOPS = [
	...['CANCELAR', 'Cancelar.', 'Sairam', 'Quero parar na loja', 'Sair, mas só amanhã', 'Sim', ''],
	...['Pare de me ligar e mande por aqui', 'não', '…', ','],
];
const CONFIRMED = expect.stringMatching(/^Pronto: /);

describe('who asks to stop', () => {
	const stopped = async (contact: Contact, text: string) =>
		await ended('whoAsksToStop', [await writes(contact, text)]);

	/** Whether a text is taken for a wish to stop. The conversation of the event is not there. */
	const isStop = async (text: string | null | undefined) => {
		const data = { conversationId: 'cnv_none', text };
		const ran = await run('whoAsksToStop', [{ id: 'evt_0', data }] as IDataObject[]);
		return ran.items('Nothing but a stop word?').length > 0;
	};

	it.each(STOPS)('says %j', async (text) => {
		expect(await isStop(text)).toBe(true);
	});

	it.each([...NO_STOPS, null, undefined])('does not say %j', async (text) => {
		expect(await isStop(text)).toBe(false);
	});

	it('is tagged, and told once', async () => {
		const contact = await writtenTo('vip');
		for (const text of ['Cancelar', 'SAIR', 'Sair!']) await stopped(contact, text);
		expect(await tagsOf(contact)).toEqual(['vip', 'opted_out']);
		expect((await textsTo(contact)).slice(1)).toEqual([CONFIRMED]);
	});

	it('is told again after the tag was taken away, but not for an event that comes again', async () => {
		const contact = await writtenTo();
		const event = await writes(contact, 'Sair');
		for (let times = 0; times < 2; times += 1) {
			await ended('whoAsksToStop', [event]);
			await service.app('PATCH', `/contacts/${contact.id}`, { tags: [] });
		}
		expect((await textsTo(contact)).slice(1)).toEqual([CONFIRMED]);
		await stopped(contact, 'Sair');
		expect((await textsTo(contact)).slice(1)).toEqual([CONFIRMED, CONFIRMED]);
	});

	it('is told nothing where the tag could not be set, and the run fails', async () => {
		const contact = await writtenTo();
		const event = await writes(contact, 'Sair');
		expect((await run('whoAsksToStop', [event], undefined, 'seller')).error).toBeDefined();
		expect(await textsTo(contact)).toHaveLength(1);
		await ended('whoAsksToStop', [event]);
		expect(await tagsOf(contact)).toEqual(['opted_out']);
		expect((await textsTo(contact)).slice(1)).toEqual([CONFIRMED]);
	});

	it('gets nothing from a cadence that waits', async () => {
		const contact = await newContact('new-customer');
		await ended('cadence', [{}], async (step) => {
			if (step === 'Three days') await stopped(contact, 'PARE');
		});
		expect(await textsTo(contact)).toEqual([FIRST, CONFIRMED]);
	});
});

describe('the AI agent', () => {
	/** Whether messages that are collected into one reach the agent. */
	const ways = async (...texts: string[]) => {
		const example = await exampleOf('answerWithAiAgent');
		const [settings, way] = ['Settings', 'Whose message is it?'].map(
			(name) => example.nodes.find((one) => one.name === name) as NodeJson,
		);
		const events = texts.map((text, index) => ({ id: `evt_${index}`, data: { text } }));
		const items = [{ event: 'message.received', ...events.at(-1), collected: { events } }];
		const filledIn = structuredClone(settings!);
		const { assignments } = filledIn.parameters!.assignments as unknown as {
			assignments: Array<{ name: string; value: string }>;
		};
		for (const one of assignments) if (one.name === 'agentUserIds') one.value = 'usr_bot';
		const ran = await runWorkflow(line([given('When somebody writes', items), filledIn, way!]), {
			nodes: { [SET]: editFields, [SWITCH]: switchByRules },
		});
		expect(ran.error).toBeUndefined();
		const outputs = (example.connections as Record<string, { main: object[][] }>)[way!.name!]!.main;
		return outputs.flatMap((leadsTo, output) =>
			ran.items(way!.name!, output).length > 0 ? [leadsTo.length > 0 ? 'answers' : 'silent'] : [],
		);
	};

	it.each([...STOPS.map((text) => [text]), ['Oi', 'PARE'], ['Sair', 'Tchau']])(
		'says nothing to %j',
		async (...texts) => {
			expect(await ways(...texts)).toEqual(['silent']);
		},
	);

	it('answers everything else', async () => {
		for (const text of NO_STOPS) expect([text, await ways(text)]).toEqual([text, ['answers']]);
	});
});
