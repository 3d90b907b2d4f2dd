import { sleep } from 'n8n-workflow';
import { activated, closeServers, deliver, event, runsOf, statusOf } from './triggerDeliveries';
import type { Step } from './triggerDeliveries';

afterEach(closeServers);

describe('an event that comes again', () => {
	it('is answered 200 and starts nothing', async () => {
		const server = await activated();
		await deliver(server.url);
		const text = '{"message":"Accepted before: nothing started"}';
		expect(await deliver(server.url)).toEqual({ status: 200, text });
		expect(await statusOf(server.url, { body: { ...event, id: 'evt_2' } })).toBe(200);
		expect(await runsOf(server)).toBe(2);
	});

	it('starts nothing after a restart, either', async () => {
		const server = await activated();
		await deliver(server.url);
		const { staticData } = server;
		await server.close();
		const again = await activated({ staticData });
		expect(await statusOf(again.url)).toBe(200);
		expect(await runsOf(again)).toBe(0);
	});

	it('starts nothing after a restart, although n8n takes what `webhook()` stored for saved', async () => {
		const server = await activated();
		const events = ['evt_1', 'evt_2', 'evt_3'].map((id) => ({ ...event, id }));
		for (const body of events) await deliver(server.url, { body });
		const { staticData } = server;
		await server.close();
		const again = await activated({ staticData });
		for (const body of events) expect(await statusOf(again.url, { body })).toBe(200);
		expect(await runsOf(again)).toBe(0);
	});

	it('runs once when ten come at the same instant', async () => {
		const server = await activated();
		const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(server.url)));
		expect(statuses).toEqual(Array(10).fill(200));
		expect(await runsOf(server)).toBe(1);
	});

	it('is known although others came at the same instant', async () => {
		const server = await activated();
		const many = Array.from({ length: 20 }, (_, index) => ({ ...event, id: `evt_${index}` }));
		await Promise.all(many.map((body) => deliver(server.url, { body })));
		await deliver(server.url, { body: { ...event, id: 'evt_last' } });
		const { staticData } = server;
		await server.close();
		const again = await activated({ staticData });
		for (const body of many) await deliver(again.url, { body });
		expect(await runsOf(again)).toBe(0);
	});

	it('is known although the run wrote static data of its own, which is kept', async () => {
		const step: Step = (context) => {
			const kept = context.getWorkflowStaticData('global');
			kept.count = Number(kept.count ?? 0) + 1;
		};
		const server = await activated({ step });
		await deliver(server.url);
		await runsOf(server);
		await deliver(server.url, { body: { ...event, id: 'evt_2' } });
		await runsOf(server);
		expect(await statusOf(server.url)).toBe(200);
		expect(await runsOf(server)).toBe(2);
		expect(server.staticData.global).toEqual({ count: 2 });
	});

	it('is known after a restart, too, although the run wiped it from the static data', async () => {
		const step: Step = (context) => {
			const { id } = context.getInputData()[0]!.json;
			if (id === event.id) context.getWorkflowStaticData('global').wrote = id;
		};
		const server = await activated({ step });
		await deliver(server.url);
		await runsOf(server);
		await deliver(server.url, { body: { ...event, id: 'evt_2' } });
		await runsOf(server);
		const { staticData } = server;
		await server.close();
		const again = await activated({ staticData });
		expect(await statusOf(again.url)).toBe(200);
		expect(await runsOf(again)).toBe(0);
	});

	it('runs again when duplicates are wanted, and nothing is stored', async () => {
		const parameters = { events: ['*'], options: { skipDuplicates: false } };
		const server = await activated({ parameters });
		await deliver(server.url);
		await deliver(server.url);
		expect(await runsOf(server)).toBe(2);
		expect(server.staticData).toEqual({});
	});

	it('runs again when it has no id', async () => {
		const server = await activated({ parameters: { events: ['*'] } });
		const without = [{}, {}, { id: '' }, { id: null }].map((id) => ({ event: 'x', ...id }));
		for (const body of without) {
			expect(await statusOf(server.url, { body })).toBe(200);
		}
		expect(await runsOf(server)).toBe(4);
	});
});

describe('answering when the workflow has finished', () => {
	const parameters = { events: ['*'], options: { answer: 'whenFinished' } };

	it('says 200 after the run, although its last node has no items', async () => {
		let over = false;
		const step: Step = async () => {
			await sleep(50);
			over = true;
		};
		const server = await activated({ parameters, step });
		expect(await deliver(server.url)).toEqual({ status: 200, text: '' });
		expect(over).toBe(true);
		expect(await statusOf(server.url)).toBe(200);
		expect(await runsOf(server)).toBe(1);
	});

	it('says 500 after a failed run, so that the resend runs', async () => {
		let attempts = 0;
		const step: Step = () => {
			if (++attempts < 3) throw new Error('not yet');
		};
		const server = await activated({ parameters, step });
		const statuses = [];
		for (let delivery = 0; delivery < 5; delivery++) statuses.push(await statusOf(server.url));
		expect(statuses).toEqual([500, 500, 200, 200, 200]);
		expect(await runsOf(server)).toBe(3);
	});

	it('lets a second delivery wait for the first, and take over when that fails', async () => {
		let attempts = 0;
		const step: Step = async () => {
			await sleep(50);
			if (++attempts === 1) throw new Error('not yet');
		};
		const server = await activated({ parameters, step });
		const statuses = await Promise.all([1, 2, 3].map(() => statusOf(server.url)));
		expect(statuses.sort()).toEqual([200, 200, 500]);
		expect(await runsOf(server)).toBe(2);
	});

	it('asks to come back while a run goes on whose caller hung up, and knows how it ended', async () => {
		let end = () => {};
		const step: Step = () => new Promise<void>((resolve) => (end = resolve));
		const server = await activated({ parameters, step });
		await expect(deliver(server.url, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
		const text = '{"message":"Still running: send it again later"}';
		expect(await deliver(server.url)).toEqual({ status: 503, text });
		end();
		await runsOf(server);
		await sleep(20);
		expect(await statusOf(server.url)).toBe(200);
		expect(await runsOf(server)).toBe(1);
	});

	it('leaves alone what the run stored as static data', async () => {
		const step: Step = (context) => {
			context.getWorkflowStaticData('global').cursor = 'moved on';
		};
		const server = await activated({ parameters, step });
		await deliver(server.url);
		expect(server.staticData).toEqual({ global: { cursor: 'moved on' } });
	});

	it('knows the ids from the time when it answered at once', async () => {
		const server = await activated();
		await deliver(server.url);
		const { staticData } = server;
		await server.close();
		const again = await activated({ parameters, staticData });
		expect(await statusOf(again.url)).toBe(200);
		expect(await runsOf(again)).toBe(0);
	});
});

describe('n8n killed in the middle', () => {
	it.each(['beforeExecution', 'beforeStaticData', 'beforeAnswer'] as const)(
		'%s: the resend ends in at least one run',
		async (moment) => {
			const server = await activated();
			server.killAt(moment);
			await expect(deliver(server.url)).rejects.toThrow();
			const before = await runsOf(server);
			const { staticData } = server;
			await server.close();
			const again = await activated({ staticData });
			expect(await statusOf(again.url)).toBe(200);
			expect(before + (await runsOf(again))).toBeGreaterThanOrEqual(1);
		},
	);
});
