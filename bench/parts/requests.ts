import { cnpj } from 'cpf-cnpj-validator';
import type { IDataObject } from 'n8n-workflow';
import { actionNode, line, listSearch, runWorkflow, startNode } from '../../test/engine/harness';
import { nodeTypesOf } from '../../test/engine/harness/nodeTypes';
import type { Laboratory } from '../measure/laboratory';
import { BenchSandbox, UNLIMITED } from '../measure/sandbox';
import { hundredths, thousands } from '../report/format';
import type { Part, Verdict } from '../report/part';
import { atMost, atMostTimes } from '../report/verdict';

/** A piece of work as users have it, and the fewest requests by which the API lets it be done. */
interface Work {
	name: string;
	/** Contacts that the account has when the work begins, those that every sandbox has not counted. */
	contacts: number;
	/** What else there is when it begins. */
	prepare?(sandbox: BenchSandbox): Promise<void>;
	/** @param listed how many contacts the account's lists hold */
	least(listed: number): number;
	/** Why it takes no fewer. */
	because: string;
	/** Does it. @param run the action node, run for these items; gives out its own */
	carryOut(run: Run): Promise<unknown>;
}

type Run = (parameters: IDataObject, items?: IDataObject[]) => Promise<IDataObject[]>;

/** Limits out of reach; the node itself keeps to 30 sends of a channel in a window, so that is short. */
const FLAGS = { ...UNLIMITED, 'rate-window-ms': 1_000 };
const [PER_PAGE, ALLOWED, ALLOWED_OF_DROPDOWN] = [100, 1.05, 3];
const pages = (records: number) => Math.ceil(records / PER_PAGE);
const allContacts = { resource: 'contact', operation: 'getAll', returnAll: true };

const [REPORTED, NAMED_CONTACTS, NAMED_COMPANIES] = [5_000, 3_000, 500];
const companies = Array.from({ length: 200 }, (_, n) => {
	const numbers = Array.from({ length: 100 }, (_, check) => 10_000_000_000_100 + n * 1e6 + check);
	return { cnpj: numbers.map(String).find((number) => cnpj.isValid(number)) };
});

const works: Work[] = [
	{
		name: 'Import of 500 contacts',
		contacts: 0,
		least: () => 500,
		because: 'a request a contact',
		carryOut: async (run) =>
			await run(
				{
					...{ resource: 'contact', operation: 'upsert', name: '={{ $json.name }}' },
					phone: '={{ $json.phone }}',
				},
				Array.from({ length: 500 }, (_, n) => ({
					name: `Row ${n}`,
					phone: `+55119${60_000_000 + n}`,
				})),
			),
	},
	{
		name: 'Tagging of 500 contacts',
		contacts: 500,
		least: () => pages(500) + 500,
		because: 'their list, 100 a page, and a request a contact: Create or Update adds tags',
		carryOut: async (run) => {
			const found = await run({ ...allContacts, returnAll: false, limit: 500 });
			await run(
				{
					...{ resource: 'contact', operation: 'upsert', phone: '={{ $json.phone }}' },
					additionalFields: { tags: 'newsletter' },
				},
				found,
			);
		},
	},
	{
		name: 'Reminder to 300 of 5,000 contacts',
		contacts: 5_000,
		least: (listed) => pages(listed) + 300,
		because: 'the list, 100 a page, and a send a contact',
		carryOut: async (run) => {
			const found = await run(allContacts);
			await run(
				{
					...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
					...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
				},
				found.slice(100, 400),
			);
		},
	},
	{
		name: 'Create or Update of 200 companies, half of them there',
		contacts: 0,
		prepare: async (sandbox) => {
			for (const body of companies.slice(0, 100)) {
				await sandbox.control.asTheApp('POST', '/companies', body);
			}
		},
		least: () => 400,
		because: 'a look by its CNPJ and a write a company',
		carryOut: async (run) =>
			await run(
				{
					...{ resource: 'company', operation: 'upsert', cnpj: '={{ $json.cnpj }}' },
					additionalFields: { tradeName: '={{ $json.tradeName }}' },
				},
				companies.map((company) => ({ ...company, tradeName: 'Anew' })),
			),
	},
	{
		name: 'Report with names over 5,000 deals',
		contacts: NAMED_CONTACTS,
		prepare: async (sandbox) => {
			const { control } = sandbox;
			const { pipelines } = await control.fixtures();
			const contacts = await allOf(sandbox, '/contacts');
			const named: Named[] = [];
			for (let n = 0; n < NAMED_COMPANIES; n += 1) {
				named.push(await control.asTheApp('POST', '/companies', { legalName: `Company ${n}` }));
			}
			for (let n = 0; n < REPORTED; n += 1) {
				await control.asTheApp('POST', '/deals', {
					...{ title: `Deal ${n}`, pipelineId: pipelines.default },
					...{
						contactId: contacts[n % contacts.length]?.id,
						companyId: named[n % named.length]?.id,
					},
				});
			}
		},
		least: (listed) => pages(REPORTED) + pages(listed) + pages(NAMED_COMPANIES) + 2,
		because: 'the lists of deals, contacts and companies, 100 a page, of pipelines and stages',
		carryOut: async (run) =>
			await run({
				...{ resource: 'deal', operation: 'getAll', returnAll: false, limit: REPORTED },
				options: { includeNames: true },
			}),
	},
];

/** How many requests common work takes, and opening each dropdown; nothing is timed. */
export async function requests(laboratory: Laboratory): Promise<Part> {
	const rows: string[][] = [];
	const verdicts: Verdict[] = [];
	for (const { name, contacts, prepare, least, because, carryOut } of works) {
		await laboratory.progress.step(`Requests: ${name}`, async () => {
			const sandbox = await BenchSandbox.start(laboratory, { contacts, ...FLAGS });
			await prepare?.(sandbox);
			const listed = (await allOf(sandbox, '/contacts')).length;
			await carryOut((parameters, items) => runNode(sandbox, parameters, items));
			const made = (await sandbox.control.requests()).length;
			await sandbox.stop();
			const fewest = least(listed);
			const times = made / fewest;
			rows.push([name, thousands(made), thousands(fewest), because, hundredths(times)]);
			verdicts.push(atMostTimes(`${name}: the fewest requests`, times, ALLOWED));
		});
	}
	const opened = await laboratory.progress.step(
		'Requests: opening the dropdowns',
		async () => await requestsOfDropdowns(laboratory),
	);
	const most = Math.max(...opened.flatMap(({ plain, filtered }) => [plain, filtered]));
	return {
		title: 'Requests',
		method: [
			'How many requests arrive at the sandbox when our node does what users have it do, with nothing set, beside the fewest by which the API lets it be done. No limit stands in the way, and nothing is timed.',
			`Each dropdown is opened in an account with ${thousands(DEALS)} deals and ${thousands(CONTACTS)} contacts, as it is and with a text typed that nothing matches.`,
		],
		tables: [
			{ columns: ['Work', 'Requests', 'Fewest', 'Why no fewer', '× fewest'], rows },
			{
				columns: ['Dropdown', 'Requests', 'With a text typed'],
				rows: opened.map(({ name, plain, filtered }) => [name, String(plain), String(filtered)]),
			},
		],
		verdicts: [...verdicts, atMost('requests to open a dropdown', most, ALLOWED_OF_DROPDOWN)],
		panels: [],
	};
}

const credentialsOf = ({ service }: BenchSandbox) => ({ customerRelationshipApi: { ...service } });

/** Our node behind a start node. @throws what it failed with, or for items that it lost */
async function runNode(
	sandbox: BenchSandbox,
	parameters: IDataObject,
	items: IDataObject[] = [{}],
): Promise<IDataObject[]> {
	const node = { type: actionNode, name: 'Node', parameters: parameters as never };
	const run = await runWorkflow(line([{ type: startNode, name: 'Start' }, node]), {
		...{ credentials: credentialsOf(sandbox), inputData: items },
	});
	if (run.error) throw run.error;
	const given = run.json('Node');
	if (given.length < items.length) throw new Error(`${given.length} of ${items.length} items`);
	return given;
}

async function allOf(sandbox: BenchSandbox, path: string): Promise<Named[]> {
	const all: Named[] = [];
	for (let cursor: string | null = ''; cursor !== null;) {
		const query: URLSearchParams = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
		const page = await sandbox.control.asTheApp<Page>('GET', `${path}?${String(query)}`);
		all.push(...page.data);
		cursor = page.nextCursor;
	}
	return all;
}

interface Named {
	id: string;
}

interface Page {
	data: Named[];
	nextCursor: string | null;
}

const [CONTACTS, DEALS] = [1_000, 400];

async function requestsOfDropdowns(laboratory: Laboratory) {
	const sandbox = await BenchSandbox.start(laboratory, { contacts: CONTACTS, ...FLAGS });
	const { pipelines } = await sandbox.control.fixtures();
	const pipelineId = pipelines.default;
	const missing = DEALS - (await allOf(sandbox, '/deals')).length;
	for (let n = 0; n < missing; n += 1) {
		await sandbox.control.asTheApp('POST', '/deals', { title: `Deal ${n}`, pipelineId });
	}
	const opening = async (method: string, filter?: string): Promise<number> => {
		const before = (await sandbox.control.requests()).length;
		await listSearch(actionNode, method, {
			...{ credentials: credentialsOf(sandbox), filter },
			parameters: { resource: 'deal', operation: 'create' },
		});
		return (await sandbox.control.requests()).length - before;
	};
	const opened = [];
	const { methods } = nodeTypesOf({}).getByNameAndVersion(actionNode);
	for (const name of Object.keys(methods?.listSearch ?? {})) {
		const [plain, filtered] = [await opening(name), await opening(name, 'zzz')];
		opened.push({ name, plain, filtered });
	}
	await sandbox.stop();
	return opened;
}
