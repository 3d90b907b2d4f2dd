/** One contender watches the deals of an account, in a process of its own: reads a ChangesTask from its argument, prints a ChangesMeasurement. */
import { subscribe } from 'node:diagnostics_channel';
import type { IDataObject } from 'n8n-workflow';
import { PollingWorkflow, changesNode, runWorkflow } from '../../test/engine/harness';
import {
	LOOK_BACK_SECONDS,
	type ChangesMeasurement,
	type ChangesTask,
	type Look,
} from './changesTask';
import { inLanes } from './bareHelper';
import { nodesOf } from './n8nNodes';
import { bytesRemembered, rememberInProcess } from './rememberedValues';
import { RESULT, handBuiltWatch } from './workflows';

const IDLE_LOOKS = 5;
/** Moves at once: the first is to be recent when the last is done. */
const LANES = 10;
const task = JSON.parse(process.argv[2] ?? '') as ChangesTask;
const { service } = task;
const environment = {
	nodes: nodesOf(task.n8nModules, task.packageFolder),
	credentials: { customerRelationshipApi: { ...service } },
};

/** By Node's own http, which n8n's helpers use. */
let requests = 0;
subscribe('http.client.request.start', () => {
	requests += 1;
});

async function measured(work: () => Promise<number>): Promise<Look> {
	const before = requests;
	const began = performance.now();
	const told = await work();
	return { told, ms: performance.now() - began, requests: requests - before };
}

/** A way to watch deals being moved. */
interface Watch {
	/** What is there is no change. */
	begin(): Promise<number>;
	/** @returns how many changes are told */
	look(): Promise<number>;
	/** What is remembered, in bytes. */
	bytes(): number;
}

function ours(): Watch {
	const polling = new PollingWorkflow(changesNode, {
		...environment,
		parameters: {
			events: ['deal.created', 'deal.moved'],
			options: { overlapSeconds: LOOK_BACK_SECONDS },
		},
		// What is remembered is kept with each poll.
		durable: true,
	});
	const isReading = () => !JSON.stringify(polling.row).includes('"since"');
	return {
		begin: async () => {
			let told = (await polling.activate()).length;
			while (isReading()) told += (await polling.poll()).length;
			return told;
		},
		look: async () => (await polling.poll()).length,
		bytes: () => JSON.stringify(polling.row).length,
	};
}

function handBuilt(): Watch {
	rememberInProcess();
	const run = async (lookBackSeconds?: number): Promise<IDataObject[]> => {
		const done = await runWorkflow(handBuiltWatch(service, lookBackSeconds), environment);
		if (done.error) throw done.error;
		return done.json(RESULT);
	};
	return {
		// Its author throws away what the first run gives out.
		begin: async () => (await run(), 0),
		look: async () => (await run(LOOK_BACK_SECONDS)).length,
		bytes: bytesRemembered,
	};
}

async function move(deals: string[], stageId: string): Promise<void> {
	const headers = {
		authorization: `Bearer ${service.accessToken}`,
		'content-type': 'application/json',
	};
	const body = JSON.stringify({ stageId });
	await inLanes(deals.length, LANES, async (index) => {
		const url = `${service.baseUrl}/deals/${deals[index]}/move`;
		const answer = await fetch(url, { method: 'POST', headers, body });
		if (!answer.ok) throw new Error(`A move was answered ${answer.status}`);
		await answer.arrayBuffer();
	});
}

async function main(): Promise<void> {
	const watch = task.contender === 'this node' ? ours() : handBuilt();
	const begin = await measured(watch.begin);
	const idle: Look[] = [];
	for (let time = 0; time < IDLE_LOOKS; time++) idle.push(await measured(watch.look));
	await move(task.move, task.toStage);
	const changed = await measured(watch.look);
	const measurement: ChangesMeasurement = { begin, idle, changed, bytes: watch.bytes() };
	console.log(JSON.stringify(measurement));
}

void main();
