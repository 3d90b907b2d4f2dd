/** What the sandbox holds, asked of its control API. */
import type { RunningSandbox } from '../../../sandbox';
import type { LoggedRequest } from '../../../sandbox/http/requestLog';
import { MIXED, phoneOf, type Board } from './workflows';

interface Message {
	direction: string;
	text: string;
	conversationId: string;
}

async function control<T>({ controlUrl }: RunningSandbox, path: string, body?: object): Promise<T> {
	const answer = await fetch(`${controlUrl}${path}`, {
		...(body && { method: 'POST', body: JSON.stringify(body) }),
		headers: { 'Content-Type': 'application/json' },
	});
	if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
	return (await answer.json()) as T;
}

async function outboundMessages(sandbox: RunningSandbox): Promise<Message[]> {
	const messages = await control<Message[]>(sandbox, '/messages');
	return messages.filter(({ direction }) => direction === 'outbound');
}

/** The default pipeline and its second stage. */
export async function boardOf(sandbox: RunningSandbox): Promise<Board> {
	const { pipelines, stages } = await control<{
		pipelines: { default: string };
		stages: { secondOpen: string };
	}>(sandbox, '/fixtures');
	return { pipelineId: pipelines.default, stageId: stages.secondOpen };
}

/** Ids of conversations that free text may be sent to, because the customer has just written. */
export async function openConversations(sandbox: RunningSandbox, count: number): Promise<string[]> {
	const opened: string[] = [];
	for (let index = 0; index < count; index += 1) {
		const { conversationId } = await control<{ conversationId: string }>(
			sandbox,
			'/app/conversations',
			{
				phone: phoneOf(1_000_000 + index),
				template: { name: 'sem_variaveis', language: 'pt_BR' },
			},
		);
		await control(sandbox, '/customer-messages', { conversationId, text: 'Oi' });
		opened.push(conversationId);
	}
	return opened;
}

/** All records of a list. */
async function records(
	sandbox: RunningSandbox,
	collection: string,
): Promise<Array<Record<string, unknown>>> {
	const found: Array<Record<string, unknown>> = [];
	let cursor: string | null = null;
	do {
		const query: string = cursor ? `&cursor=${cursor}` : '';
		const page: { data: typeof found; nextCursor: string | null } = await control(
			sandbox,
			`/app/${collection}?limit=100${query}`,
		);
		found.push(...page.data);
		cursor = page.nextCursor;
	} while (cursor);
	return found;
}

/** How often each write was carried out, by its key; answers from storage are none. */
export async function timesRun(sandbox: RunningSandbox): Promise<Map<string, number>> {
	const requests = await control<LoggedRequest[]>(sandbox, '/requests');
	const ran = requests.filter(
		({ method, status, replayed }) =>
			method !== 'GET' && !replayed && status !== null && status >= 200 && status < 300,
	);
	return tally(ran.map(({ headers }) => headers['idempotency-key'] ?? 'without key'));
}

/** How often each text that a workflow wrote about its customers stands in the sandbox. */
export async function written(sandbox: RunningSandbox): Promise<Map<string, number>> {
	const texts = (await outboundMessages(sandbox)).map(
		({ text }) => /(n\.|text) \d+/.exec(text)?.[0],
	);
	const companies = (await records(sandbox, 'companies')).map(({ legalName }) => legalName);
	const deals = (await records(sandbox, 'deals')).map(({ title }) => title);
	const contacts = (await records(sandbox, 'contacts')).map(({ name }) => name);
	const all = [...texts, ...companies, ...deals, ...contacts].map(String);
	return tally(all.filter((text) => /^(n\.|text|Company|Deal|Contact) \d+$/.test(text)));
}

/** Each of so many customers has one message. */
export async function expectEverySend(sandbox: RunningSandbox, customers: number): Promise<void> {
	const once = Array.from({ length: customers }, (_, index) => [`n. ${index}`, 1] as const);
	expect(await written(sandbox)).toEqual(new Map(once));
}

/** Mixed writes for so many customers were carried out once each, and did what they should. */
export async function expectEveryMixedWrite(
	sandbox: RunningSandbox,
	customers: number,
): Promise<void> {
	const runs = [...(await timesRun(sandbox)).values()];
	expect(runs).toEqual(Array(MIXED.length * customers).fill(1));
	const once = Array.from({ length: customers }, (_, index) =>
		['Company', 'Deal', 'Contact', 'text'].map((what) => [`${what} ${index}`, 1] as const),
	);
	expect(await written(sandbox)).toEqual(new Map(once.flat()));

	const { stageId } = await boardOf(sandbox);
	for (const { title, stageId: stage } of await records(sandbox, 'deals')) {
		if (/^Deal \d+$/.test(String(title))) expect(stage).toBe(stageId);
	}
	for (const { name, tags } of await records(sandbox, 'contacts')) {
		const [, index] = /^Contact (\d+)$/.exec(String(name)) ?? [];
		if (index !== undefined) expect(tags).toEqual([`updated ${index}`]);
	}
}

/** How often each value occurs. */
function tally(values: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
}
