/** One contender at work in a process of its own: reads a Task from its argument, prints a Measurement. */
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../test/engine/harness';
import { bareHelper, bareHelperNode } from './bareHelper';
import { watchMemory } from './memory';
import { nodesOf } from './n8nNodes';
import type { Job, Measurement, Service, Task } from './task';
import { contactIds, undiciLoop } from './undiciLoop';
import { RESULT, workflowOf } from './workflows';

const WARM_UPS = 2;
const task = JSON.parse(process.argv[2] ?? '') as Task;
const { nodes, credentialTypes } = nodesOf(task.n8nModules, task.packageFolder);

type Ended = Pick<Measurement, 'items' | 'succeeded'> & { why?: string };

async function work(service: Service, ids: string[]): Promise<Ended> {
	const { contender, job } = task;
	if (contender === 'undici') {
		return { items: (await undiciLoop(job, service, ids)).length, succeeded: true };
	}
	const { baseUrl, accessToken } = service;
	const run = await runWorkflow(workflowOf(contender, job, service), {
		mode: 'trigger',
		startNode: 'Start',
		inputData: inputOf(job, ids),
		nodes: { ...nodes, [bareHelperNode]: bareHelper },
		credentialTypes,
		credentials: {
			customerRelationshipApi: { baseUrl, accessToken },
			httpBearerAuth: { token: accessToken },
		},
	});
	const succeeded = run.status === 'success';
	return { items: run.items(RESULT).length, succeeded, why: run.error?.message };
}

function inputOf(job: Job, ids: string[]): IDataObject[] {
	if (job.kind === 'writes') return Array.from({ length: job.count }, (_, index) => ({ index }));
	return job.kind === 'singleGets' ? ids.map((id) => ({ id })) : [{}];
}

async function main(): Promise<void> {
	const { job, service, warmUp } = task;
	const idsAt = async (place: Service) =>
		job.kind === 'singleGets' ? await contactIds(place, job.count) : [];
	if (warmUp) {
		const ids = await idsAt(warmUp);
		for (let time = 0; time < WARM_UPS; time++) await work(warmUp, ids);
	}
	const ids = await idsAt(service);
	const memory = watchMemory();
	const began = performance.now();
	const ended = await work(service, ids);
	const ms = performance.now() - began;
	console.log(JSON.stringify({ ms, ...ended, ...memory.stop() }));
}

void main();
