/** A published workflow with a polling trigger, as one n8n process holds it, and its database row. */
import { inInstance, type LogEntry } from './instance';
import { PollContext } from 'n8n-core';
import {
	deepCopy,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type WorkflowActivateMode,
	Workflow,
} from 'n8n-workflow';
import { additionalDataOf, type Environment } from './additionalData';
import { nodeTypesOf } from './nodeTypes';
import { storedWorkflow } from './workflow';

interface Options extends Environment {
	parameters?: INodeParameters;
	/** Uses n8n's durable cursors: static data is saved with each poll, separately. */
	durable?: boolean;
}

/** The one node is called Trigger. */
export class PollingWorkflow {
	readonly logs: LogEntry[] = [];
	/** Errors that the node had n8n record although the poll continued. */
	readonly errors: Error[] = [];
	/** The saved static data. */
	row: IDataObject = {};
	private workflow!: Workflow;
	private context!: PollContext;

	constructor(
		private readonly nodeType: string,
		private readonly options: Options,
	) {}

	/** Publishes the workflow, or restarts n8n with `init`. @returns the output of the first poll */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<IDataObject[]> {
		this.load(activation);
		const given = await this.run();
		// n8n then saves the static data; with durable cursors it does not.
		if (!this.options.durable || given.length > 0) this.save();
		return given;
	}

	/** Runs a scheduled poll, whose output is saved with it. Rejects with the error that n8n records. */
	async poll(): Promise<IDataObject[]> {
		const { durable } = this.options;
		// With durable cursors n8n reads the row each time.
		if (durable) this.load('update');
		const { workflow } = this;
		const given = await this.run();
		if (durable || given.length > 0) this.save(workflow);
		return given;
	}

	/** The output of "Fetch Test Event". */
	async fetchTestEvent(): Promise<IDataObject[]> {
		this.load('manual');
		const given = await this.run();
		expect(this.workflow.staticData).toEqual(this.row);
		return given;
	}

	/** Kills the process without saving, and starts another. */
	async kill(): Promise<IDataObject[]> {
		return await this.activate('init');
	}

	private save({ staticData } = this.workflow): void {
		this.row = deepCopy(staticData);
	}

	private load(activation: WorkflowActivateMode): void {
		const { options, nodeType } = this;
		const nodeTypes = nodeTypesOf(options);
		const { nodes } = storedWorkflow(
			{
				nodes: [{ type: nodeType, name: 'Trigger', parameters: options.parameters }],
				connections: {},
			},
			options,
		);
		this.workflow = new Workflow({
			...{ id: '1', nodes, connections: {}, active: true, nodeTypes },
			staticData: deepCopy(this.row),
		});
		const mode = activation === 'manual' ? 'manual' : 'trigger';
		this.context = new PollContext(
			this.workflow,
			this.workflow.nodes.Trigger!,
			additionalDataOf(options),
			mode,
			activation,
			() => {},
			(error) => void this.errors.push(error),
			async () => {
				if (options.durable) this.save();
			},
		);
	}

	private async run(): Promise<IDataObject[]> {
		const { context } = this;
		const { poll } = nodeTypesOf(this.options).getByNameAndVersion(this.nodeType) as INodeType;
		const output = await inInstance({ logs: this.logs }, () => poll!.call(context));
		return (output?.[0] ?? []).map(({ json }: INodeExecutionData) => json);
	}
}
