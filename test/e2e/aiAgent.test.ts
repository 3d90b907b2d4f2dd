/** The example that answers customers with an AI agent, beside a scripted model: who is answered, by whom, and how often. */
import { randomUUID } from 'node:crypto';

import { exampleWorkflows, triggerWebhooks } from '../../playground/exampleWorkflows';
import type { ChatReply, ChatRequest } from '../../playground/model/chat';
import { startScriptedModel, type ScriptedModel } from '../../playground/model/scriptedModel';
import { waitForWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { fakeService, type FakeService } from '../support/fakeService';
import { DataTable } from './support/dataTable';
import { sharedN8n } from './support/sharedN8n';
import { send, type Envelope } from './support/triggerWorkflow';
import { account, credential, type Credentials } from './support/workflow';

const n8n = sharedN8n();
const SECONDS = 2;
const TEAM = 'Tell the team (replace me)';
const WAIT = 'Wait for the first answer';
const TABLE = 'Users of the agent';
/** Of a bot that gets its events from the test alone. */
const ownSecret = 'a'.repeat(64);
const HANDED_OVER = 'Obrigado! Alguém do nosso time já responde.';
const HAND_OVER = 'Hand_over_to_a_person';
const DEALS = 'Look_up_the_deals';

interface Bot {
	workflow: string;
	url: string;
	secret: string;
}
interface Customer {
	contactId: string;
	conversationId: string;
	phone: string;
}

let model: ScriptedModel;
let bot: Bot;
let colleague: string;

beforeAll(async () => {
	const { users } = await n8n.sandbox.fixtures();
	colleague = users.seller;
	model = await startScriptedModel();
	bot = await publish(` ${users.otherSeller} `);
});
beforeEach(() => {
	model.script = (request) => ({ text: `Resposta: ${asked(request)}` });
});
afterAll(async () => {
	await n8n.rest.deactivate(bot.workflow);
	await n8n.sandbox.reset();
	await model.close();
});

interface Changes {
	/** In place of the sandbox's, which then sends it nothing. */
	secret?: string;
	/** Further nodes, with what they name their credentials by. */
	nodes?: object[];
	/** What nodes lead to, by their names, in place of what the example has. */
	connections?: object;
}

/** Puts the example in place as its user does, but with less time to collect. @param userIds of its settings */
async function publish(userIds: string, changes: Changes = {}): Promise<Bot> {
	const example = (await exampleWorkflows()).find(({ id }) => id === 'answerWithAiAgent')!;
	const nodes = structuredClone(example.nodes);
	for (const node of nodes) {
		if (node.webhookId) node.webhookId = randomUUID();
		const options = node.parameters.options as { collectSeconds?: number } | undefined;
		if (options?.collectSeconds) options.collectSeconds = SECONDS;
		if (node.name === WAIT) node.parameters.amount = SECONDS;
		if (node.name !== 'Settings') continue;
		const { assignments } = node.parameters.assignments as {
			assignments: Array<{ name: string; value: string }>;
		};
		assignments.find(({ name }) => name === 'userIds')!.value = userIds;
	}
	const [trigger] = triggerWebhooks({ ...example, nodes });
	const url = `${n8n.url}${trigger!.path}`;
	const secret = changes.secret ?? (await n8n.sandbox.registerWebhook(url, trigger!.events)).secret;
	const { baseUrl, tokens } = n8n.service;
	const data = { baseUrl, accessToken: tokens.manager, signingSecret: secret };
	const stored: Credentials = {
		...(await credential(n8n, 'customerRelationshipApi', data)),
		...(await credential(n8n, 'openAiApi', { apiKey: 'x', url: model.url })),
	};
	const ownNodes = nodes.map((node) => {
		const types = Object.keys((node as { credentials?: object }).credentials ?? {});
		const credentials = Object.fromEntries(types.map((type) => [type, stored[type]]));
		return { ...node, credentials };
	});
	const { id } = await n8n.rest.createWorkflow({
		...{ ...example, id: randomUUID().slice(0, 16), pinData: {} },
		nodes: [...ownNodes, ...(changes.nodes ?? [])],
		connections: { ...(example.connections as object), ...changes.connections },
	});
	await n8n.rest.activate(id);
	await waitForWebhook(url);
	return { workflow: id, url, secret };
}

/** What the customer has written since the last answer, as the model is asked. */
const asked = ({ messages }: ChatRequest) =>
	messages
		.filter(({ role }) => role === 'user')
		.at(-1)!
		.text.replaceAll('\n', ' | ');

const results = ({ messages }: ChatRequest) => messages.filter(({ role }) => role === 'tool');

/** Calls a tool, and then says something. */
const calling =
	(name: string, given: Record<string, unknown>, text: string) =>
	(request: ChatRequest): ChatReply =>
		results(request).length > 0 ? { text } : { calls: [{ name, arguments: given }] };

let customers = 0;
/** A customer whom the manager has written to. */
async function newCustomer(name = 'Cliente'): Promise<Customer> {
	const phone = `+55119666600${String((customers += 1)).padStart(2, '0')}`;
	const template = { name: 'sem_variaveis', language: 'pt_BR' };
	const { contactId, conversationId } = await n8n.sandbox.api<Omit<Customer, 'phone'>>(
		...(['POST', '/conversations', { phone, name: `${name} ${customers}`, template }] as const),
	);
	return { contactId, conversationId, phone };
}

const writes = async ({ conversationId }: Customer, ...texts: Array<string | null>) => {
	for (const text of texts) await n8n.sandbox.customerWrites(conversationId, text);
};

/** The texts that the customer got since the first message, the oldest first. */
const answersTo = async ({ contactId }: Customer): Promise<string[]> =>
	(await n8n.sandbox.messagesTo(contactId))
		.filter(({ type, direction }) => type !== 'template' && direction === 'outbound')
		.map(({ text }) => text);

const answered = async (customer: Customer, count = 1) =>
	await waitUntil(`${count} answers`, 30_000, async () => {
		const texts = await answersTo(customer);
		return texts.length >= count ? texts : undefined;
	});

/** Waits until n8n has accepted so many messages of the conversation: their runs have ended. */
const accepted = async ({ conversationId }: Customer, count: number, kind = 'message.received') =>
	await waitUntil(`${count} accepted messages`, 60_000, async () => {
		const ids = (await n8n.sandbox.deliveries())
			.filter(
				({ event, status, body }) =>
					event === kind && status === 200 && body.includes(conversationId),
			)
			.map(({ id }) => id);
		return new Set(ids).size >= count ? true : undefined;
	});

const tagsOf = async ({ contactId }: Customer) =>
	(await n8n.sandbox.asTheApp<{ tags: string[] }>('GET', `/contacts/${contactId}`)).tags;

const tagged = async (customer: Customer, tag: string) =>
	await waitUntil(`the tag ${tag}`, 30_000, async () =>
		(await tagsOf(customer)).includes(tag) ? true : undefined,
	);

/** What the team was told of a conversation, the oldest notice first. */
async function notices({ conversationId }: Customer, { workflow } = bot): Promise<string[]> {
	const all: string[] = [];
	for (const { id } of (await n8n.executionsNow(workflow)).toReversed()) {
		for (const told of (await n8n.outputOf(id, TEAM)) as Array<Record<string, string>>)
			if (told.conversationId === conversationId) all.push(told.notice!);
	}
	return all;
}

/** How often the model was asked for something in which this stands. */
const askedFor = (text: string) =>
	model.requests.filter((request) => asked(request).includes(text)).length;

/** An event as the service sends it, for tests that choose when it arrives. */
function received({ conversationId }: Customer, text: string, second: number): Envelope {
	const createdAt = new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
	const data = { id: `msg_${randomUUID()}`, conversationId, direction: 'inbound', text };
	return {
		...{ event: 'message.received', id: `evt_${randomUUID()}` },
		data: { ...data, type: 'text', media: null, internal: false, authorId: null, createdAt },
	};
}
const deliver = async (event: Envelope, to = bot) => await send(to.url, event, [to.secret]);

it('learns which user it is with its first answer, and takes nobody for a colleague before', async () => {
	const { users } = await n8n.sandbox.fixtures();
	const customer = await newCustomer();
	await n8n.sandbox.userWrites(customer.conversationId, 'Oi!', colleague);
	await accepted(customer, 2, 'message.sent');
	const told = (await notices(customer)).toSorted();
	expect(told).toEqual(
		[users.manager, colleague]
			.toSorted()
			.map((user) =>
				expect.stringContaining(`a message that the user ${user} sent. Until its first`),
			),
	);
	expect(await tagsOf(customer)).toEqual([]);

	await writes(customer, 'Quem é?');
	expect(await answered(customer, 2)).toEqual(['Oi!', 'Resposta: Quem é?']);
	// The event of its own answer comes before the run has kept the user.
	await accepted(customer, 3, 'message.sent');
	const table = await DataTable.named<{ userId: string }>(n8n, TABLE);
	expect((await table.rows()).map(({ userId }) => userId)).toEqual([users.manager]);
	expect(await tagsOf(customer)).toEqual([]);
	expect((await notices(customer)).toSorted()).toEqual(told);

	await n8n.sandbox.userWrites(customer.conversationId, 'Agora sou eu.', colleague);
	await tagged(customer, 'with-a-person');
});

it('answers three messages once, and an event that comes again not at all', async () => {
	const customer = await newCustomer();
	await writes(customer, 'Oi', 'Tudo bem?', 'Quanto custa a cozinha?');
	await accepted(customer, 3);
	const answer = 'Resposta: Oi | Tudo bem? | Quanto custa a cozinha?';
	expect(await answersTo(customer)).toEqual([answer]);

	const deliveries = (await n8n.sandbox.deliveries()).filter(
		({ event, body }) => event === 'message.received' && body.includes(customer.conversationId),
	);
	for (const { body } of deliveries) expect(await deliver(JSON.parse(body) as Envelope)).toBe(200);
	expect(await answersTo(customer)).toEqual([answer]);
	expect(await tagsOf(customer)).toEqual([]);
	expect(await notices(customer)).toEqual([]);
});

it('does not answer who asks to stop, alone or among other messages, and asks no model', async () => {
	const [one, other] = [await newCustomer(), await newCustomer()];
	await writes(one, '*Parar*!');
	await writes(other, 'Oi, bom dia', 'NÃO quero mais receber…');
	await accepted(one, 1);
	await accepted(other, 2);
	expect([await answersTo(one), await answersTo(other)]).toEqual([[], []]);
	expect([askedFor('Parar'), askedFor('receber')]).toEqual([0, 0]);
	// A word that only stands in a sentence is answered.
	await writes(one, 'Quero parar na loja amanhã');
	expect(await answered(one)).toEqual(['Resposta: Quero parar na loja amanhã']);
});

it('answers two customers who write at the same time, each with their own', async () => {
	const [ana, bia] = [await newCustomer('Ana'), await newCustomer('Bia')];
	await Promise.all([writes(ana, 'A1', 'A2', 'A3'), writes(bia, 'B1', 'B2', 'B3')]);
	expect(await answered(ana)).toEqual(['Resposta: A1 | A2 | A3']);
	expect(await answered(bia)).toEqual(['Resposta: B1 | B2 | B3']);
});

it('answers all three once where the model failed and the messages come again one by one', async () => {
	const customer = await newCustomer();
	await writes(customer, 'Abre a janela');
	await answered(customer);
	const [first, second, third] = ['Um', 'Dois', 'Três'].map((text, at) =>
		received(customer, text, at),
	) as [Envelope, Envelope, Envelope];
	model.script = () => ({ status: 400 });
	const statuses = await Promise.all([first, second, third].map(async (one) => await deliver(one)));
	expect(statuses.every((status) => status >= 500)).toBe(true);

	model.script = (request) => ({ text: `Resposta: ${asked(request)}` });
	for (const event of [third, first, second]) {
		expect(await deliver(event)).toBe(200);
		await new Promise((resolve) => setTimeout(resolve, (SECONDS + 1) * 1_000));
	}
	expect(await answersTo(customer)).toEqual([
		'Resposta: Abre a janela',
		'Resposta: Um | Dois | Três',
	]);
	const sends = (await n8n.sandbox.requests()).filter(
		({ method, path }) =>
			method === 'POST' && path.endsWith(`/${customer.conversationId}/messages`),
	);
	expect(sends.at(-1)!.headers['idempotency-key']).toBe(`answer-${third.id}`);
});

it('answers what is written while the model thinks after the first answer, and knows that one', async () => {
	const customer = await newCustomer();
	model.script = async (request) => {
		if (asked(request) === 'Oi') {
			await writes(customer, 'E a entrega?');
			// Longer than the customer has to be silent.
			await new Promise((resolve) => setTimeout(resolve, (SECONDS + 2) * 1_000));
		}
		return { text: `Resposta: ${asked(request)}` };
	};
	await writes(customer, 'Oi');
	expect(await answered(customer, 2)).toEqual(['Resposta: Oi', 'Resposta: E a entrega?']);
	const [last] = model.requests.filter((request) => asked(request) === 'E a entrega?');
	expect(last!.messages.map(({ text }) => text)).toContain('Resposta: Oi');
});

describe('a person takes over', () => {
	it('by the tag, while the model thinks: nothing is sent', async () => {
		const customer = await newCustomer();
		model.script = async () => {
			const tags = ['vip', 'With-a-Person'];
			await n8n.sandbox.asTheApp('PATCH', `/contacts/${customer.contactId}`, { tags });
			return { text: 'Tarde demais' };
		};
		await writes(customer, 'Oi');
		await accepted(customer, 1);
		expect(await answersTo(customer)).toEqual([]);
		expect(await notices(customer)).toEqual([]);
	});

	it('by an answer, while the model thinks: nothing is sent, and the agent stays silent', async () => {
		const customer = await newCustomer();
		const text = 'Oi, aqui é a Carla.';
		model.script = async () => {
			await n8n.sandbox.userWrites(customer.conversationId, text, colleague);
			await tagged(customer, 'with-a-person');
			return { text: 'Tarde demais' };
		};
		await writes(customer, 'Quem atende?');
		await accepted(customer, 1);
		expect(await answersTo(customer)).toEqual([text]);

		await writes(customer, 'Oi, Carla!');
		await accepted(customer, 2);
		expect(await answersTo(customer)).toEqual([text]);
		expect(askedFor('Oi, Carla!')).toBe(0);
		expect(await notices(customer)).toEqual([]);
	});

	it('not by a message of a token that sends by itself', async () => {
		const customer = await newCustomer();
		const { users } = await n8n.sandbox.fixtures();
		await n8n.sandbox.userWrites(customer.conversationId, 'Seu pedido saiu.', users.otherSeller);
		await writes(customer, 'Obrigada');
		await accepted(customer, 1);
		expect(await answersTo(customer)).toEqual(['Seu pedido saiu.', 'Resposta: Obrigada']);
		expect(await tagsOf(customer)).toEqual([]);
	});

	it('and the team is told where the contact has no phone to be tagged by', async () => {
		const customer = await newCustomer();
		await n8n.sandbox.asTheApp('PATCH', `/contacts/${customer.contactId}`, { phone: null });
		await n8n.sandbox.userWrites(customer.conversationId, 'Oi!', colleague);
		const [notice] = await waitUntil('the notice', 30_000, async () => {
			const all = await notices(customer);
			return all.length > 0 ? all : undefined;
		});
		expect(notice).toMatch(/\(no phone\) got an answer .* with-a-person could not be set: /);
	});
});

describe('the agent hands over', () => {
	it('by its tool: its last sentence is sent, then it is silent, and the team is told', async () => {
		const customer = await newCustomer('Duda');
		const text = 'Alguém do time já responde.';
		model.script = calling(HAND_OVER, {}, text);
		await writes(customer, 'Quero falar com uma pessoa');
		await accepted(customer, 1);
		expect(await answersTo(customer)).toEqual([text]);
		expect(await tagsOf(customer)).toEqual(['wants-a-person']);

		await writes(customer, 'Ainda está aí?');
		await accepted(customer, 2);
		expect(await answersTo(customer)).toEqual([text]);
		expect(askedFor('Ainda')).toBe(0);
		const [first, second] = await notices(customer);
		expect(first).toMatch(
			/^Duda \d+ \(\+55.*wrote: Quero falar com uma pessoa .* waits for a person\.$/,
		);
		expect(second).toMatch(/wrote: Ainda está aí\? .* wants-a-person: the agent says nothing/);
	});

	it('where the contact can’t be tagged: the customer is told, and the team to set the tag', async () => {
		const customer = await newCustomer();
		await n8n.sandbox.asTheApp('PATCH', `/contacts/${customer.contactId}`, { phone: null });
		model.script = calling(HAND_OVER, {}, 'Alguém responde.');
		await writes(customer, 'Uma pessoa, por favor');
		await accepted(customer, 1);
		expect(await answersTo(customer)).toEqual(['Alguém responde.']);
		expect(await notices(customer)).toEqual([
			expect.stringContaining('The tag wants-a-person could not be set'),
		]);
	});

	it('a picture among texts, unread', async () => {
		const customer = await newCustomer();
		await writes(customer, 'Veja a foto', null);
		await accepted(customer, 2);
		expect(await answersTo(customer)).toEqual([HANDED_OVER]);
		expect(await tagsOf(customer)).toEqual(['wants-a-person']);
		expect(askedFor('Veja a foto')).toBe(0);
		expect(await notices(customer)).toEqual([
			expect.stringContaining('The agent reads nothing but text.'),
		]);
	});
});

it('no argument of the model’s brings a tool to another contact', async () => {
	const [own, other] = [await newCustomer(), await newCustomer()];
	const { pipelines } = await n8n.sandbox.fixtures();
	for (const [{ contactId }, title] of [
		[own, 'A minha cozinha'],
		[other, 'O closet da vizinha'],
	] as const) {
		const deal = { title, contactId, pipelineId: pipelines.default };
		await n8n.sandbox.asTheApp('POST', '/deals', deal);
	}
	const { contactId: id, phone } = other;
	const given = { contactId: id, phone, _contact: { id, phone } };
	model.script = (request) => {
		const done = results(request).length;
		const calls = [DEALS, HAND_OVER].map((name) => ({ name, arguments: given }));
		return done < calls.length ? { calls: [calls[done]!] } : { text: 'Pronto' };
	};
	await writes(own, 'Quais são os negócios dela?');
	await accepted(own, 1);
	const [deals] = results(model.requests.at(-1)!);
	expect(deals!.text).toContain('A minha cozinha');
	expect(deals!.text).not.toContain('closet');
	expect(await tagsOf(own)).toEqual(['wants-a-person']);
	expect(await tagsOf(other)).toEqual([]);
});

describe('where a contact can’t be read nothing is sent, and the team is told', () => {
	const unreadable = async ({ contactId }: Customer) =>
		await n8n.sandbox.addFault({
			...{ kind: 'status', status: 404, code: 'resource_not_found' },
			...{ method: 'GET', path: `/contacts/${contactId}` },
		});
	const isTold = async (customer: Customer) => {
		await accepted(customer, 1);
		expect(await answersTo(customer)).toEqual([]);
		expect(await notices(customer)).toEqual([
			expect.stringContaining('no contact of this conversation can be read'),
		]);
	};

	it('at the first look', async () => {
		const customer = await newCustomer();
		await unreadable(customer);
		await writes(customer, 'Alguém aí?');
		await isTold(customer);
		expect(askedFor('Alguém aí?')).toBe(0);
	});

	it('at the second look', async () => {
		const customer = await newCustomer();
		model.script = async () => {
			await unreadable(customer);
			return { text: 'Tarde demais' };
		};
		await writes(customer, 'Oi');
		await isTold(customer);
	});
});

describe('an answer that is not sent', () => {
	it('is told to the team where the service refuses it, and the run ends green', async () => {
		const customer = await newCustomer();
		await n8n.sandbox.addFault({
			...{ kind: 'status', status: 422, code: 'conversation_window_closed', method: 'POST' },
			path: `/conversations/${customer.conversationId}/messages`,
		});
		await writes(customer, 'Oi');
		await accepted(customer, 1);
		expect(await answersTo(customer)).toEqual([]);
		expect(await notices(customer)).toEqual([expect.stringContaining('The answer was not sent')]);
	});

	it('ends green without a word where an earlier run has sent one', async () => {
		const customer = await newCustomer();
		await writes(customer, 'Abre a janela');
		await answered(customer);
		const event = received(customer, 'Oi', 0);
		const { baseUrl, tokens } = n8n.service;
		await fetch(`${baseUrl}/conversations/${customer.conversationId}/messages`, {
			method: 'POST',
			headers: {
				...{ authorization: `Bearer ${tokens.manager}`, 'content-type': 'application/json' },
				'idempotency-key': `answer-${event.id}`,
			},
			body: JSON.stringify({ text: 'Com outras palavras' }),
		});
		expect(await deliver(event)).toBe(200);
		const texts = ['Resposta: Abre a janela', 'Com outras palavras'];
		expect(await answersTo(customer)).toEqual(texts);
		expect(await notices(customer)).toEqual([]);
	});
});

describe('a person approves each answer', () => {
	const REVIEW = 'Ask a colleague';
	const APPROVED = 'Approved?';
	const SEND = 'Send to the customer';
	const message = { resource: 'message', operation: 'sendAndWait', chatId: '1', options: {} };
	const approvalOptions = { values: { approvalType: 'double' } };
	let messenger: FakeService;
	let reviewed: Bot;
	const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
		...{ name, type, typeVersion, parameters },
		...{ id: randomUUID(), webhookId: randomUUID(), position: [1400, -300] },
	});
	const to = (name: string, type = 'main') => ({ [type]: [[{ node: name, type, index: 0 }]] });
	const review = async (type: string, parameters: object) => ({
		...node(REVIEW, type, 1.2, { ...message, approvalOptions, ...parameters }),
		credentials: await credential(n8n, 'telegramApi', {
			...{ accessToken: 'x', baseUrl: messenger.url },
		}),
	});

	beforeAll(async () => {
		messenger = await fakeService(() => ({ json: { ok: true, result: {} } }));
	});
	afterEach(async () => await n8n.rest.deactivate(reviewed.workflow));
	afterAll(async () => await messenger.close());

	/** The customer writes, and the run waits. @returns where to approve, and where to decline */
	async function underReview(customer: Customer, text: string): Promise<[string, string]> {
		const before = messenger.requests.length;
		expect(await deliver(received(customer, text, 0), reviewed)).toBe(200);
		const { body } = await waitUntil('the review', 30_000, async () =>
			messenger.requests.slice(before).find(({ url }) => url.endsWith('/sendMessage')),
		);
		const { text: shown, reply_markup } = JSON.parse(body.toString()) as {
			text: string;
			reply_markup: { inline_keyboard: Array<Array<{ url: string }>> };
		};
		expect(shown).toContain(`Resposta: ${text}`);
		const links = reply_markup.inline_keyboard.flat().map(({ url }) => url);
		return ['approved=true', 'approved=false'].map((query) =>
			links.find((url) => url.includes(query))!,
		) as [string, string];
	}
	/** As a browser, since n8n leaves programs alone that look at links. */
	const click = async (url: string) => {
		const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
		expect((await fetch(url, { headers })).status).toBe(200);
	};
	const begun = async () => {
		const customer = await newCustomer();
		await writes(customer, 'Oi');
		await answered(customer);
		return customer;
	};
	const ended = async () => (await n8n.executionsOf(reviewed.workflow, 1))[0]!.status;

	describe('by a step in front of the second look', () => {
		beforeEach(async () => {
			const isApproved = {
				...{ id: randomUUID(), leftValue: '={{ $json.data.approved }}', rightValue: '' },
				operator: { type: 'boolean', operation: 'true', singleValue: true },
			};
			const options = { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 };
			const conditions = { options, conditions: [isApproved], combinator: 'and' };
			const [yes, no] = [to('Look once more'), to(TEAM)].map(({ main }) => main![0]);
			reviewed = await publish('', {
				secret: ownSecret,
				nodes: [
					await review('n8n-nodes-base.telegram', { message: '={{ $json.output }}' }),
					node(APPROVED, 'n8n-nodes-base.if', 2.2, { conditions, options: {} }),
				],
				connections: {
					'Answer the customer': to(REVIEW),
					[REVIEW]: to(APPROVED),
					[APPROVED]: { main: [yes, no] },
				},
			});
		});

		it('sends what was approved', async () => {
			const customer = await begun();
			const [approve] = await underReview(customer, 'Quanto custa?');
			expect(await answersTo(customer)).toHaveLength(1);
			await click(approve);
			expect(await ended()).toBe('success');
			expect(await answersTo(customer)).toEqual(['Resposta: Oi', 'Resposta: Quanto custa?']);
		});

		it('sends nothing that was declined, and tells the team', async () => {
			const customer = await begun();
			const [, decline] = await underReview(customer, 'Quanto custa?');
			await click(decline);
			expect(await ended()).toBe('success');
			expect(await answersTo(customer)).toHaveLength(1);
			expect(await notices(customer, reviewed)).toEqual([
				expect.stringMatching(/ wrote: Quanto custa\?$/),
			]);
		});

		it('sends nothing where a person has taken over meanwhile', async () => {
			const customer = await begun();
			const [approve] = await underReview(customer, 'Quanto custa?');
			await n8n.sandbox.userWrites(customer.conversationId, 'Custa 100.', colleague);
			await tagged(customer, 'with-a-person');
			await click(approve);
			expect(await ended()).toBe('success');
			expect(await answersTo(customer)).toEqual(['Resposta: Oi', 'Custa 100.']);
		});
	});

	it('by n8n’s human review of a tool that sends', async () => {
		const parameters = {
			...{ resource: 'message', operation: 'send', text: "={{ $fromAI('text') }}" },
			conversationId: "={{ $('When somebody writes').first().json.data.conversationId }}",
		};
		reviewed = await publish('', {
			secret: ownSecret,
			nodes: [
				await review('n8n-nodes-base.telegramHitlTool', {
					message: '={{ JSON.stringify($tool.parameters) }}',
				}),
				{
					...node(SEND, 'n8n-nodes-customer-relationship.customerRelationshipTool', 1, parameters),
					credentials: await account(n8n),
				},
			],
			connections: {
				'Answer the customer': { main: [[]] },
				[REVIEW]: to('Answer the customer', 'ai_tool'),
				[SEND]: to(REVIEW, 'ai_tool'),
			},
		});
		const customer = await begun();
		const text = 'Resposta: Quanto custa?';
		model.script = calling(
			SEND.replaceAll(' ', '_'),
			{ toolParameters: { text }, hitlParameters: {} },
			'Enviei.',
		);
		const [approve] = await underReview(customer, 'Quanto custa?');
		expect(await answersTo(customer)).toHaveLength(1);
		await click(approve);
		expect(await ended()).toBe('success');
		expect(await answersTo(customer)).toEqual(['Resposta: Oi', text]);
	});
});
