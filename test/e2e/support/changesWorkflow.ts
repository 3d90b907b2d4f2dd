import { waitUntil } from '../../../playground/waitUntil';
import type { RealN8n } from './realN8n';
import { account, PACKAGE, workflowOf } from './workflow';

const TRIGGER = 'Changes';
/** Long enough for two polls a minute apart and their executions. */
export const TOLD_MS = 200_000;

/** A change as the workflow received it. */
export interface Told {
	event: string;
	id: string;
	data: { id: string; status: string };
}

interface StoredWorkflow {
	versionId: string;
	nodes: Array<{ name: string; parameters: Record<string, unknown> }>;
	connections: object;
}

/** A published workflow that starts with the changes trigger. */
export class ChangesWorkflow {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly id: string,
	) {}

	/** @param pollTimes as n8n stores them */
	static async publish(
		n8n: RealN8n,
		events: string[],
		pollTimes: object[],
	): Promise<ChangesWorkflow> {
		const nodes = [
			{
				...{ name: TRIGGER, type: `${PACKAGE}.customerRelationshipChangesTrigger` },
				parameters: { events, pollTimes: { item: pollTimes } },
				credentials: await account(n8n),
			},
			{ name: 'Step', type: 'n8n-nodes-base.noOp' },
		];
		const id = await workflowOf(n8n, nodes, [[TRIGGER, 'Step']]);
		await n8n.rest.activate(id);
		return new ChangesWorkflow(n8n, id);
	}

	async unpublish(): Promise<void> {
		await this.n8n.rest.deactivate(this.id);
	}

	/** Changes the node's events. */
	async choose(events: string[]): Promise<void> {
		const path = `/workflows/${this.id}`;
		const { versionId, nodes, connections } = await this.n8n.rest.get<StoredWorkflow>(path);
		for (const { name, parameters } of nodes) if (name === TRIGGER) parameters.events = events;
		await this.n8n.rest.send('PATCH', path, { versionId, nodes, connections });
		await this.n8n.rest.activate(this.id);
	}

	/** Every change that an execution was started with, repeated as often as that happened. */
	async told(): Promise<Told[]> {
		const executions = await this.n8n.executionsNow(this.id);
		const told = executions.map(async ({ id }) => {
			const { resultData, executionData } = await this.n8n.recordOf(id);
			// A killed execution still has the items that it was to start with.
			const [crashed] = executionData?.nodeExecutionStack ?? [];
			const [run] = resultData.runData[TRIGGER] ?? [];
			const items = (crashed ?? run)?.data?.main[0] ?? [];
			return items.map(({ json }) => json as Told).filter(({ event }) => event !== undefined);
		});
		return (await Promise.all(told)).flat();
	}

	/** The number of executions, failed polls included. */
	async statuses(): Promise<string[]> {
		return (await this.n8n.executionsNow(this.id)).map(({ status }) => status);
	}

	/** Waits until all of these were emitted, as `deal.won deal-id`. */
	async tells(expected: ReadonlySet<string>): Promise<Told[]> {
		return await waitUntil(
			'every change to be told',
			TOLD_MS,
			async () => {
				const told = await this.told();
				const seen = new Set(told.map(({ event, data }) => `${event} ${data.id}`));
				const missing = [...expected].filter((change) => !seen.has(change));
				if (missing.length > 0) throw new Error(`${missing.length} are missing: ${missing[0]}`);
				return told;
			},
			500,
		);
	}
}
