/** A sandbox for the engine tests of one file, and the action node run against it. */
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../../../sandbox';
import type { LoggedRequest } from '../../../sandbox/http/requestLog';
import {
	actionNode,
	line,
	startNode,
	runWorkflow,
	type NodeJson,
	type RunOptions,
	type WorkflowRun,
} from '../../support/engine';

/** Limits are wide unless a test is about them. */
const WIDE = { tokenLimit: 100_000, accountLimit: 100_000, channelLimit: 100_000, contacts: 5 };

interface Fixtures extends Record<string, Record<string, string>> {
	channels: Record<string, string>;
}

export interface RunSettings extends RunOptions {
	/** Name of the sandbox's token. */
	token?: string;
	/** Settings of the node itself, such as `onError`. */
	node?: Partial<NodeJson>;
	/** The workflow's time zone. */
	timezone?: string;
}

/** Name of the node under test in its workflow. */
export const NODE = 'Customer Relationship';

/** The service of a test file. */
export class Service {
	sandbox!: RunningSandbox;
	fixtures!: Fixtures;

	/** A request to the control API, `/_sandbox` below it. */
	async control<T = IDataObject>(method: string, path: string, body?: object): Promise<T> {
		const answer = await fetch(`${this.sandbox.controlUrl}${path}`, {
			method,
			...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
		});
		const json = (await answer.json()) as T;
		if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
		return json;
	}

	/** What the service's own app would do: no token, limit, key or fault. */
	async app<T = IDataObject>(method: string, path: string, body?: object): Promise<T> {
		return await this.control<T>(method, `/app${path}`, body);
	}

	/** The requests that the service got since the test began. */
	async requests(): Promise<LoggedRequest[]> {
		return await this.control<LoggedRequest[]>('GET', '/requests');
	}

	/** The only one of those. */
	async request(): Promise<LoggedRequest> {
		const [request, another] = await this.requests();
		if (!request || another)
			throw new Error(`Not one request, but ${(await this.requests()).length}`);
		return request;
	}

	async fault(fault: object): Promise<void> {
		await this.control('POST', '/faults', fault);
	}

	credentials(token = 'manager') {
		const accessToken = this.sandbox.tokens[token];
		if (accessToken === undefined) throw new Error(`No token ${token}`);
		return { customerRelationshipApi: { baseUrl: this.sandbox.baseUrl, accessToken } };
	}

	/** Runs the node behind a start node, for one item unless `inputData` gives others. */
	async run(parameters: IDataObject, settings: RunSettings = {}): Promise<WorkflowRun> {
		const { token, node, timezone, ...options } = settings;
		const workflow = line([
			{ type: startNode, name: 'Start' },
			{ type: actionNode, name: NODE, parameters: parameters as never, ...node },
		]);
		if (timezone !== undefined) workflow.settings = { timezone };
		return await runWorkflow(workflow, {
			credentials: this.credentials(token),
			inputData: [{}],
			...options,
		});
	}

	/** The records that the node put out. Throws what the node failed with. */
	async records(parameters: IDataObject, settings: RunSettings = {}): Promise<IDataObject[]> {
		const run = await this.run(parameters, settings);
		if (run.error) throw run.error;
		return run.json(NODE);
	}

	/** The only record that the node put out. */
	async record(parameters: IDataObject, settings: RunSettings = {}): Promise<IDataObject> {
		const records = await this.records(parameters, settings);
		if (records.length !== 1) throw new Error(`Not one record, but ${records.length}`);
		return records[0] as IDataObject;
	}

	/** What the error output gives for an item that the service or the node refuses. */
	async refusal(parameters: IDataObject, settings: RunSettings = {}): Promise<IDataObject> {
		const node = { onError: 'continueErrorOutput' as const, ...settings.node };
		const run = await this.run(parameters, { ...settings, node });
		const [item, another] = run.items(NODE, 1);
		if (!item || another || run.items(NODE).length > 0) {
			const instead = run.error?.message ?? JSON.stringify(run.json(NODE)).slice(0, 300);
			throw new Error(`Not refused, but: ${instead}`);
		}
		return item.json;
	}
}

/**
 * A sandbox from before the first test of the file, or block, until after its last.
 * @param anew when it is reset: before each test, or once where none changes anything
 */
export function useService(options: Partial<SandboxOptions> = {}, anew = beforeEach): Service {
	const service = new Service();
	beforeAll(async () => {
		service.sandbox = await startSandbox({ ...WIDE, ...options });
		service.fixtures = await service.control<Fixtures>('GET', '/fixtures');
	});
	anew(async () => {
		await service.control('POST', '/reset');
	});
	afterAll(async () => await service.sandbox.stop());
	return service;
}

/** A locator's value as n8n keeps it. */
export const located = (value: unknown, mode: 'id' | 'list' = 'id') =>
	({ __rl: true, mode, value }) as IDataObject;
