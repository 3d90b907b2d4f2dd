import {
	type IAdditionalCredentialOptions,
	type IBinaryKeyData,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type NodeExecutionHint,
} from 'n8n-workflow';

/** What n8n tells a node about its execution, as far as the execution room asks. */
export interface Told {
	installation: string;
	workflow: string | undefined;
	execution: string | undefined;
	/** Its ID, and its name where `name` gives no other. */
	node: string;
	name: string | undefined;
	/** The node's type; n8n puts "Tool" behind it for a node that an AI agent uses. */
	type: string;
	/** Undefined where this version of n8n does not say. */
	isTool: boolean | undefined;
	run: number;
	/** The execution's own data. */
	flow: Record<string, unknown>;
	/** The node's parameters as the workflow holds them. */
	raw: Record<string, unknown>;
	/** What n8n makes of them for each item. */
	items: Array<Record<string, unknown>>;
	/** The binary data of each item. */
	binary: IBinaryKeyData | undefined;
	continueOnFail: boolean;
	signal: AbortSignal | undefined;
	accessToken: string;
	/** The credential of each item, where they differ. */
	tokens: string[];
	/** What an expression yields for an item. */
	evaluate: (expression: string, item: number) => unknown;
	/** The service; what it throws is a broken connection. */
	service: (options: IHttpRequestOptions, accessToken: string) => unknown;
}

const USUAL: Told = {
	...{
		installation: 'i',
		workflow: 'w',
		execution: '7',
		node: 'n',
		name: undefined,
		type: 'crm',
		isTool: undefined,
	},
	...{
		run: 0,
		flow: {},
		raw: {},
		items: [{}],
		binary: undefined,
		continueOnFail: false,
		signal: undefined,
	},
	...{ accessToken: 'example-token', tokens: [] },
	evaluate: () => undefined,
	service: () => Promise.reject(new Error('Nothing was to be sent')),
};

/** A node's context in an execution; what is not given stays as in every other. */
export function contextOf(given: Partial<Told> = {}) {
	const told: Told = { ...USUAL, flow: {}, ...given };
	const hints: NodeExecutionHint[] = [];
	const credentials: Array<[type: string, item: number]> = [];
	const logged: string[] = [];
	const fake = {
		getInstanceId: () => told.installation,
		getWorkflow: () => ({ id: told.workflow }),
		getExecutionId: () => told.execution,
		getNode: () => ({
			...{ id: told.node, name: told.name ?? told.node },
			...{ type: told.type, parameters: told.raw },
		}),
		getContext: (of: string) => (of === 'flow' ? told.flow : {}),
		getWorkflowDataProxy: (item: number) => ({ $runIndex: told.items[item] && told.run }),
		getInputData: () =>
			told.items.map((json) => ({ json, ...(told.binary && { binary: told.binary }) })),
		getNodeParameter: (
			name: string,
			item: number,
			fallback: unknown,
			options?: { rawExpressions?: boolean },
		) => {
			const given = options?.rawExpressions ? told.raw : told.items[item];
			// n8n puts defaults in; the others of the fields at the top are what the code takes nothing for.
			const values: Record<string, unknown> = { oncePerPhone: false, ...given };
			return Object.hasOwn(values, name) ? values[name] : fallback;
		},
		evaluateExpression: (expression: string, item: number) => told.evaluate(expression, item),
		logger: {
			info: (text: string) => logged.push(text),
			warn: (text: string) => logged.push(text),
		},
		getTimezone: () => 'America/Sao_Paulo',
		continueOnFail: () => told.continueOnFail,
		getExecutionCancelSignal: () => told.signal,
		addExecutionHints: (...more: NodeExecutionHint[]) => {
			if (more.length === 0) throw new Error('There is nothing to tell');
			hints.push(...more);
		},
		getCredentials: async (type: string, item: number) => {
			credentials.push([type, item]);
			const accessToken = told.tokens[item] ?? told.accessToken;
			return { baseUrl: 'https://example.com/api/v1', accessToken };
		},
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				options: IHttpRequestOptions,
				more: IAdditionalCredentialOptions,
			) => told.service(options, String(more.credentialsDecrypted?.data?.accessToken)),
		},
		...(told.isTool === undefined ? {} : { isToolExecution: () => told.isTool }),
	};
	return Object.assign(fake as unknown as IExecuteFunctions, { hints, credentials, logged });
}
