import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { sleep, Workflow } from 'n8n-workflow';
import { receive } from '../../../nodes/CustomerRelationship/events/delivery';
import { markOf, marksIn } from '../../../nodes/CustomerRelationship/events/duplicates';
import { SECRET_ONE } from './vectors';

const trigger = { id: 'n', name: 'Trigger', type: 't', typeVersion: 1, parameters: {} };

/** A workflow over static data as they lie in n8n's database row: a second one shares them. */
const workflowOver = (staticData: IDataObject) =>
	new Workflow({
		id: 'w',
		nodes: [{ ...trigger, position: [0, 0] }],
		connections: {},
		active: true,
		staticData,
		nodeTypes: {
			getByName: () => ({ description: { properties: [] } }) as never,
			getByNameAndVersion: () => ({ description: { properties: [] } }) as never,
			getKnownTypes: () => ({}),
		},
	});

/** A delivery of an event to the trigger in that workflow. */
function delivery(workflow: Workflow, id: string): IWebhookFunctions {
	const rawBody = Buffer.from(JSON.stringify({ event: 'contact.created', id }));
	const t = Math.floor(Date.now() / 1000);
	const v1 = createHmac('sha256', SECRET_ONE).update(`${t}.`).update(rawBody).digest('hex');
	const parameters: Record<string, unknown> = { events: ['*'], options: {}, otherEvents: '' };
	return {
		getNodeParameter: (name: string) => parameters[name],
		getRequestObject: () => ({ rawBody }),
		getResponseObject: () => new EventEmitter(),
		getHeaderData: () => ({ 'svc-signature': `t=${t},v1=${v1}` }),
		getCredentials: async () => ({ signingSecret: SECRET_ONE }),
		getMode: () => 'webhook',
		getNode: () => trigger,
		getWorkflow: () => workflow,
		getWorkflowStaticData: () => workflow.getStaticData('node', workflow.getNode('Trigger')!),
	} as unknown as IWebhookFunctions;
}

/** Each with an event of its own: this process remembers those that it took on. */
it.each<[string, string, IDataObject]>([
	['empty before', 'evt_1', {}],
	[
		'not empty before',
		'evt_2',
		{ 'node:Trigger': { seen: markOf('evt_0') }, global: { count: 1 } },
	],
])(
	'n8n saves the id, static data %s, although it builds another workflow over them',
	async (_, id, row) => {
		const workflow = workflowOver(row);
		const result = await receive(delivery(workflow, id));
		expect(result.workflowData).toHaveLength(1);
		workflowOver(row); // what n8n 2.41 does next; it marks the static data as unchanged
		await sleep(5);
		expect(workflow.staticData.__dataChanged).toBe(true);
		const { seen } = JSON.parse(JSON.stringify(workflow.staticData))['node:Trigger'];
		expect(marksIn(seen).has(markOf(id))).toBe(true);
	},
);
