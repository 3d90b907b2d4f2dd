import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IPollFunctions,
} from 'n8n-workflow';
import { pollChanges } from '../../../nodes/CustomerRelationship/changes/poll';
import { InMemoryService } from './inMemoryService';

export const MINUTE = 60_000;
let tokens = 0;

export interface NodeSetup {
	parameters?: Record<string, unknown>;
	mode?: string;
	activation?: string;
	budgetMs?: number;
	workflowId?: string;
	nodeName?: string;
}

/** A changes trigger that polls an in-memory service; time passes by `takes`, or as a test sets it. */
export class PollingNode {
	service = new InMemoryService();
	staticData: IDataObject = {};
	readonly asked: IHttpRequestOptions[] = [];
	readonly recorded: Error[] = [];
	readonly warnings: string[] = [];
	/** How many ms a request takes. */
	takes = 0;
	/** How many ms the node's clock is ahead of the service's. */
	aheadMs = 0;
	/** Headers of every answer. */
	headers: Record<string, string> = {};
	/** Delays each response until it resolves. */
	holds?: Promise<void>;
	/** How often the node committed its state. */
	commits = 0;
	/** The error code of a request that fails. */
	fails: (path: string) => string | undefined = () => undefined;
	token = `token-${(tokens += 1)}`;
	private context: IPollFunctions;

	constructor(private readonly given: NodeSetup = {}) {
		this.service.pageSize = 100;
		jest.spyOn(Date, 'now').mockImplementation(() => this.service.now + this.aheadMs);
		jest.spyOn(performance, 'now').mockImplementation(() => this.service.now);
		this.context = this.contextOf(given);
	}

	/** Polls first, as n8n does when the workflow is published or n8n starts. */
	async activate(given: NodeSetup = {}): Promise<IDataObject[] | null> {
		this.context = this.contextOf({ ...this.given, ...given });
		return await this.poll();
	}

	/** Sets other parameters, as an edit of the workflow does; the next poll is the first after it. */
	edit(parameters: Record<string, unknown>): void {
		Object.assign(this.given, { parameters: { ...this.given.parameters, ...parameters } });
		this.context = this.contextOf({ ...this.given, activation: 'update' });
	}

	async poll(): Promise<IDataObject[] | null> {
		const output = await pollChanges(this.context);
		return output && output.flat().map(({ json }) => json);
	}

	async failure(): Promise<Error & { description?: string }> {
		return await this.poll().then(
			() => new Error('It did not fail'),
			(error: Error) => error,
		);
	}

	get paths(): string[] {
		return this.asked.map(({ url }) => url.replace(/^.*\/api\/v1/, ''));
	}

	private contextOf({
		parameters = {},
		mode = 'trigger',
		activation = 'activate',
		budgetMs,
		workflowId = 'w1',
		nodeName = 'Changes',
	}: NodeSetup): IPollFunctions {
		const all: Record<string, unknown> = { events: ['deal.won', 'deal.updated'], ...parameters };
		const ask = async (options: IHttpRequestOptions) => {
			this.asked.push(options);
			await this.holds;
			const { pathname, searchParams } = new URL(options.url);
			const path = pathname.replace('/api/v1', '');
			const code = this.fails(path);
			this.service.now += this.takes;
			if (code) {
				const error = { type: 'invalid_request_error', code, message: 'No' };
				return { statusCode: 400, headers: {}, body: { error } };
			}
			const query = Object.fromEntries(searchParams);
			const request = { method: options.method as 'GET', path, query };
			const { body, servedAt } = this.service.answer(request);
			const headers: Record<string, string> = { 'request-id': 'req_1', ...this.headers };
			if (servedAt !== undefined) headers.date = new Date(servedAt).toUTCString();
			return { statusCode: 200, headers, body };
		};
		const context = {
			getNodeParameter: (name: string, fallback: unknown) => all[name] ?? fallback,
			getTimezone: () => 'America/Sao_Paulo',
			getMode: () => mode,
			getActivationMode: () => activation,
			getWorkflow: () => ({ id: workflowId }),
			getNode: () => ({ id: 'n1', name: nodeName, type: 'changes', parameters: {} }),
			getWorkflowStaticData: (type: string) => {
				if (type !== 'node') throw new Error(`Not its own: ${type}`);
				return this.staticData;
			},
			getCredentials: () =>
				Promise.resolve({ baseUrl: 'https://example.com/api/v1', accessToken: this.token }),
			helpers: {
				async httpRequestWithAuthentication(
					this: IExecuteFunctions,
					_type: string,
					options: IHttpRequestOptions,
				) {
					// As n8n does.
					options.abortSignal = this.getExecutionCancelSignal();
					return await ask(options);
				},
			},
			logger: { warn: (text: string) => this.warnings.push(text) },
			__emitError: (error: Error) => this.recorded.push(error),
			__commitCursor: () => void (this.commits += 1),
			...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
		};
		return context as unknown as IPollFunctions;
	}
}

afterEach(() => jest.restoreAllMocks());

/** All events of a list. */
export const EVENTS: Record<string, string[]> = {
	deals: ['deal.created', 'deal.moved', 'deal.won', 'deal.lost', 'deal.updated'],
	companies: ['company.created', 'company.updated', 'company.deactivated'],
	contacts: ['contact.created', 'contact.updated'],
};
/** A new deal. */
export const open = { status: 'open', stageId: 's1', pipelineId: 'p1', ownerId: 'u1' };
/** Event and record ID of each item. */
export const ids = (items: IDataObject[] | null) =>
	items && items.map(({ event, data }) => `${String(event)} ${String((data as IDataObject).id)}`);

/** A node that has scanned the service's deals. */
export async function watching(deals = 1, given: NodeSetup = {}) {
	const node = new PollingNode(given);
	for (let count = 0; count < deals; count += 1) node.service.create('deals', open);
	node.service.now += 10 * MINUTE;
	expect(await node.poll()).toBeNull();
	node.asked.length = 0;
	node.service.now += MINUTE;
	return node;
}

/** A node that emits all events of one list, which it has scanned. */
export async function watchingAll(path: string, records: IDataObject[]) {
	const node = new PollingNode({ parameters: { events: EVENTS[path] } });
	const { service } = node;
	const known = records.map((record) => service.create(path, record).id);
	service.now += 10 * MINUTE;
	expect(await node.poll()).toBeNull();
	node.asked.length = 0;
	return {
		node,
		service,
		known,
		/** Polls a minute later. @returns the items, oldest records first */
		poll: async () => {
			service.now += MINUTE;
			return ((await node.poll()) ?? []) as EmittedItem[];
		},
	};
}

/** An item that the node emits. */
export interface EmittedItem extends IDataObject {
	event: string;
	id: string;
	data: IDataObject;
	previous: IDataObject | null;
}
