/** What common work costs: the requests that arrive at the service, and what the changes trigger keeps. */
import { cnpj } from 'cpf-cnpj-validator';
import type { IDataObject } from 'n8n-workflow';
import { useService, type Service } from './actionNode/service';
import { changesNode, PollingWorkflow } from '../support/engine';

const [CONTACTS, COMPANIES, DEALS, PER_PAGE] = [500, 150, 500, 100];
/** By how much the service's clock is behind; what was made an hour ago is no news to a look. */
let behindMs = 0;
const service = useService({ contacts: CONTACTS, time: () => Date.now() - behindMs });
const pages = (records: number) => Math.ceil(records / PER_PAGE);
const numbered = (count: number) => Array.from({ length: count }, (_, n) => n);
const allContacts = { resource: 'contact', operation: 'getAll', returnAll: true };
const companies = numbered(20).map((n) => {
	const numbers = numbered(100).map((check) => String(10_000_000_000_100 + n * 1e6 + check));
	return { cnpj: numbers.find((number) => cnpj.isValid(number))! };
});

/** Makes records as the service's own app. @returns their IDs */
async function make(path: string, bodies: object[]): Promise<string[]> {
	const made = bodies.map(async (body) => String((await service.app('POST', path, body)).id));
	return await Promise.all(made);
}
async function makeDeals(): Promise<string[]> {
	const contacts = await service.records({ ...allContacts, returnAll: false, limit: 300 });
	const named = await make(
		'/companies',
		numbered(COMPANIES).map((n) => ({ legalName: `Company ${n}` })),
	);
	const deals = numbered(DEALS).map((n) => ({
		...{ title: `Deal ${n}`, pipelineId: service.fixtures.pipelines!.default },
		...{ contactId: contacts[n % contacts.length]!.id, companyId: named[n % named.length] },
	}));
	return await make('/deals', deals);
}
/** Makes conversations, of which the service lists 50 on a page, the newest first. */
async function makeConversations(count: number): Promise<IDataObject[]> {
	const made: IDataObject[] = [];
	for (const n of numbered(count)) {
		const template = { name: 'sem_variaveis', language: 'pt_BR' };
		const body = { phone: `+55119${7e7 + n}`, template };
		made.unshift(await service.app('POST', '/conversations', body));
	}
	return made;
}
const getConversation = (includeContact = false) => ({
	...{ resource: 'conversation', operation: 'get', conversationId: '={{ $json.conversationId }}' },
	options: { includeContact },
});
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
	const before = (await service.requests()).length;
	await work();
	return (await service.requests()).length - before;
}

/** The conversations that the work below is about. */
let made: IDataObject[] = [];

interface Work {
	name: string;
	/** What there is when it begins, beside the contacts. */
	prepare?(): Promise<unknown>;
	carryOut(): Promise<unknown>;
	/** The fewest requests by which the API lets it be done. */
	fewest(contacts: number): number;
}
const works: Work[] = [
	{
		name: 'an import of contacts: a request each',
		carryOut: async () =>
			await service.records(
				{
					...{ resource: 'contact', operation: 'upsert' },
					...{ name: '={{ $json.name }}', phone: '={{ $json.phone }}' },
				},
				{ inputData: numbered(50).map((n) => ({ name: `Row ${n}`, phone: `+55119${6e7 + n}` })) },
			),
		fewest: () => 50,
	},
	{
		name: 'the same by columns, with custom fields: a request each, and one look at their types',
		carryOut: async () =>
			await service.records(
				{ resource: 'contact', operation: 'upsert', dataMode: 'columns' },
				{
					inputData: numbered(50).map((n) => ({
						...{ Nome: `Row ${n}`, Telefone: `+55119${6e7 + n}` },
						'customFields.pontuacao': String(n),
					})),
				},
			),
		fewest: () => 50 + 1,
	},
	{
		name: 'tagging of contacts: their list, and a request each, since Create or Update adds tags',
		carryOut: async () => {
			const inputData = await service.records({ ...allContacts, returnAll: false, limit: 200 });
			const upsert = { resource: 'contact', operation: 'upsert', phone: '={{ $json.phone }}' };
			await service.records({ ...upsert, additionalFields: { tags: 'news' } }, { inputData });
		},
		fewest: () => 2 + 200,
	},
	{
		name: 'a reminder to some of all contacts: the list, and a send each',
		carryOut: async () => {
			const all = await service.records(allContacts);
			await service.records(
				{
					...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
					...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
				},
				{ inputData: all.slice(0, 25) },
			);
		},
		fewest: (contacts) => pages(contacts) + 25,
	},
	{
		name: 'Create or Update of companies, half of them there: a look and a write each',
		prepare: async () => await make('/companies', companies.slice(0, 10)),
		carryOut: async () =>
			await service.records(
				{
					...{ resource: 'company', operation: 'upsert', cnpj: '={{ $json.cnpj }}' },
					additionalFields: { tradeName: 'Anew' },
				},
				{ inputData: companies },
			),
		fewest: () => 20 * 2,
	},
	{
		name: 'deals with names: the lists of deals, contacts and companies, of pipelines and stages',
		prepare: makeDeals,
		carryOut: async () =>
			await service.records({
				...{ resource: 'deal', operation: 'getAll', returnAll: false, limit: DEALS },
				options: { includeNames: true },
			}),
		fewest: (contacts) => pages(DEALS) + pages(contacts) + pages(COMPANIES) + 2,
	},
	{
		name: 'thirty contacts with a tag: no page twice, and none behind the last that is needed',
		prepare: async () => {
			const bodies = numbered(150).map((n) => ({ name: `C${n}`, tags: n % 5 ? [] : ['VIP'] }));
			for (const body of bodies) await service.app('POST', '/contacts', body);
		},
		carryOut: async () => {
			const filters = { hasTags: 'vip' };
			const vips = { resource: 'contact', operation: 'getAll', limit: 30, filters };
			expect(await service.records(vips)).toHaveLength(30);
			const paths = (await service.requests()).slice(-2).map(({ path }) => path);
			expect(new Set(paths).size).toBe(2);
		},
		fewest: () => pages(150),
	},
	{
		name: 'a conversation that was never seen: the pages before it, and its own',
		prepare: async () => (made = await makeConversations(PER_PAGE)),
		carryOut: async () => await service.record(getConversation(), { inputData: made.slice(-1) }),
		fewest: () => 2,
	},
	{
		name: 'the second message of a conversation: a request to find it',
		prepare: async () => {
			made = await makeConversations(PER_PAGE);
			await service.record(getConversation(), { inputData: made.slice(-1) });
		},
		carryOut: async () => await service.record(getConversation(), { inputData: made.slice(-1) }),
		fewest: () => 1,
	},
	{
		name: 'the same with its contact: one more',
		prepare: async () => {
			made = await makeConversations(PER_PAGE);
			await service.record(getConversation(), { inputData: made.slice(-1) });
		},
		carryOut: async () =>
			await service.record(getConversation(true), { inputData: made.slice(-1) }),
		fewest: () => 2,
	},
	{
		name: 'many conversations: the pages of their list, seen before or not',
		prepare: async () => (made = await makeConversations(PER_PAGE)),
		carryOut: async () => {
			const inputData = made.slice(-30);
			const twice = [inputData, inputData];
			for (const all of twice) await service.records(getConversation(), { inputData: all });
		},
		fewest: () => 2 * 2,
	},
	{
		name: 'a few conversations that were never seen: the page that they share',
		prepare: async () => (made = await makeConversations(20)),
		carryOut: async () => await service.records(getConversation(), { inputData: made }),
		fewest: () => 1,
	},
];

test.each(works)('$name', async ({ prepare, carryOut, fewest }) => {
	await prepare?.();
	const contacts = (await service.records(allContacts)).length;
	const requests = await requestsOf(carryOut);
	expect(requests).toBeLessThanOrEqual(fewest(contacts) * 1.05);
});

describe('rules about the receiver', () => {
	/** With short windows: the node sends no more than 30 messages in one. */
	const quick = useService({ contacts: 0, rateWindowMs: 200 });
	const people = numbered(20).map((n) => ({ phone: `+55119${8e7 + n}` }));
	const rememberIn = () => quick.fixtures.customFields!.contactText!;
	const daysBetween = () => ({ daysBetween: { rule: { days: 7, rememberIn: rememberIn() } } });
	const send = (more: object): IDataObject => ({
		...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
		...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR', ...more },
	});
	const addPeople = async (to: Service) => {
		for (const { phone } of people) await to.app('POST', '/contacts', { name: 'Ana', phone });
	};

	test.each([
		['none', 1, () => ({})],
		['tags', 2, () => ({ whoGetsIt: { notIfTagged: 'opted_out' } })],
		['Unknown Contacts', 2, () => ({ whoGetsIt: { unknownContacts: 'skip' } })],
		['Days Between', 3, () => ({ whoGetsIt: daysBetween() })],
		['both', 3, () => ({ whoGetsIt: { ...daysBetween(), notIfTagged: 'opted_out' } })],
		['Counts As', 1, () => ({ oncePerPhone: true, options: { countsAs: 'news' } })],
	])('%s: %i requests a message', async (_, each, rules) => {
		await addPeople(quick);
		const sent = await quick.records(send(rules()), { inputData: people });
		expect(sent.every(({ sentNow }) => sentNow !== false)).toBe(true);
		expect(await quick.requests()).toHaveLength(each * people.length);
	});

	describe('while others use the limit', () => {
		const LIMIT = 20;
		const busy = useService({ contacts: 0, tokenLimit: LIMIT, rateWindowMs: 1_000 });
		const others = async (count: number) => {
			const { baseUrl, accessToken } = busy.credentials().customerRelationshipApi;
			const headers = { authorization: `Bearer ${accessToken}` };
			await Promise.all(
				numbered(count).map(async () => await fetch(`${baseUrl}/pipelines`, { headers })),
			);
		};

		test('20 messages take one read more than there are at most', async () => {
			await addPeople(busy);
			await others(LIMIT);
			const whoGetsIt = { notIfTagged: 'opted_out' };
			const sent = await busy.records(send({ whoGetsIt }), { inputData: people });
			expect(sent.filter(({ sentNow }) => sentNow)).toHaveLength(people.length);
			const reads = (await busy.requests()).filter(({ path }) => path.includes('/contacts?'));
			expect(reads.length).toBeLessThanOrEqual(people.length + 1);
		});
	});

	describe('where the limit has room for eight requests', () => {
		const small = useService({ contacts: 0, tokenLimit: 8, rateWindowMs: 300 });

		test('eight runs at once all end', async () => {
			await addPeople(small);
			const rule = { days: 7, rememberIn: small.fixtures.customFields!.contactText! };
			const whoGetsIt = { daysBetween: { rule }, notIfTagged: 'opted_out' };
			const parameters = send({ whoGetsIt, options: { parallelRequests: 2 } });
			const runs = numbered(8).map(
				async (n) => await small.records(parameters, { inputData: people.slice(2 * n, 2 * n + 2) }),
			);
			const sent = (await Promise.all(runs)).flat();
			expect(sent.filter(({ sentNow }) => sentNow)).toHaveLength(16);
		});
	});
});

test('a poll of deals takes one request while nothing changes, a page for a change, and 60 bytes of state a deal', async () => {
	behindMs = 3_600_000;
	const deals = await makeDeals();
	behindMs = 0;
	const polling = new PollingWorkflow(changesNode, {
		parameters: { events: ['deal.moved'], filters: {}, options: {} },
		credentials: service.credentials(),
	});
	expect(await polling.activate()).toEqual([]);
	await polling.poll();
	expect(await requestsOf(async () => await polling.poll())).toBe(1);
	const stageId = service.fixtures.stages!.secondOpen;
	for (const id of deals.slice(0, 200)) await service.app('POST', `/deals/${id}/move`, { stageId });
	let told: IDataObject[] = [];
	const look = async () => void (told = await polling.poll());
	expect(await requestsOf(look)).toBeLessThanOrEqual(pages(200) + 1);
	expect(told).toHaveLength(200);
	expect(JSON.stringify(polling.row).length).toBeLessThanOrEqual(60 * deals.length);
});
