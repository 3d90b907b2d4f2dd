/**
 * Stand-ins for n8n's If (2 to 2.3) and Switch (3 to 3.4, rules and expression). The conditions are
 * judged by n8n's own filter code: n8n-core does that when a `filter` parameter is read.
 */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

const conditions = (looseSince: number, version: string): INodeProperties => ({
	displayName: 'Conditions',
	name: 'conditions',
	type: 'filter',
	default: {},
	typeOptions: {
		filter: {
			caseSensitive: '={{!$parameter.options.ignoreCase}}',
			typeValidation: `={{ ($nodeVersion < ${looseSince} ? $parameter.options.looseTypeValidation : $parameter.looseTypeValidation) ? "loose" : "strict" }}`,
			version: version as unknown as 2,
		},
	},
});
const loose: INodeProperties = {
	displayName: 'Convert Types',
	name: 'looseTypeValidation',
	type: 'boolean',
	default: false,
};
const options = (own: INodeProperties[] = []): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	options: [
		{ displayName: 'Ignore Case', name: 'ignoreCase', type: 'boolean', default: true },
		{ ...loose, default: true },
		...own,
	],
});

/** Whether an item passes the conditions at a parameter path. */
function passes(context: IExecuteFunctions, path: string, itemIndex: number): boolean {
	return context.getNodeParameter(path, itemIndex, false, { extractValue: true }) as boolean;
}

const base = (name: string, version: number[]) => ({
	displayName: name,
	name,
	group: ['transform' as const],
	version,
	description: `Stands in for n8n-nodes-base.${name}`,
	defaults: { name },
	inputs: [NodeConnectionTypes.Main],
});

export const ifNode: INodeType = {
	description: {
		...base('if', [2, 2.1, 2.2, 2.3]),
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['true', 'false'],
		properties: [
			conditions(2.1, '={{ $nodeVersion >= 2.3 ? 3 : $nodeVersion >= 2.2 ? 2 : 1 }}'),
			loose,
			options(),
		],
	} satisfies INodeTypeDescription,
	async execute(this: IExecuteFunctions) {
		const outputs: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
		this.getInputData().forEach((item, itemIndex) => {
			let output = outputs[1];
			try {
				if (passes(this, 'conditions', itemIndex)) output = outputs[0];
			} catch (error) {
				if (!this.continueOnFail()) {
					throw new NodeOperationError(this.getNode(), error as Error, { itemIndex });
				}
			}
			output.push({ ...item, pairedItem: item.pairedItem ?? { item: itemIndex } });
		});
		return outputs;
	},
};

/** Turned into text and evaluated by n8n for the canvas and for error outputs: it must stand alone. */
const switchOutputs = (parameters: {
	mode?: string;
	numberOutputs?: number;
	rules?: { values?: Array<{ outputKey?: string }> };
	options?: { fallbackOutput?: string; renameFallbackOutput?: string };
}) => {
	if (parameters.mode === 'expression') {
		return Array.from({ length: parameters.numberOutputs ?? 4 }, (_, index) => ({
			type: 'main',
			displayName: index.toString(),
		}));
	}
	const outputs = (parameters.rules?.values ?? []).map((rule, index) => ({
		type: 'main',
		displayName: rule.outputKey || index.toString(),
	}));
	if (parameters.options?.fallbackOutput === 'extra') {
		outputs.push({
			type: 'main',
			displayName: parameters.options.renameFallbackOutput || 'Fallback',
		});
	}
	return outputs;
};

/** The outputs that an item of a Switch in rules mode goes to. */
function matchingOutputs(context: IExecuteFunctions, itemIndex: number): number[] {
	const rules = context.getNodeParameter('rules.values', itemIndex, []) as unknown[];
	const { fallbackOutput, allMatchingOutputs } = context.getNodeParameter(
		'options',
		itemIndex,
		{},
	) as { fallbackOutput?: string | number; allMatchingOutputs?: boolean };
	const matches: number[] = [];
	for (const index of rules.keys()) {
		if (!passes(context, `rules.values[${index}].conditions`, itemIndex)) continue;
		matches.push(index);
		if (!allMatchingOutputs) return matches;
	}
	if (matches.length > 0 || fallbackOutput === undefined || fallbackOutput === 'none')
		return matches;
	return [fallbackOutput === 'extra' ? rules.length : Number(fallbackOutput)];
}

export const switchNode: INodeType = {
	description: {
		...base('switch', [3, 3.1, 3.2, 3.3, 3.4]),
		outputs: `={{(${switchOutputs.toString()})($parameter)}}`,
		properties: [
			{
				displayName: 'Mode',
				name: 'mode',
				type: 'options',
				options: [
					{ name: 'Rules', value: 'rules' },
					{ name: 'Expression', value: 'expression' },
				],
				default: 'rules',
			},
			{ displayName: 'Outputs', name: 'numberOutputs', type: 'number', default: 4 },
			{ displayName: 'Output Index', name: 'output', type: 'number', default: '={{}}' },
			{
				displayName: 'Routing Rules',
				name: 'rules',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				default: {},
				options: [
					{
						name: 'values',
						displayName: 'Routing Rule',
						values: [
							conditions(3.1, '={{ $nodeVersion >= 3.4 ? 3 : $nodeVersion >= 3.2 ? 2 : 1 }}'),
							{ displayName: 'Rename', name: 'renameOutput', type: 'boolean', default: false },
							{ displayName: 'Name', name: 'outputKey', type: 'string', default: '' },
						],
					},
				],
			},
			loose,
			options([
				{ displayName: 'Fallback', name: 'fallbackOutput', type: 'options', default: 'none' },
				{ displayName: 'Name', name: 'renameFallbackOutput', type: 'string', default: '' },
				{ displayName: 'All', name: 'allMatchingOutputs', type: 'boolean', default: false },
			]),
		],
	} satisfies INodeTypeDescription,
	async execute(this: IExecuteFunctions) {
		const outputs: INodeExecutionData[][] = switchOutputs(
			this.getNode().parameters as Parameters<typeof switchOutputs>[0],
		).map(() => []);
		for (const [itemIndex, item] of this.getInputData().entries()) {
			try {
				const indexes =
					this.getNodeParameter('mode', 0) === 'expression'
						? [Number(this.getNodeParameter('output', itemIndex))]
						: matchingOutputs(this, itemIndex);
				for (const index of indexes) {
					const output = outputs[index];
					if (output === undefined) {
						throw new NodeOperationError(this.getNode(), `The output ${index} is not allowed`, {
							itemIndex,
						});
					}
					output.push({ ...item, pairedItem: { item: itemIndex } });
				}
			} catch (error) {
				if (!this.continueOnFail()) {
					throw new NodeOperationError(this.getNode(), error as Error, { itemIndex });
				}
				outputs[0]?.push({ json: { error: (error as Error).message } });
			}
		}
		return outputs.length > 0 ? outputs : [[]];
	},
};
