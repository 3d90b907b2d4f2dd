/** Runs contenders in a process of their own: reads a Task from its argument and prints the samples of each as JSON. */
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../../test/support/engine';
import { interleaved } from '../report';
import { nodesOf } from './nodes';
import type { Contender, Sample, Task } from './task';
import { workflowOf } from './workflows';

const { job, service, ...task } = JSON.parse(process.argv[2] ?? '') as Task;
const nodes = nodesOf(task.n8nModules);

async function inputOf(): Promise<IDataObject[]> {
	if (job.kind === 'returnAll') return [{}];
	if (job.kind === 'writes') return Array.from({ length: job.count }, (_, index) => ({ index }));
	const items: IDataObject[] = [];
	const headers = { authorization: `Bearer ${service.accessToken}` };
	for (let cursor: string | null = ''; items.length < job.count && cursor !== null;) {
		const query: string = cursor && `&cursor=${cursor}`;
		const page = await fetch(`${service.baseUrl}/contacts?limit=100${query}`, { headers });
		const { data, nextCursor } = (await page.json()) as { data: IDataObject[]; nextCursor: string };
		items.push(...data.map(({ id }) => ({ id })));
		cursor = nextCursor;
	}
	return items.slice(0, job.count);
}

async function main(): Promise<void> {
	const inputData = await inputOf();
	let expected = job.kind === 'returnAll' ? undefined : job.count;
	const work = async (contender: Contender): Promise<Sample> => {
		const began = performance.now();
		const run = await runWorkflow(workflowOf(contender, job, service.baseUrl), {
			...{ inputData, nodes, credentials: { customerRelationshipApi: { ...service } } },
		});
		const ms = performance.now() - began;
		const items = run.items('Result').length;
		expected ??= items;
		const lost = items === expected ? undefined : `${items} items, not ${expected}`;
		return { ms, trouble: run.error?.message ?? lost };
	};
	await interleaved(task.contenders, task.warmUps, work);
	console.log(JSON.stringify([...(await interleaved(task.contenders, task.rounds, work))]));
}

void main();
