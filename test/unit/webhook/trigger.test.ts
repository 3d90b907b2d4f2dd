import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	NodeOperationError,
	Workflow,
	resolveWebhookDescriptionField,
	type IHookFunctions,
	type INode,
	type INodeProperties,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';
import { CustomerRelationshipTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node';

const type = new CustomerRelationshipTrigger();
const [webhook] = type.description.webhooks!;
const nodeTypes = {
	getByName: () => type,
	getByNameAndVersion: () => type as INodeType,
	getKnownTypes: () => ({}),
} as INodeTypes;

function nodeWith(options: object | string): { node: INode; workflow: Workflow } {
	const workflow = new Workflow({
		nodes: [
			{
				...{ id: '1', name: 'Trigger', type: 'trigger', typeVersion: 1.1, position: [0, 0] },
				parameters: { events: ['*'], options } as INode['parameters'],
			},
		],
		connections: {},
		active: false,
		nodeTypes,
	});
	return { node: workflow.getNode('Trigger')!, workflow };
}

describe('n8n’s response mode', () => {
	it.each([
		[{}, 'onReceived'],
		[{ answer: 'atOnce' }, 'onReceived'],
		[{ answer: 'whenFinished' }, 'lastNode'],
	])('with the options %j is %s, by expression and by resolver function', (options, mode) => {
		const { node, workflow } = nodeWith(options);
		const byExpression = workflow.expression.getSimpleParameterValue(
			node,
			webhook!.responseMode as string,
			'webhook',
			{},
		);
		expect(byExpression).toBe(mode);
		const native = resolveWebhookDescriptionField(node, webhook!, 'responseMode');
		expect(native).toEqual({ resolved: true, value: mode });
	});

	it('is resolved by expression if a parameter is an expression', () => {
		const { node } = nodeWith({ toleranceSeconds: '={{ 60 }}' });
		expect(resolveWebhookDescriptionField(node, webhook!, 'responseMode')).toEqual({
			resolved: false,
		});
	});
});

test('the page says for which answer a conversation has one run at a time', () => {
	const page = readFileSync(join(__dirname, '../../../scripts/docs/texts/trigger.md'), 'utf8');
	const text = page.replaceAll('*', '');
	expect(text).toMatch(
		/one run at a time.*With At Once,? the next run starts when the event was answered/,
	);
	expect(text).toContain('trigger can’t see the end of such a run');
});

test.each(['answer', 'collectSeconds'])('the option “%s” allows no expression', (option) => {
	const { options } = type.description.properties.find(({ name }) => name === 'options')!;
	const property = (options as INodeProperties[]).find(({ name }) => name === option);
	expect(property).toMatchObject({ noDataExpression: true });
});

describe('activation', () => {
	const FAILS = '={{ $fails }}';
	const whole = 'a'.repeat(64);
	const both = { signingSecret: whole, testSigningSecret: whole };
	const any = { events: ['*'], options: {} };
	const create = async (parameters: object, credential: object = both, mode = 'activate') =>
		await type.webhookMethods.default.create.call({
			getCredentials: async () => credential,
			getActivationMode: () => mode,
			getNodeParameter: (name: string, fallback: unknown) => {
				const value = name in parameters ? (parameters as Record<string, unknown>)[name] : fallback;
				if (value === FAILS) throw new Error('expression');
				return value;
			},
			getNode: () => ({ name: 'Trigger', parameters }),
		} as unknown as IHookFunctions);

	it.each<[string, object, RegExp]>([
		[
			'activate',
			{ ...both, signingSecret: undefined },
			/^“Signing Secret” in the credential is empty\. Paste /,
		],
		[
			'init',
			{ ...both, signingSecret: 'a' },
			/^“Signing Secret” in the credential has 1 character/,
		],
		[
			'update',
			{ ...both, signingSecret: `${whole}, a` },
			/^“Signing Secret” in the credential, secret 2/,
		],
		[
			'activate',
			{ ...both, signingSecret2: '', signingSecret4: 'abc' },
			/^“Signing Secret 4” in the credential has 3 characters/,
		],
		[
			'manual',
			{ ...both, testSigningSecret: '' },
			/^“Signing Secret \(Test URL\)” in the credential is/,
		],
	])(
		'is refused without well-formed secrets for its URL: %s with %j',
		async (mode, credential, words) => {
			const refusal = await create(any, credential, mode).catch((error: unknown) => error);
			expect(refusal).toBeInstanceOf(NodeOperationError);
			expect((refusal as NodeOperationError).message).toMatch(words);
		},
	);

	it.each<[object, string]>([
		[{}, '“Events” names no kind of event. Choose at least one, or type one into “Other Events”.'],
		[{ ...any, options: FAILS }, '“Options” holds an expression that fails. Correct it.'],
		[
			{ ...any, options: { answer: '={{ "whenFinished" }}' } },
			'“Answer” can’t be an expression. Choose from its list.',
		],
		[
			{ ...any, options: { collectSeconds: '={{ 8 }}' } },
			'“Wait for More Messages (Seconds)” can’t be an expression. Type a number.',
		],
		[
			{ ...any, options: { toleranceSeconds: 'abc' } },
			'“Tolerance (Seconds)” is not a number of seconds, 0 or more.',
		],
	])('is refused with %j', async (parameters, problem) => {
		await expect(create(parameters)).rejects.toThrow(problem);
	});

	it.each([
		['activate', any, { ...both, testSigningSecret: 'short' }],
		['manual', { ...any, options: { answer: 'atOnce' } }, { ...both, signingSecret: 'short' }],
		['activate', any, { signingSecret: '', signingSecret3: whole }],
		['manual', any, { ...both, signingSecret5: 'short' }],
		['init', { otherEvents: 'deal.moved', options: { answer: 'whenFinished' } }, both],
		['update', { events: ['deal.created'] }, both],
	])('ignores the secret of the other URL: %s with %j', async (mode, parameters, credential) => {
		expect(await create(parameters, credential, mode)).toBe(true);
	});

	it('finds no existing webhook and deletes none: the API creates none', async () => {
		const { checkExists, delete: remove } = type.webhookMethods.default;
		expect(await checkExists.call({} as IHookFunctions)).toBe(false);
		expect(await remove.call({} as IHookFunctions)).toBe(true);
	});
});

it('the panel tells how to test and where runs show up, published or not', () => {
	const { header, executionsHelp, activationHint } = type.description.triggerPanel as {
		header: string;
		executionsHelp: Record<string, string>;
		activationHint: Record<string, string>;
	};
	expect(header).toBe('');
	expect(Object.keys(executionsHelp)).toEqual(['inactive', 'active']);
	expect(executionsHelp.inactive).toMatch(/“Signing Secret \(Test URL\)”.*To run automatically/);
	expect(executionsHelp.active).toMatch(/“Signing Secret \(Test URL\)”.*is published/);
	expect(activationHint.inactive).toMatch(/data-key="activate"/);
	expect(activationHint.active).toMatch(/production URL/);
});
