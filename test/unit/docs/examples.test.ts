import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../../../playground/folders';
import {
	exampleWorkflows,
	startedByHand,
	type ExampleWorkflow,
} from '../../../playground/exampleWorkflows';
import { anchor } from '../../../scripts/docs/markdown';

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

test('no two outputs of a step cross on the canvas: what an upper one leads to stands above', async () => {
	interface Drawn {
		nodes: Array<{ name: string; position: [number, number] }>;
		connections: Record<string, { main?: Array<Array<{ node: string }> | null> }>;
	}
	for (const { name, ...workflow } of await exampleWorkflows()) {
		const { nodes, connections } = workflow as unknown as Drawn;
		const place = (step: string) => nodes.find((node) => node.name === step)!.position;
		for (const [step, { main = [] }] of Object.entries(connections)) {
			const heights = main.map((targets) =>
				(targets ?? [])
					.map(({ node }) => place(node))
					// A wire back to a loop goes around the others.
					.filter(([x]) => x > place(step)[0])
					.map(([, y]) => y),
			);
			for (const [output, ofOutput] of heights.entries()) {
				const above = Math.max(-Infinity, ...heights.slice(0, output).flat());
				expect([name, step, Math.min(...ofOutput) >= above]).toEqual([name, step, true]);
			}
		}
	}
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
	interface Listed {
		file: string;
		/** The workflow's name: the recipe's title, or what the link to the file says. */
		name: string;
		/** Path and heading of the recipe. */
		recipe: string;
	}

	/** The lines that name a file, and the groups' titles, as a page of the folder `docs` has them. */
	const linesIn = (page: string) =>
		readFileSync(join(repository, page), 'utf8')
			.replaceAll('(examples/', '(../examples/')
			.replaceAll('(docs/recipes', '(recipes')
			.split('\n')
			.filter((line) => /^- .*\.\.\/examples\/|^\*\*\[.*\]\(recipes\//.test(line));

	const listed = linesIn('README.md').flatMap((line): Listed[] => {
		const [, title = '', recipe = ''] = /^- \[(.*?)\]\((.*?)\)/.exec(line) ?? [];
		return [...line.matchAll(/\[([^\]]+)\]\(\.\.\/examples\/([\w-]+\.json)\)/g)].map(
			([, text = '', file = '']) => ({
				file,
				name: text === 'file' ? title : text.replaceAll('*', ''),
				recipe,
			}),
		);
	});
	const workflowIn = (file: string) =>
		JSON.parse(readFileSync(join(repository, 'examples', file), 'utf8')) as ExampleWorkflow;
	const notesOf = ({ nodes }: ExampleWorkflow) =>
		nodes
			.filter(({ type }) => type.endsWith('.stickyNote'))
			.map(({ parameters }) => String(parameters.content))
			.join('\n');

	it('is the same in the README and at the end of the recipes’ index', () => {
		expect(linesIn('README.md')).toEqual(linesIn('docs/recipes.md'));
	});

	it('names every file once', () => {
		expect(listed.map(({ file }) => file).sort()).toEqual(
			readdirSync(join(repository, 'examples')).sort(),
		);
	});

	it.each(listed)('has the name of the workflow in $file', ({ file, name }) => {
		expect(workflowIn(file).name).toBe(name);
	});

	it.each(listed)('leads to the recipe that a note in $file links to', ({ file, recipe }) => {
		expect(notesOf(workflowIn(file))).toContain(`/blob/main/docs/${recipe})`);
	});

	it.each(listed)('leads to a recipe that imports $file', ({ file, recipe }) => {
		const [page = '', heading = ''] = recipe.split('#');
		const sections = readFileSync(join(repository, 'docs', page), 'utf8').split('\n## ');
		const section = sections.find((text) => anchor(text.split('\n')[0]!) === heading);
		expect(section).toContain(`/examples/${file})`);
	});

	it.each(listed)('says in $file what publishing needs, if it has a webhook', ({ file }) => {
		const workflow = workflowIn(file);
		const hasWebhook = workflow.nodes.some(({ type }) =>
			/\.(customerRelationshipTrigger|webhook)$/.test(type),
		);
		expect(notesOf(workflow).includes('webhook path')).toBe(hasWebhook);
	});
});

describe('a recipe', () => {
	const PAGES = readdirSync(join(repository, 'docs/recipes')).filter(
		(file) => !file.endsWith('-details.md'),
	);
	const recipes = PAGES.flatMap((page) =>
		readFileSync(join(repository, 'docs/recipes', page), 'utf8')
			.split('\n## ')
			.slice(1)
			.map((text) => ({ title: text.split('\n')[0]!, text })),
	);
	/** The lines of a list below a title in bold. */
	const pointsBelow = (title: string, text: string) =>
		new RegExp(`\\*\\*${title}\\*\\*\\n\\n((?:- .*\\n)*)`)
			.exec(text)?.[1]
			?.split('\n')
			.slice(0, -1);

	test.each(recipes)('$title: what it needs, ten steps at most, and how to try it', ({ text }) => {
		const needs = text.indexOf('**Needs**');
		const steps = text.indexOf('\n1. ');
		const tries = text.indexOf('**Try it');
		expect(needs).toBeGreaterThan(0);
		expect(steps).toBeGreaterThan(needs);
		expect(tries).toBeGreaterThan(steps);
		expect(text.match(/^\d+\. /gm)!.length).toBeLessThanOrEqual(10);
	});

	test.each(recipes)('$title: three reasons, and three things that can go wrong', ({ text }) => {
		expect(pointsBelow('Why so', text)).toHaveLength(3);
		expect(pointsBelow('What can go wrong', text)).toHaveLength(3);
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
