import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n tells a node about its execution, as far as the execution room asks. */
export interface Told {
	installation: string;
	workflow: string | undefined;
	execution: string | undefined;
	node: string;
	/** The node's type; n8n puts "Tool" behind it for a node that an AI agent uses. */
	type: string;
	/** Undefined where this version of n8n does not say. */
	isTool: boolean | undefined;
	run: number;
	/** The execution's own data. */
	flow: Record<string, unknown>;
	/** The node's parameters as the workflow holds them, and as n8n resolves them. */
	raw: Record<string, unknown>;
	parameters: Record<string, unknown>;
}

/** A node's context in an execution; what is not given stays as in every other. */
export function contextOf(told: Partial<Told> = {}): IExecuteFunctions {
	const {
		installation,
		workflow,
		execution,
		node,
		type,
		isTool,
		run,
		flow,
		raw,
		parameters,
	}: Told = {
		...{ installation: 'i', workflow: 'w', execution: '7', node: 'n', type: 'crm', run: 0 },
		...{ isTool: undefined, flow: {}, raw: {}, parameters: {}, ...told },
	};
	const context = {
		getInstanceId: () => installation,
		getWorkflow: () => ({ id: workflow }),
		getExecutionId: () => execution,
		getNode: () => ({ id: node, type, parameters: raw }),
		getContext: (of: string) => (of === 'flow' ? flow : {}),
		getWorkflowDataProxy: (item: number) => ({ $runIndex: item >= 0 ? run : undefined }),
		getNodeParameter: (name: string, _item: number, fallback: unknown) =>
			name in parameters ? parameters[name] : fallback,
		getTimezone: () => 'America/Sao_Paulo',
		...(isTool === undefined ? {} : { isToolExecution: () => isTool }),
	};
	return context as unknown as IExecuteFunctions;
}
