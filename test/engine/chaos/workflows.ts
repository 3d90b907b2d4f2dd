/** The workflows that the chaos tests run. Ids of their own make their idempotency keys the same in every run. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	actionNode,
	connect,
	line,
	startNode,
	type NodeJson,
	type WorkflowJson,
} from '../../support/engine';

const start: NodeJson = { type: startNode, name: 'Start' };

/** Whom the item with this number reaches; every number is a mobile phone of its own. */
export const phoneOf = (index: number) => `+55119${String(60_000_000 + index)}`;

/** @param conversations with an open window; the items take turns in writing to them */
export const customers = (count: number, conversations: string[] = []): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		index,
		phone: phoneOf(index),
		conversationId: conversations[index % conversations.length],
	}));

const INDEX = '$("Start").item.json.index';
const located = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** Where deals are made, and where they are moved to. */
export interface Board {
	pipelineId: string;
	stageId: string;
}

/** Writes of every sort, one for each customer. Only the key keeps them from coming twice. */
const writes = ({ pipelineId, stageId }: Board) => ({
	Sends: {
		...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
		...{ templateName: 'boas_vindas', templateLanguage: 'pt_BR' },
		templateParams: { param: [{ value: '={{ "n. " + $json.index }}' }] },
	},
	Companies: {
		...{ resource: 'company', operation: 'create' },
		additionalFields: { legalName: `={{ "Company " + ${INDEX} }}` },
	},
	Deals: {
		...{ resource: 'deal', operation: 'create', title: `={{ "Deal " + ${INDEX} }}` },
		pipelineId: located(pipelineId),
	},
	Moves: {
		...{ resource: 'deal', operation: 'move', dealId: located('={{ $json.id }}') },
		stageId: located(stageId),
	},
	Contacts: { resource: 'contact', operation: 'upsert', name: `={{ "Contact " + ${INDEX} }}` },
	Updates: {
		...{ resource: 'contact', operation: 'update', contactId: located('={{ $json.id }}') },
		updateFields: { tags: `={{ "updated " + ${INDEX} }}` },
	},
	Texts: {
		...{ resource: 'message', operation: 'send', text: `={{ "text " + ${INDEX} }}` },
		conversationId: located('={{ $("Start").item.json.conversationId }}'),
	},
});
type WriteName = keyof ReturnType<typeof writes>;

/** What a test may set of each node. */
export interface Settings {
	node?: Partial<NodeJson>;
	options?: INodeParameters;
}

const nodes = (
	names: readonly WriteName[],
	board: Board,
	{ node, options }: Settings,
): NodeJson[] =>
	names.map((name) => ({
		...{ type: actionNode, name, ...node },
		parameters: {
			...writes(board)[name],
			// More messages than anybody is let send who does not say so.
			options: { parallelRequests: 10, maxMessages: 10_000, ...options },
		},
	}));

/** Sends a template message to each customer's phone. */
export const templateSends = (settings: Settings = {}): WorkflowJson => ({
	...line([start, ...nodes(['Sends'], { pipelineId: '', stageId: '' }, settings)]),
	id: 'template-sends',
});

export const MIXED = ['Companies', 'Deals', 'Moves', 'Contacts', 'Updates', 'Texts'] as const;

/** Makes a company, a deal and a contact for each customer, moves the deal, updates the contact and sends a text. */
export const mixedWrites = (board: Board, settings: Settings = {}): WorkflowJson => ({
	...line([start, ...nodes(MIXED, board, settings)]),
	id: 'mixed-writes',
});

export const SEPARATE = ['Sends', 'Companies', 'Texts'] as const;

/** Starts a conversation, makes a company and sends a text for each customer, whatever became of the others. */
export const separateWrites = (board: Board, settings: Settings = {}): WorkflowJson => ({
	nodes: [start, ...nodes(SEPARATE, board, settings)],
	connections: connect(SEPARATE.map((to) => ({ from: 'Start', to }))),
	id: 'separate-writes',
});
