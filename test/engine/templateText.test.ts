/** A template's text names its variables: what the panel shows for it, what goes out, what a model is told. */
import { getSchema } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type ResourceMapperField,
} from 'n8n-workflow';
import { CustomerRelationship } from '../../nodes/CustomerRelationship/CustomerRelationship.node.ts';
import { NODE, useService } from './actionNode/service';
import {
	actionNode,
	resourceMapping,
	runWorkflow,
	startNode,
	toolNode,
	line,
} from '../support/engine';

const service = useService();
const TEXT = 'Olá, {{1}}! Seu boleto vence em {{2}}.';
const rows = (value: IDataObject, schema: ResourceMapperField[] = []) => ({
	...{ mappingMode: 'defineBelow', matchingColumns: [], value, schema },
});
const start = (more: IDataObject = {}): IDataObject => ({
	...{ resource: 'conversation', operation: 'start', phone: '(11) 91111-0001' },
	...{ templateName: 'lembrete_pagamento', templateLanguage: 'pt_BR', templateText: TEXT, ...more },
});
const sentParams = async () =>
	(await service.requests())
		.filter(({ method, path }) => method === 'POST' && path === '/api/v1/conversations')
		.map(({ rawBody }) => (JSON.parse(rawBody) as { template: IDataObject }).template.params);

/** The rows of the panel for a text. */
const shown = async (templateText: string | undefined, nodeType = actionNode) =>
	await resourceMapping(nodeType, 'getTemplateVariables', {
		parameters: start({ templateText }) as INodeParameters,
	});

describe('the panel', () => {
	/** The fields that n8n keeps of a node's parameters: those that it shows. */
	const kept = (templateText: string) => {
		const { description } = new CustomerRelationship();
		const parameters = start({
			...{ templateText, templateVariables: rows({ 1: 'a' }) },
			templateParams: { param: [{ value: 'b' }] },
		}) as INodeParameters;
		const node = { name: 'N', type: actionNode, typeVersion: 1, parameters } as INode;
		const all = NodeHelpers.getNodeParameters(
			...([description.properties, parameters, false, false, node, description] as const),
		);
		return ['templateVariables', 'templateParams'].filter((name) => name in (all ?? {}));
	};

	test.each([
		[TEXT, ['templateVariables']],
		[`=${TEXT}`, ['templateVariables']],
		['{{nome}}', ['templateVariables']],
		['Nossa loja abre hoje.', ['templateParams']],
		['', ['templateParams']],
		[' ', ['templateParams']],
	])('for %j shows %j', (text, fields) => {
		expect(kept(text)).toEqual(fields);
	});

	test('has a row for each variable, which n8n lets be empty, without asking the service', async () => {
		const before = (await service.requests()).length;
		const { fields, emptyFieldsNotice } = await shown(TEXT);
		expect(fields.map(({ id, displayName, required }) => [id, displayName, required])).toEqual([
			['1', 'Olá, {{1}}', false],
			['2', 'vence em {{2}}', false],
		]);
		expect(emptyFieldsNotice).toBeUndefined();
		expect(await service.requests()).toHaveLength(before);
	});

	test.each([
		['Olá, {{nome}}!', /^“Template Text” holds “{{nome}}”.*\. Paste the approved text/],
		['a }}', /^Template Text has no variables\.$/],
		[undefined, /^Template Text has no variables\.$/],
	])('says why %j has no row', async (text, notice) => {
		expect(await shown(text)).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringMatching(notice),
		});
	});
});

test('sends each value in its place, and Check Only shows the message', async () => {
	const { fields } = await shown(TEXT);
	const parameters = start({
		templateVariables: rows({ 2: '={{ $json.due }}', 1: '={{ $json.name }}' }, fields),
	});
	const inputData = [{ name: 'Ana', due: '30/11' }];
	const options = { checkOnly: true };
	const checked = await service.run({ ...parameters, options }, { inputData });
	expect(checked.json(NODE)[0]).toMatchObject({ preview: 'Olá, Ana! Seu boleto vence em 30/11.' });
	const hint = checked
		.hints(NODE)
		.map(({ message }) => message)
		.join(' ');
	expect(hint).not.toContain('number of variables');
	expect(await sentParams()).toEqual([]);
	const run = await service.run(parameters, { inputData });
	expect(run.error).toBeUndefined();
	expect(await sentParams()).toEqual([['Ana', '30/11']]);
});

test('warns of rows that were filled in before the text changed, also when it is only checked', async () => {
	const { fields } = await shown('Olá {{1}}, o pedido {{2}} saiu.');
	const parameters = start({
		templateText: 'Pedido {{1}} de {{2}} saiu.',
		templateVariables: rows({ 1: 'Ana', 2: '123' }, fields),
	});
	const warning = expect.stringContaining(
		'“Template Variables: {{1}}” of item 0 (the first item is 0) holds a value for “Olá {{1}}”, which is now “Pedido {{1}}”; “Template Variables: {{2}}” of item 0',
	);
	const checked = await service.run({ ...parameters, options: { checkOnly: true } });
	expect(checked.json(NODE)[0]).toMatchObject({ warnings: [warning] });
	expect((await service.run(parameters)).hints(NODE)).toContainEqual(
		expect.objectContaining({ message: warning }),
	);
	const { fields: renewed } = await shown(parameters.templateText as string);
	const reopened = { ...parameters, templateVariables: rows({ 1: '123', 2: 'Ana' }, renewed) };
	const again = await service.run({ ...reopened, options: { checkOnly: true } });
	expect(again.json(NODE)[0]).toMatchObject({ warnings: [] });
});

test('refuses what n8n leaves of an empty row, unless it may be empty', async () => {
	const { fields } = await shown(TEXT);
	const parameters = start({ templateVariables: rows({ 1: 'Ana' }, fields) });
	const { error } = await service.run(parameters);
	expect(error?.message).toContain('“Template Variables: {{2}}” in “…vence em {{2}}.” is empty');
	expect(await sentParams()).toEqual([]);
	const allowed = { ...parameters, options: { allowEmptyVariables: true } };
	expect((await service.run(allowed)).error).toBeUndefined();
	expect(await sentParams()).toEqual([['Ana', '']]);
});

test.each([
	['={{ $json.nothing }}', '“Template Variables: {{2}}” in “…vence em {{2}}.” is empty'],
	[
		'=até {{ $json.nothing }}',
		'“Template Variables: {{2}}” holds {{ $json.nothing }}, which gives nothing',
	],
	['{{ $json.due }}', '“Template Variables: {{2}}” holds an expression in a fixed field'],
	[
		'vence em {{2}}',
		'“Template Variables: {{2}}” holds “{{2}}”, a placeholder for a template variable',
	],
	['={{ "[nome]" }}', '“Template Variables: {{2}}” holds “[nome]”'],
])('reads %j as an entry of the list would be', async (value, message) => {
	const { error } = await service.run(start({ templateVariables: rows({ 1: 'Ana', 2: value }) }));
	expect(error?.message).toContain(message);
	expect(await sentParams()).toEqual([]);
});

describe('in an AI agent’s tool', () => {
	test('a model is told the variables apart, and its values arrive in order', async () => {
		const { fields } = await shown(TEXT, toolNode);
		expect(fields.map(({ displayName }) => displayName)).toEqual(['Ola, {1}', 'vence em {2}']);
		// As n8n's editor makes them of labels, described as a user does with the label.
		const fromModel = fields.map(({ displayName }) => {
			const key = displayName.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
			return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`${displayName}\`, 'string') }}`;
		});
		const value = { 1: fromModel[0], 2: fromModel[1] };
		const parameters = start({ templateVariables: rows(value, fields) });
		const { shape } = getSchema({ name: 'N', parameters } as unknown as INode) as unknown as {
			shape: Record<string, { description: string }>;
		};
		const keys = Object.keys(shape);
		expect(keys).toEqual(['Ola___1_', 'vence_em__2_']);
		expect(keys.map((key) => shape[key]!.description)).toEqual(
			fields.map(({ displayName }) => displayName),
		);

		const run = await runWorkflow(
			line([
				{ type: startNode, name: 'Start' },
				{ type: toolNode, name: 'Send', parameters: parameters as never },
			]),
			{
				credentials: service.credentials(),
				inputData: [{ [keys[1]!]: '30/11', [keys[0]!]: 'Ana' }],
			},
		);
		expect(run.error).toBeUndefined();
		expect(await sentParams()).toEqual([['Ana', '30/11']]);
	});
});
