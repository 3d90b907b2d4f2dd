/** One contender at work in a process of its own: reads a Task from its argument, prints a Measurement. */
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../test/engine/harness';
import { bareHelperNodes } from './bareHelper';
import { watchMemory } from './memory';
import { nodesOf } from './n8nNodes';
import type { Job, Measurement, Service, Task } from './task';
import { contactIds, undiciLoop } from './undiciLoop';
import { RESULT, workflowOf } from './workflows';

const WARM_UPS = 2;
const task = JSON.parse(process.argv[2] ?? '') as Task;
const nodes = { ...nodesOf(task.n8nModules, task.packageFolder), ...bareHelperNodes };

/** What came of the work: the records, or n8n's record of the execution with all that its nodes put out. */
async function work(service: Service, ids: string[]): Promise<WorkflowRun | unknown[]> {
	const { contender, job } = task;
	if (contender === 'undici') return await undiciLoop(job, service, ids);
	const { baseUrl, accessToken } = service;
	return await runWorkflow(workflowOf(contender, job, service), {
		inputData: inputOf(job, ids),
		nodes,
		credentials: { customerRelationshipApi: { baseUrl, accessToken } },
	});
}

function endOf(result: WorkflowRun | unknown[]): Pick<Measurement, 'items' | 'succeeded' | 'why'> {
	if (Array.isArray(result)) return { items: result.length, succeeded: true };
	const succeeded = result.status === 'success';
	return { items: result.items(RESULT).length, succeeded, why: result.error?.message };
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
	const result = await work(service, ids);
	const ms = performance.now() - began;
	// The result is read after the memory, which is to hold it until then.
	const measurement: Measurement = { ms, ...memory.stop(), ...endOf(result) };
	console.log(JSON.stringify(measurement));
}

void main();
