import { withSetting, type ExampleWorkflow } from '../../../playground/exampleWorkflows';

const workflow = (value: unknown): ExampleWorkflow => ({
	...{ id: 'w', name: 'W' },
	nodes: [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{ name: 'As JSON', type: 'n8n-nodes-base.set', parameters: { mode: 'raw' } },
		{
			...{ name: 'Settings', type: 'n8n-nodes-base.set' },
			parameters: { assignments: { assignments: [{ name: 'userIds', value }] } },
		},
	],
});

test('fills a field of Settings in only where it is empty', () => {
	expect(withSetting(workflow(''), 'userIds', 'usr_1')).toEqual(workflow('usr_1'));
	expect(withSetting(workflow('usr_2'), 'userIds', 'usr_1')).toEqual(workflow('usr_2'));
	expect(withSetting(workflow(''), 'another', 'usr_1')).toEqual(workflow(''));
});
