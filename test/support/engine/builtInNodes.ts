/** Stand-ins for those of n8n's own nodes that the examples need in the engine; the end-to-end tests have the real ones. */
import {
	type AssignmentCollectionValue,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	NodeConnectionTypes,
} from 'n8n-workflow';

export const FILTER = 'n8n-nodes-base.filter';
export const SET = 'n8n-nodes-base.set';
export const SWITCH = 'n8n-nodes-base.switch';
export const WAIT = 'n8n-nodes-base.wait';

const property = (
	name: string,
	type: INodeProperties['type'],
	options?: INodeProperties['options'],
): INodeProperties => ({
	...{ displayName: name, name, type, default: {}, options },
	typeOptions: { multipleValues: type === 'fixedCollection' },
});

const nodeType = (
	name: string,
	outputs: number,
	properties: INodeProperties[],
	execute: INodeType['execute'],
): INodeType => ({
	description: {
		...{
			displayName: name,
			name,
			group: ['transform'],
			version: [1.1, 2.2, 3.2, 3.4],
			description: '',
		},
		defaults: { name },
		inputs: [NodeConnectionTypes.Main],
		outputs: Array.from({ length: outputs }, () => NodeConnectionTypes.Main),
		properties,
	},
	execute,
});

/** n8n's Edit Fields, as far as the examples use it here. */
export const editFields = nodeType(
	SET,
	1,
	[property('assignments', 'assignmentCollection'), property('jsonOutput', 'json')],
	async function (this: IExecuteFunctions) {
		const { length } = this.getInputData();
		return [
			Array.from({ length }, (_, item) => {
				const { assignments = [] } = this.getNodeParameter(
					'assignments',
					item,
				) as Partial<AssignmentCollectionValue>;
				const json = {
					...Object.fromEntries(assignments.map(({ name, value }) => [name, value])),
					...(this.getNodeParameter('jsonOutput', item) as IDataObject),
				} as IDataObject;
				return { json, pairedItem: { item } };
			}),
		];
	},
);

/** n8n's Switch with up to five rules and one more output for the rest. */
export const switchByRules = nodeType(
	SWITCH,
	6,
	[
		property('rules', 'fixedCollection', [
			{ displayName: 'Values', name: 'values', values: [property('conditions', 'filter')] },
		]),
	],
	async function (this: IExecuteFunctions) {
		const { values } = this.getNode().parameters.rules as unknown as { values: unknown[] };
		const outputs = Array.from({ length: 6 }, (): INodeExecutionData[] => []);
		for (const [item, { json }] of this.getInputData().entries()) {
			const holds = values.findIndex((_, rule) =>
				this.getNodeParameter(`rules.values[${rule}].conditions`, item, false, {
					extractValue: true,
				}),
			);
			outputs[holds === -1 ? values.length : holds]!.push({ json, pairedItem: { item } });
		}
		return outputs;
	},
);

/** n8n's Filter. */
export const filter = nodeType(
	FILTER,
	1,
	[property('conditions', 'filter')],
	async function (this: IExecuteFunctions) {
		const items = this.getInputData().map(({ json }, item) => ({ json, pairedItem: { item } }));
		return [
			items.filter(({ pairedItem: { item } }) =>
				this.getNodeParameter('conditions', item, false, { extractValue: true }),
			),
		];
	},
);

/** n8n's Wait, which takes no time. @param meanwhile what happens while the step of that name waits */
export const wait = (meanwhile: (step: string) => Promise<void>): INodeType =>
	nodeType(WAIT, 1, [], async function (this: IExecuteFunctions) {
		await meanwhile(this.getNode().name);
		return [this.getInputData()];
	});
