/** A failure in the middle of a batch tells what was carried out, and what was not. */
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import { useService } from '../actionNode/service';
import { actionNode, line, runWorkflow, startNode, type NodeJson } from '../harness';
import {
	answer,
	NODE,
	NOTHING_DONE,
	numbered,
	PERHAPS_DONE,
	refuse,
	reportOf,
	runAgainst,
	told,
	withService,
} from './setup';

const service = useService();
const start = {
	resource: 'conversation',
	operation: 'start',
	phone: '={{ "+55119" + (60000000 + $json.n) }}',
	templateName: 'sem_variaveis',
	templateLanguage: 'pt_BR',
};
const contact = {
	resource: 'contact',
	operation: 'upsert',
	name: '={{ "Row " + $json.n }}',
	phone: '={{ "+55119" + (70000000 + $json.n) }}',
	// A slug that the account lacks is a refusal that only the service can make.
	additionalFields: { customFieldsJson: '={{ $json.bad ? { no_such_field: 1 } : {} }}' },
};
const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);
const outbound = async () =>
	(await service.control<IDataObject[]>('GET', '/messages')).filter(
		({ direction }) => direction === 'outbound',
	);

test('two messages left before the third was refused: the error says so, and which', async () => {
	const before = (await outbound()).length;
	const run = await service.run(
		{ ...start, additionalFields: { channelId: '={{ $json.n === 2 ? "no-such-channel" : "" }}' } },
		{ inputData: numbered(4) },
	);

	expect((await outbound()).length - before).toBe(2);
	expect(await service.requests()).toHaveLength(3);
	expect(told(run)).not.toMatch(NOTHING_DONE);
	const { output, ...lists } = reportOf(run, 4);
	expect(lists).toEqual({ carriedOut: [0, 1], unknown: [], notCarriedOut: [2, 3] });
	expect(output).toMatchObject([{ message: {} }, { message: {} }]);
});

test('a bad row in an import: seven contacts were made, and their records are kept with the error', async () => {
	const run = await service.run(contact, {
		inputData: numbered(10).map((row) => ({ ...row, bad: row.n === 7 })),
	});

	expect(told(run)).not.toMatch(NOTHING_DONE);
	const { output, ...lists } = reportOf(run, 10);
	expect(lists).toEqual({ carriedOut: range(0, 6), unknown: [], notCarriedOut: range(7, 9) });
	const made = (await service.app<{ data: IDataObject[] }>('GET', '/contacts')).data.filter(
		({ name }) => String(name).startsWith('Row '),
	);
	expect(made).toHaveLength(7);
	expect(output.map(({ id, name }) => [id, name])).toEqual(
		range(0, 6).map((n) => [made.find(({ name }) => name === `Row ${n}`)?.id, `Row ${n}`]),
	);
});

test('where the first item is refused, nothing was done and the error says that', async () => {
	const run = await service.run(contact, {
		inputData: numbered(3).map((row) => ({ ...row, bad: row.n === 0 })),
	});
	expect(told(run)).toMatch(NOTHING_DONE);
	expect(reportOf(run, 3)).toMatchObject({ notCarriedOut: [0, 1, 2], output: [] });
});

test('in a later round of a loop the error tells of that run of the node', async () => {
	const items = [numbered(2), [{ n: 2, bad: true }]];
	const set = (name: string, given: IDataObject[]): NodeJson => ({
		...{ type: startNode, name, parameters: { items: given } as never },
	});
	const workflow = line(
		[
			{ type: startNode, name: 'Start' },
			set('First', items[0] ?? []),
			{ type: actionNode, name: NODE, parameters: contact as never },
		],
		[
			{ from: 'Start', to: 'Second' },
			{ from: 'Second', to: NODE },
		],
	);
	workflow.nodes.push(set('Second', items[1] ?? []));
	const run = await runWorkflow(workflow, { credentials: service.credentials() });
	expect(told(run)).toContain('Nothing was changed in this run of the node.');
	expect(reportOf(run, 1)).toMatchObject({ notCarriedOut: [0], output: [] });
});

test('a single item is no batch', async () => {
	const run = await service.run(contact, { inputData: [{ n: 0, bad: true }] });
	expect(told(run)).toMatch(NOTHING_DONE);
	expect(told(run)).not.toMatch(/\bitems?\b/);
	expect(reportOf(run, 1)).toMatchObject({ notCarriedOut: [0] });
});

test('an item of which nobody knows is told apart from those that were carried out', async () => {
	await withService(
		(_, before) =>
			before === 2 ? refuse(500, 'internal_error') : answer({ id: `c${before}`, name: 'x' }, 201),
		async ({ url }) => {
			const run = await runAgainst(url, contact, { inputData: numbered(4) });
			expect(told(run)).toMatch(PERHAPS_DONE);
			expect(told(run)).not.toMatch(NOTHING_DONE);
			const lists = { carriedOut: [0, 1], unknown: [2], notCarriedOut: [3] };
			expect(reportOf(run, 4)).toMatchObject(lists);
		},
	);
});

test('with several under way, those that come back after the failure count as carried out', async () => {
	await withService(
		async ({ body }, before) => {
			const { name } = JSON.parse(body.toString()) as { name: string };
			if (before === 0) return answer({ id: 'c0', name }, 201);
			if (name === 'Row 1') return refuse(404, 'resource_not_found');
			await pause(400);
			return answer({ id: 'later', name }, 201);
		},
		async ({ url, requests }) => {
			const run = await runAgainst(
				url,
				{ ...contact, options: { parallelRequests: 3 } },
				{ inputData: numbered(9) },
			);
			const sent = requests.map(
				({ body }) => (JSON.parse(body.toString()) as { name: string }).name,
			);
			const done = sent
				.map((name) => Number(name.slice(4)))
				.filter((n) => n !== 1)
				.sort((a, b) => a - b);
			expect(done.length).toBeGreaterThan(1);
			const { output, ...lists } = reportOf(run, 9);
			expect(lists).toEqual({
				...{ unknown: [], carriedOut: done },
				notCarriedOut: range(0, 8).filter((n) => !done.includes(n)),
			});
			expect(output.map(({ name }) => name)).toEqual(done.map((n) => `Row ${n}`));
		},
	);
});

describe('preflight', () => {
	test('the same key on two items with different requests is found before anything is sent', async () => {
		const run = await service.run(
			{ ...contact, options: { idempotencyKey: '={{ $json.key }}' } },
			{ inputData: numbered(3).map((row, n) => ({ ...row, key: n === 1 ? 'b' : 'a' })) },
		);
		expect(told(run)).toMatch(/idempotency key/i);
		expect(told(run)).toMatch(/same/i);
		expect(told(run)).toMatch(NOTHING_DONE);
		expect(await service.requests()).toEqual([]);
	});

	test('the same key on two items with the same request is one request, as the user asked', async () => {
		const run = await service.run(
			{
				...{ ...contact, name: 'Ana', phone: '', additionalFields: {} },
				options: { idempotencyKey: 'a', includeResponse: true },
			},
			{ inputData: numbered(2) },
		);
		expect(run.error).toBeUndefined();
		expect(run.json(NODE)).toMatchObject([
			{ _response: { replayed: false } },
			{ _response: { replayed: true } },
		]);
	});

	test('every bad row is named with its value, and how to let the others through', async () => {
		const rows = numbered(12).map(({ n }) => ({
			phone: n === 3 ? 'a combinar' : n === 8 ? '123' : `+55119700000${10 + Number(n)}`,
		}));
		const upsert = { resource: 'contact', operation: 'upsert', phone: '={{ $json.phone }}' };
		const text = told(await service.run(upsert, { inputData: rows }));
		expect(text).toContain('2 of the 12 items');
		expect(text).toMatch(/Item 3: “Phone”[^.]*“a combinar”/);
		expect(text).toMatch(/Item 8: “Phone”[^.]*“123”/);
		expect(text).toContain('Settings > On Error > Continue (using error output)');
		expect(text).toMatch(NOTHING_DONE);
		expect(await service.requests()).toEqual([]);

		const run = await service.run(upsert, {
			...{ inputData: rows, node: { onError: 'continueErrorOutput' } },
		});
		expect(run.items(NODE)).toHaveLength(10);
		for (const { details } of run.json(NODE, 1)) {
			expect(details).toMatchObject({ whatToDo: expect.stringContaining('area code') as string });
		}
	});

	test('what a read must tell is judged for all rows, too', async () => {
		const slug = service.fixtures.customFields?.contactNumber ?? '';
		await service.app('POST', '/contacts', { name: 'Ana', customFields: { [slug]: 3 } });
		const customFields = { field: [{ slug, value: '={{ $json.visits }}' }] };
		const run = await service.run(
			{ ...contact, phone: '={{ $json.phone }}', additionalFields: { customFields } },
			{ inputData: [{ visits: 'many' }, { visits: '2', phone: 'none' }, { visits: '3' }] },
		);
		expect(told(run)).toMatch(/Item 0: “Custom Fields[^.]*“many”/);
		expect(told(run)).toMatch(/Item 1: “Phone”[^.]*“none”/);
		expect((await service.requests()).map(({ method }) => method)).toEqual(['GET']);
	});

	test('one bad item at the end, and nothing at all was sent', async () => {
		const run = await service.run(
			{ ...contact, phone: '={{ $json.n === 2 ? "letters" : "+5511970000000" }}' },
			{ inputData: numbered(3) },
		);
		expect(told(run)).toMatch(/Phone/);
		expect(told(run)).toMatch(NOTHING_DONE);
		expect(await service.requests()).toEqual([]);
	});
});
