/** A stand-in for n8n's Loop Over Items (splitInBatches 3): output 0 is "done", output 1 the loop. */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	IPairedItemData,
	ISourceData,
} from 'n8n-workflow';
import { deepCopy, NodeConnectionTypes } from 'n8n-workflow';

interface LoopState {
	/** Items that no batch has taken yet. */
	items?: INodeExecutionData[];
	/** What the batches brought back. */
	processedItems: INodeExecutionData[];
	/** Where the items first came from: paired items of later batches lead there. */
	sourceData: ISourceData;
	currentRunIndex: number;
	maxRunIndex: number;
	noItemsLeft: boolean;
	done: boolean;
}

/** n8n accepts a number, an object or a list of them; each gets the first input as its source. */
function fromFirstInput(
	pairedItem: INodeExecutionData['pairedItem'],
	sourceOverwrite: ISourceData,
): INodeExecutionData['pairedItem'] {
	if (Array.isArray(pairedItem)) {
		return pairedItem.map((one) => fromFirstInput(one, sourceOverwrite) as IPairedItemData);
	}
	const paired = typeof pairedItem === 'object' ? pairedItem : { item: pairedItem ?? 0 };
	return { ...paired, sourceOverwrite };
}

export const splitInBatches: INodeType = {
	description: {
		displayName: 'Loop Over Items (Split in Batches)',
		name: 'splitInBatches',
		group: ['organization'],
		version: 3,
		description: 'Stands in for n8n-nodes-base.splitInBatches',
		defaults: { name: 'Loop Over Items' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		outputNames: ['done', 'loop'],
		properties: [
			{ displayName: 'Batch Size', name: 'batchSize', type: 'number', default: 1 },
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				options: [{ displayName: 'Reset', name: 'reset', type: 'boolean', default: false }],
			},
		],
	},
	async execute(this: IExecuteFunctions) {
		const arrived = this.getInputData();
		const state = this.getContext('node') as IDataObject & LoopState;
		const batchSize = this.getNodeParameter('batchSize', 0) as number;
		const { reset } = this.getNodeParameter('options', 0, {}) as { reset?: boolean };
		const source = this.getInputSourceData() as ISourceData;

		const starts = state.items === undefined || reset === true;
		if (starts) {
			state.items = [...arrived];
			state.processedItems = [];
			state.sourceData = deepCopy(source);
			state.currentRunIndex = 0;
			state.maxRunIndex = Math.ceil(arrived.length / batchSize);
		} else {
			state.currentRunIndex += 1;
			state.processedItems = state.processedItems.concat(
				arrived.map((item, index) => ({
					...item,
					pairedItem: { item: index, sourceOverwrite: source },
				})),
			);
		}
		const batch = state.items?.splice(0, batchSize) ?? [];
		if (!starts) {
			for (const item of batch) item.pairedItem = fromFirstInput(item.pairedItem, state.sourceData);
		}
		state.noItemsLeft = state.items?.length === 0;
		state.done = batch.length === 0;
		return state.done ? [state.processedItems, []] : [[], batch];
	},
};
