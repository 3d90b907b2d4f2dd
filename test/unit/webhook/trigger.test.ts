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
	])(
		'with the options %j is %s, by the expression and without the expression engine',
		(options, mode) => {
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
		},
	);

	it('is left to the expression engine where a parameter is an expression', () => {
		const { node } = nodeWith({ toleranceSeconds: '={{ 60 }}' });
		expect(resolveWebhookDescriptionField(node, webhook!, 'responseMode')).toEqual({
			resolved: false,
		});
	});
});

test('the editor offers no expression for “Answer”, since n8n would not work it out', () => {
	const { options } = type.description.properties.find(({ name }) => name === 'options')!;
	const answer = (options as INodeProperties[]).find(({ name }) => name === 'answer');
	expect(answer).toMatchObject({ noDataExpression: true });
});

describe('the trigger is not activated', () => {
	const credential = { signingSecret: 'production', testSigningSecret: 'test' };
	const create = async (parameters: object, secrets: object = credential, mode = 'activate') =>
		await type.webhookMethods.default.create.call({
			getCredentials: async () => secrets,
			getActivationMode: () => mode,
			getNodeParameter: (name: string, fallback: unknown) =>
				(parameters as Record<string, unknown>)[name] ?? fallback,
			getNode: () => ({ name: 'Trigger', parameters }),
		} as unknown as IHookFunctions);
	const any = { events: ['*'], options: {} };

	it.each([
		[
			'activate',
			{ testSigningSecret: 'test' },
			/^No signing secret for the production URL: .*“Signing Secret”$/,
		],
		['init', { signingSecret: ' , ' }, /^No signing secret for the production URL/],
		[
			'manual',
			{ signingSecret: 'production' },
			/^No signing secret for the test URL: .*“Signing Secret \(Test URL\)”$/,
		],
	])('without the secret of its URL: %s', async (mode, secrets, message) => {
		const refusal = await create(any, secrets, mode).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeOperationError);
		expect((refusal as NodeOperationError).message).toMatch(message);
		expect((refusal as NodeOperationError).description).toMatch(
			mode === 'manual' ? /register the test URL/ : /register the production URL/,
		);
	});

	it('without an event', async () => {
		await expect(create({ events: [], otherEvents: ' , ' })).rejects.toThrow(/^No event selected/);
		await expect(create({})).rejects.toThrow(/^No event selected/);
	});

	it('with an expression for “Answer”', async () => {
		const options = { answer: '={{ "whenFinished" }}' };
		await expect(create({ ...any, options })).rejects.toThrow('“Answer” can’t be an expression');
	});

	it.each([
		['activate', any],
		['manual', { ...any, options: { answer: 'atOnce' } }],
		['init', { otherEvents: 'deal.moved', options: { answer: 'whenFinished' } }],
		['update', { events: ['deal.created'] }],
	])('otherwise it is: %s with %j', async (mode, parameters) => {
		expect(await create(parameters, credential, mode)).toBe(true);
	});

	it('once and for all: there is nothing to find or to delete at the service', async () => {
		const { checkExists, delete: remove } = type.webhookMethods.default;
		expect(await checkExists.call({} as IHookFunctions)).toBe(false);
		expect(await remove.call({} as IHookFunctions)).toBe(true);
	});
});

it('the panel says, published or not, how to listen and where an event’s run shows up', () => {
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
