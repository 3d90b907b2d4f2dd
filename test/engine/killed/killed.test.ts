/**
 * Workers that are killed at random moments while others run the same workflow, each a process of its own: a kill may cost
 * somebody the message, and never brings a second one. KILLS makes it longer.
 */
import type { IDataObject } from 'n8n-workflow';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { actionNode, connect, startNode } from '../../support/engine';
import { NODE, useService } from '../actionNode/service';
import type { Job } from './worker';

const KILLS = Number(process.env.KILLS ?? 1);
jest.setTimeout(60_000 + KILLS * 20_000);

const service = useService({ contacts: 0 });
const SLOW_MS = 40;

const workers = new Set<ChildProcess>();
afterEach(async () => {
	await Promise.all([...workers].map(kill));
});

async function newWorker(): Promise<ChildProcess> {
	const worker = fork(join(__dirname, 'worker.ts'), { execArgv: ['--import', 'tsx'] });
	workers.add(worker);
	await once(worker, 'message');
	return worker;
}

/** Leaves the process no time for anything. */
async function kill(worker: ChildProcess): Promise<void> {
	workers.delete(worker);
	if (worker.exitCode !== null || worker.signalCode !== null) return;
	worker.kill('SIGKILL');
	await once(worker, 'exit');
}

/** @returns how the run ended; undefined if the worker was killed before */
async function run(worker: ChildProcess, job: Job): Promise<IDataObject | undefined> {
	const ended = Promise.race([
		once(worker, 'message').then(([told]) => told as IDataObject),
		once(worker, 'exit').then(() => undefined),
	]);
	worker.send(job);
	return await ended;
}

/** One workflow for all workers, which writes to these phones. */
function jobFor(phones: readonly string[], given: IDataObject): Job {
	const parameters = {
		...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
		...{ templateName: 'boas_vindas', templateLanguage: 'pt_BR', oncePerPhone: false },
		templateParams: { param: [{ value: '={{ $json.phone }}' }] },
		...given,
	};
	const node = { type: actionNode, name: NODE, id: 'node', parameters: parameters as never };
	return {
		workflow: {
			id: 'workflow',
			nodes: [
				{ type: startNode, name: 'Start' },
				{ ...node, onError: 'continueRegularOutput' },
			],
			connections: connect([{ from: 'Start', to: NODE }]),
		},
		options: {
			...{ credentials: service.credentials(), instanceId: 'instance' },
			inputData: phones.map((phone) => ({ phone })),
		},
	};
}

async function messagesTo(phone: string): Promise<number> {
	const messages = await service.control<Array<{ text: string }>>('GET', '/messages');
	return messages.filter(({ text }) => text.includes(phone)).length;
}

test.each([
	['Days Between', { whoGetsIt: { daysBetween: { rule: { days: 3, rememberIn: 'ultimo' } } } }],
	['Once per Phone', { oncePerPhone: true }],
	// Only its key differs from that of Once per Phone, so it is left to the long run.
	...(KILLS > 1 ? [['Counts As', { oncePerPhone: true, options: { countsAs: 'greeting' } }]] : []),
] as Array<[string, IDataObject]>)(
	'%s: a killed worker costs a message at most',
	async (name, given) => {
		const field = service.fixtures.customFields!.contactText!;
		const rules = JSON.parse(JSON.stringify(given).replace('ultimo', field)) as IDataObject;
		let worker = await newWorker();
		let spare = newWorker();
		const tally = { kills: 0, messages: 0 };
		for (let round = 0; round < KILLS; round += 1) {
			await service.control('POST', '/reset');
			const phones = Array.from({ length: 4 }, (_, n) => `+55119777700${n}${round % 10}`);
			for (const phone of phones) await service.app('POST', '/contacts', { name: 'Ana', phone });
			await service.fault({ kind: 'slow', ms: SLOW_MS, count: 1_000 });
			const job = jobFor(phones, rules);
			const other = await spare;
			if (round + 1 < KILLS) spare = newWorker();
			// Both begin at once, so that one meets what the other has half done.
			const first = run(worker, job);
			const second = run(other, job);
			// A message takes three requests: the kill falls before, between or behind them.
			await pause(SLOW_MS * 16 * ((round * 0.37 + 0.1) % 1));
			await kill(worker);
			if ((await first) === undefined) tally.kills += 1;
			expect(await second).toMatchObject({ status: 'success' });
			const again = await run(other, job);
			expect(again).toMatchObject({ status: 'success' });
			for (const phone of phones) {
				const count = await messagesTo(phone);
				expect([name, phone, count <= 1]).toEqual([name, phone, true]);
				tally.messages += count;
			}
			worker = other;
		}
		expect(tally.kills).toBeGreaterThan(0);
		expect(tally.messages).toBeGreaterThan(0);
	},
);
