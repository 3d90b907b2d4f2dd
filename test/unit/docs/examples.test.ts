import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../../../playground/folders';
import { exampleWorkflows, startedByHand } from '../../../playground/exampleWorkflows';

test('every node of an example has a name and an ID of its own, as n8n wants it', async () => {
	for (const { name, nodes } of await exampleWorkflows()) {
		for (const property of ['name', 'id'] as const) {
			const values = nodes.map((node) => (node as unknown as Record<string, unknown>)[property]);
			expect([name, new Set(values).size]).toEqual([name, nodes.length]);
		}
	}
});

test.each([
	'askWithATag',
	'importContacts',
	'incrementalSync',
	'optedOut',
	'pipelineReport',
	'scheduledReminder',
	'weeklyReminder',
])('npm run try can start %s by hand, at a trigger from which nodes follow', async (id) => {
	const workflow = (await exampleWorkflows()).find((example) => example.id === id)!;
	expect(Object.keys(workflow.connections as object)).toContain(startedByHand(workflow));
});

test('no example takes a name apart that a contact may not have', async () => {
	for (const { name, nodes } of await exampleWorkflows())
		expect([name, JSON.stringify(nodes).match(/json\.name\.\w+/)]).toEqual([name, null]);
});

test('every step on a data table is tried again: two that make it at once collide', async () => {
	const steps = (await exampleWorkflows())
		.flatMap(({ nodes }) => nodes)
		.filter(({ type }) => type.endsWith('.dataTable'));
	expect(steps.length).toBeGreaterThan(0);
	for (const step of steps) expect(step).toMatchObject({ retryOnFail: true });
});

test('every example that sends a template to more than one customer leaves out who asked to stop', async () => {
	const toOneCustomer = ['askAndWait', 'shopOrderPaid'];
	for (const { id, nodes } of await exampleWorkflows()) {
		const rules = nodes
			.filter(({ parameters }) => parameters.operation === 'start')
			.map(({ parameters }) =>
				String((parameters.whoGetsIt as { notIfTagged?: string })?.notIfTagged),
			);
		if (toOneCustomer.includes(id)) expect([id, rules]).toEqual([id, ['undefined']]);
		else
			for (const rule of rules)
				expect([id, rule]).toEqual([id, expect.stringMatching(/\bopted_out\b/)]);
	}
});

test('the words of who asks to stop are the same in both examples that have them', async () => {
	const words = (await exampleWorkflows()).flatMap(({ nodes }) =>
		nodes.flatMap(({ parameters }) => {
			const fields = parameters.assignments as {
				assignments: Array<{ name: string; value: string }>;
			};
			return (fields?.assignments ?? []).flatMap(({ name, value }) =>
				name === 'stopWords' ? value : [],
			);
		}),
	);
	expect(words).toEqual([words[0], words[0]]);
});

describe('the list of examples', () => {
	/** The lines that name a file, and the groups' titles, as a page of the folder `docs` has them. */
	const listIn = (page: string) =>
		readFileSync(join(repository, page), 'utf8')
			.replaceAll(/\(examples\//g, '(../examples/')
			.replaceAll('(docs/recipes.md#', '(#')
			.split('\n')
			.filter((line) => /^- .*\.\.\/examples\/|^\*\*(Tell|Answer|Keep|Report)/.test(line));

	it('is the same in the README and at the beginning of the recipes', () => {
		expect(listIn('README.md')).toEqual(listIn('docs/recipes.md'));
	});

	it('names every file once', () => {
		const named = listIn('README.md').flatMap((line) =>
			[...line.matchAll(/examples\/([\w-]+\.json)/g)].map(([, file]) => file),
		);
		expect(named.sort()).toEqual(readdirSync(join(repository, 'examples')).sort());
	});
});

describe('the tools of an AI agent', () => {
	const withTools = async () => {
		const found = (await exampleWorkflows()).filter(({ nodes }) =>
			nodes.some(({ type }) => type.endsWith('Tool')),
		);
		expect(found.length).toBeGreaterThan(0);
		return found.map((workflow) => ({
			workflow,
			tools: workflow.nodes.filter(({ type }) => type.endsWith('Tool')),
		}));
	};

	test('take nothing from $json, over which n8n lays the arguments of the model', async () => {
		for (const { tools } of await withTools())
			for (const { name, parameters } of tools)
				expect([name, JSON.stringify(parameters)]).toEqual([
					name,
					expect.not.stringContaining('$json'),
				]);
	});

	test('have the names that steps look for among those that were called', async () => {
		for (const { workflow, tools } of await withTools()) {
			const names = tools.map(({ name }) => name.replaceAll(' ', '_'));
			const called = JSON.stringify(workflow).matchAll(/action\.tool === '(\w+)'/g);
			const lookedFor = new Set([...called].map(([, name]) => name));
			expect(names).toEqual(expect.arrayContaining([...lookedFor]));
		}
	});
});
