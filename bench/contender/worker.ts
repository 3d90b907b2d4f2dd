/** Contenders at work in a process of their own: reads a Task from its argument, prints the samples of each as JSON. */
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow, type WorkflowRun } from '../../test/engine/harness';
import { interleaved } from '../measure/rounds';
import { processTime } from '../trigger/processTime';
import { bareHelperNodes } from './bareHelper';
import { watchMemory } from './memory';
import { nodesOf } from './n8nNodes';
import type { Contender, Sample, Task } from './task';
import { contactIds, undiciLoop } from './undiciLoop';
import { RESULT, workflowOf } from './workflows';

const task = JSON.parse(process.argv[2] ?? '') as Task;
const { job, service } = task;
const nodes = { ...nodesOf(task.n8nModules, task.packageFolder), ...bareHelperNodes };

/** What came of the work: the records, or n8n's record of the execution with all that its nodes put out. */
async function work(contender: Contender, ids: string[]): Promise<WorkflowRun | unknown[]> {
	if (contender === 'undici') return await undiciLoop(job, service, ids);
	const { baseUrl, accessToken } = service;
	return await runWorkflow(workflowOf(contender, job, service), {
		inputData: inputOf(ids),
		nodes,
		credentials: { customerRelationshipApi: { baseUrl, accessToken } },
	});
}

function endOf(result: WorkflowRun | unknown[]): Pick<Sample, 'items' | 'succeeded' | 'why'> {
	if (Array.isArray(result)) return { items: result.length, succeeded: true };
	const succeeded = result.status === 'success';
	return { items: result.items(RESULT).length, succeeded, why: result.error?.message };
}

function inputOf(ids: string[]): IDataObject[] {
	if (job.kind === 'writes') return Array.from({ length: job.count }, (_, index) => ({ index }));
	return job.kind === 'singleGets' ? ids.map((id) => ({ id })) : [{}];
}

async function measured(contender: Contender, ids: string[]): Promise<Sample> {
	const sandboxBefore = processTime(service.pid);
	const memory = watchMemory();
	const began = performance.now();
	const result = await work(contender, ids);
	const ms = performance.now() - began;
	// The result is read after the memory, which is to hold it until then.
	return {
		...{ ms, sandboxMs: processTime(service.pid) - sandboxBefore },
		...memory.stop(),
		...endOf(result),
	};
}

async function main(): Promise<void> {
	const ids = job.kind === 'singleGets' ? await contactIds(service, job.count) : [];
	const once = async (contender: Contender) => await measured(contender, ids);
	await interleaved(task.contenders, task.warmUps, once);
	const samples = await interleaved(task.contenders, task.rounds, once);
	console.log(JSON.stringify([...samples]));
}

void main();
