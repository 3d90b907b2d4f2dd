import { N8nRest } from '../../../playground/n8nRest';

/** An n8n whose executions fill these pages. */
function n8nWith(pages: string[][], nextCursor: (page: number) => string | null | undefined) {
	const asked: URLSearchParams[] = [];
	jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
		const { searchParams } = new URL(url as string);
		const page = asked.push(searchParams) - 1;
		const results = pages[page]?.map((id) => ({ id, status: 'success', mode: 'webhook' }));
		return Response.json({ data: { results, nextCursor: nextCursor(page) } });
	});
	return asked;
}

const rest = new N8nRest('http://127.0.0.1:1');

afterEach(() => jest.restoreAllMocks());

test('reads executions over all pages', async () => {
	const asked = n8nWith([['4', '3'], ['2'], ['1']], (page) => (page < 2 ? `c=${page}` : null));
	const executions = await rest.executionsOf('w', ['success']);
	expect(executions.map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
	expect(asked.map((query) => query.get('cursor'))).toEqual([null, 'c=0', 'c=1']);
	for (const query of asked) {
		expect(JSON.parse(query.get('filter')!)).toEqual({ workflowId: 'w', status: ['success'] });
	}
});

test('reads one page of an n8n that gives no cursor', async () => {
	const asked = n8nWith([['1']], () => undefined);
	expect(await rest.executionsOf('w')).toHaveLength(1);
	expect(asked).toHaveLength(1);
});
