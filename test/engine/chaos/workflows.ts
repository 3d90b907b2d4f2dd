/** The workflows that the chaos tests run, and what the sandbox must hold after them. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { actionNode, line, type NodeJson, type WorkflowJson } from '../harness';

const start: NodeJson = { type: 'n8n-nodes-base.manualTrigger', name: 'Start' };

/** Whom the item with this number reaches; every number is a mobile phone of its own. */
export const phoneOf = (index: number) => `+55119${String(60_000_000 + index)}`;

export const customers = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ index, phone: phoneOf(index) }));

/** Sends a template message to each item's phone. */
export const templateSends = (
	node: Partial<NodeJson> = {},
	id?: string,
	options: INodeParameters = { parallelRequests: 10 },
): WorkflowJson => ({
	...line([
		start,
		{
			type: actionNode,
			name: 'Send',
			parameters: {
				resource: 'conversation',
				operation: 'start',
				phone: '={{ $json.phone }}',
				templateName: 'boas_vindas',
				templateLanguage: 'pt_BR',
				templateParams: { param: [{ value: '={{ "n. " + $json.index }}' }] },
				options,
			},
			...node,
		},
	]),
	...(id !== undefined && { id }),
});

/** Creates a company, a deal and a contact for each item. Only the key keeps them from coming twice. */
export const mixedWrites = (pipelineId: string): WorkflowJson => {
	const write = (name: string, parameters: INodeParameters): NodeJson => ({
		type: actionNode,
		name,
		onError: 'continueRegularOutput',
		parameters: { ...parameters, options: { parallelRequests: 10 } },
	});
	return line([
		start,
		write('Companies', {
			resource: 'company',
			operation: 'create',
			additionalFields: { legalName: `={{ "Company " + ${INDEX} }}` },
		}),
		write('Deals', {
			resource: 'deal',
			operation: 'create',
			title: `={{ "Deal " + ${INDEX} }}`,
			pipelineId: { __rl: true, mode: 'id', value: pipelineId },
		}),
		write('Contacts', {
			resource: 'contact',
			operation: 'upsert',
			name: `={{ "Contact " + ${INDEX} }}`,
		}),
	]);
};

const INDEX = '$("Start").item.json.index';
