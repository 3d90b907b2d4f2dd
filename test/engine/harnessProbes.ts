/** Small types that the harness's own tests run: an HTTP node, its credential, a trigger. */
import type {
	IAuthenticateGeneric,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	INodeType,
	IWebhookFunctions,
	IWebhookResponseData,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes, NodeOperationError, sleep } from 'n8n-workflow';

export const probeApi: ICredentialType = {
	name: 'probeApi',
	displayName: 'Probe API',
	properties: [
		{ displayName: 'URL', name: 'url', type: 'string', default: '' },
		{ displayName: 'Word', name: 'word', type: 'string', default: 'by default' },
	],
	authenticate: {
		type: 'generic',
		properties: {
			headers: { 'x-word': '={{ $credentials.word }}' },
			qs: { via: 'credential' },
		},
	} as IAuthenticateGeneric,
};

const description = (name: string): INodeType['description'] => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: 'A node of the harness tests',
	defaults: { name },
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: [],
});

/** Calls `path` of the service once an item; a failure is an item's error or the node's. */
const callNode: INodeType = {
	description: {
		...description('call'),
		credentials: [{ name: 'probeApi', required: true }],
		properties: [{ displayName: 'Path', name: 'path', type: 'string', default: '/' }],
	},
	async execute(this: IExecuteFunctions) {
		const output: INodeExecutionData[] = [];
		for (const [item] of this.getInputData().entries()) {
			const { url } = await this.getCredentials<{ url: string }>('probeApi');
			try {
				const json = await this.helpers.httpRequestWithAuthentication.call(this, 'probeApi', {
					url: `${url}${this.getNodeParameter('path', item) as string}`,
					json: true,
				});
				output.push({ json, pairedItem: { item } });
			} catch (error) {
				const wrapped = new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item });
				if (!this.continueOnFail()) throw wrapped;
				output.push({ json: { error: wrapped.message }, pairedItem: { item } });
			}
		}
		return [output];
	},
};

/** Says what it sees of its execution, and shows a hint. */
const seeNode: INodeType = {
	description: description('see'),
	async execute(this: IExecuteFunctions) {
		this.addExecutionHints({ message: 'Look here', location: 'outputPane' });
		this.logger.warn('seen', { items: this.getInputData().length });
		const { calls = 0 } = this.getWorkflowStaticData('node') as { calls?: number };
		Object.assign(this.getWorkflowStaticData('node'), { calls: calls + 1 });
		return [
			this.getInputData().map((_, item) => ({
				json: {
					executionId: this.getExecutionId() ?? null,
					instanceId: this.getInstanceId(),
					runIndex: this.getWorkflowDataProxy(item).$runIndex as number,
					mode: this.getMode(),
				},
				pairedItem: { item },
			})),
		];
	},
};

/** Waits a minute, unless the execution is cancelled. */
const waitNode: INodeType = {
	description: description('wait'),
	async execute(this: IExecuteFunctions) {
		for (const until = Date.now() + 60_000; Date.now() < until; await sleep(10)) {
			if (this.getExecutionCancelSignal()?.aborted) {
				throw new NodeOperationError(this.getNode(), 'Woken up');
			}
		}
		return [this.getInputData()];
	},
};

/** A dropdown that pages and searches over real HTTP, and a plain one. */
export const listNode: INodeType = {
	description: { ...description('list'), credentials: [{ name: 'probeApi', required: true }] },
	methods: {
		listSearch: {
			async find(this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
				const { url } = await this.getCredentials<{ url: string }>('probeApi');
				const board = this.getCurrentNodeParameter('board', { extractValue: true });
				const page = Number(paginationToken ?? 0);
				const { word } = (await this.helpers.httpRequestWithAuthentication.call(this, 'probeApi', {
					url: `${url}/list/${page}`,
					json: true,
				})) as { word: string };
				const results = [{ name: `${String(board)} ${filter ?? '-'} ${word}`, value: page }];
				// A number, as some nodes give it: n8n turns it into text.
				return { results, paginationToken: (page + 1) as unknown as string };
			},
		},
		loadOptions: {
			async colours(this: ILoadOptionsFunctions) {
				return [{ name: 'Red', value: `red-${this.getInstanceId()}` }];
			},
		},
		credentialTest: {
			async probeTest(this: ICredentialTestFunctions, credential: ICredentialsDecrypted) {
				const { url, word } = credential.data as { url: string; word: string };
				const answer = (await this.helpers.request({
					uri: `${url}/test`,
					simple: false,
					resolveWithFullResponse: true,
				})) as { statusCode: number };
				return answer.statusCode === 200
					? { status: 'OK' as const, message: `Fine, ${word}` }
					: { status: 'Error' as const, message: `Status ${answer.statusCode}` };
			},
		},
	},
	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	},
};

/** Does what the call's body asks for, and counts its calls in static data. */
export const hookNode: INodeType = {
	description: {
		...description('hook'),
		group: ['trigger'],
		inputs: [],
		credentials: [{ name: 'probeApi' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: '={{ $parameter["responseMode"] }}',
				responseCode: '={{ $parameter["responseCode"] }}',
				responseData: '={{ $parameter["responseData"] }}',
			},
		],
		properties: [
			{ displayName: 'Mode', name: 'responseMode', type: 'string', default: 'onReceived' },
			{ displayName: 'Code', name: 'responseCode', type: 'number', default: 200 },
			{ displayName: 'Data', name: 'responseData', type: 'string', default: '' },
			{ displayName: 'Refuse', name: 'refuse', type: 'boolean', default: false },
		],
	},
	webhookMethods: {
		default: {
			async checkExists(this: IHookFunctions) {
				return this.getWorkflowStaticData('node').url !== undefined;
			},
			async create(this: IHookFunctions) {
				if (this.getNodeParameter('refuse') === true) {
					throw new NodeOperationError(this.getNode(), 'Not like this');
				}
				const url = this.getNodeWebhookUrl('default');
				Object.assign(this.getWorkflowStaticData('node'), { url, as: this.getActivationMode() });
				this.logger.info(`created ${this.getMode()} ${this.getActivationMode()} ${url}`);
				return true;
			},
			async delete(this: IHookFunctions) {
				delete this.getWorkflowStaticData('node').url;
				this.logger.info(`deleted ${this.getMode()} ${this.getActivationMode()}`);
				return true;
			},
		},
	},
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const request = this.getRequestObject();
		const response = this.getResponseObject();
		const state = this.getWorkflowStaticData('node') as { calls?: number };
		state.calls = (state.calls ?? 0) + 1;
		const { word } = await this.getCredentials<{ word: string }>('probeApi');
		const seen = {
			body: request.body as IDataObject,
			bytes: request.rawBody.toString('latin1'),
			type: request.headers['content-type'],
			calls: state.calls,
			mode: this.getMode(),
			word,
		};
		const { do: what } = this.getQueryData() as { do?: string };
		if (what === 'refuse') {
			response.status(401).json({ refused: true });
			return { noWebhookResponse: true };
		}
		if (what === 'ignore') return { webhookResponse: 'ignored' };
		if (what === 'throw') throw new Error('webhook failed');
		if (what === 'insist') {
			const { calls } = state;
			void sleep(0).then(() => (state.calls = calls));
		}
		return { workflowData: [[{ json: seen }]] };
	},
};

export const probes = {
	nodes: {
		'test.call': callNode,
		'test.see': seeNode,
		'test.wait': waitNode,
		'test.list': listNode,
		'test.hook': hookNode,
	},
	credentialTypes: [probeApi],
};
