/** Stand-ins for n8n's starting nodes: manual, schedule, and "when executed by another workflow". */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeType,
	INodeTypeDescription,
	ITriggerFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { DateTime } from 'luxon';

const starting = (
	name: string,
	version: number | number[],
	properties: INodeTypeDescription['properties'] = [],
): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['trigger'],
	version,
	description: `Stands in for n8n-nodes-base.${name}`,
	defaults: { name },
	inputs: [],
	outputs: [NodeConnectionTypes.Main],
	properties,
});

/** A started workflow gets one item: nothing for the manual trigger, the date for the schedule. */
const emitting = (itemOf: (context: ITriggerFunctions) => IDataObject): INodeType['trigger'] =>
	async function (this: ITriggerFunctions) {
		return {
			manualTriggerFunction: async () => this.emit([this.helpers.returnJsonArray([itemOf(this)])]),
		};
	};

export const manualTrigger: INodeType = {
	description: starting('manualTrigger', 1),
	trigger: emitting(() => ({})),
};

export const scheduleTrigger: INodeType = {
	description: starting(
		'scheduleTrigger',
		[1, 1.1, 1.2, 1.3],
		[{ displayName: 'Rule', name: 'rule', type: 'json', default: {} }],
	),
	trigger: emitting((context) => {
		const now = DateTime.now().setZone(context.getTimezone());
		return {
			timestamp: now.toISO(),
			'Day of week': now.toFormat('EEEE'),
			Year: now.toFormat('yyyy'),
			Month: now.toFormat('MMMM'),
			'Day of month': now.toFormat('dd'),
			Hour: now.toFormat('HH'),
			Minute: now.toFormat('mm'),
			Second: now.toFormat('ss'),
			Timezone: `${now.zoneName} (UTC${now.toFormat('ZZ')})`,
		};
	}),
};

export const executeWorkflowTrigger: INodeType = {
	description: starting(
		'executeWorkflowTrigger',
		[1, 1.1],
		[{ displayName: 'Input', name: 'inputSource', type: 'string', default: 'passthrough' }],
	),
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};
