import { Workflow, resolveWebhookDescriptionField } from 'n8n-workflow';
import type { INode, INodeProperties, INodeType, INodeTypes } from 'n8n-workflow';
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
