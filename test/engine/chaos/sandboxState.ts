/** What the sandbox holds, asked of its control API and of the service's own. */
import type { RunningSandbox } from '../../../sandbox';

interface Message {
	direction: string;
	text: string;
	conversationId: string;
}

export async function outboundMessages({ controlUrl }: RunningSandbox): Promise<Message[]> {
	const messages = (await (await fetch(`${controlUrl}/messages`)).json()) as Message[];
	return messages.filter(({ direction }) => direction === 'outbound');
}

export async function defaultPipeline({ controlUrl }: RunningSandbox): Promise<string> {
	const fixtures = (await (await fetch(`${controlUrl}/fixtures`)).json()) as {
		pipelines: { default: string };
	};
	return fixtures.pipelines.default;
}

/** Makes the sandbox do wrong; the kinds are those of its README. */
export async function addFault({ controlUrl }: RunningSandbox, fault: object): Promise<void> {
	const answer = await fetch(`${controlUrl}/faults`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(fault),
	});
	if (!answer.ok) throw new Error(await answer.text());
}

/** All records of a list, read with the manager's token. */
export async function records(
	{ baseUrl, tokens }: RunningSandbox,
	collection: string,
): Promise<Array<Record<string, unknown>>> {
	const found: Array<Record<string, unknown>> = [];
	let cursor: string | null = null;
	do {
		const query: string = cursor ? `&cursor=${cursor}` : '';
		const answer = await fetch(`${baseUrl}/${collection}?limit=100${query}`, {
			headers: { Authorization: `Bearer ${tokens.manager}` },
		});
		const page = (await answer.json()) as { data: typeof found; nextCursor: string | null };
		found.push(...page.data);
		cursor = page.nextCursor;
	} while (cursor);
	return found;
}

/** How often each value occurs. */
export function tally(values: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
}
