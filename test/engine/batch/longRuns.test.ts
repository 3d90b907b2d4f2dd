/** What a long run knows of its channel, and what it leaves behind in Node. */
import { getEventListeners, getMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { located, useService } from '../actionNode/service';
import { actionNode, startNode, line, runWorkflow } from '../../support/engine';
import { answer, numbered, runAgainst, withService } from './setup';

/** Sends of a channel in a minute (specification: Limits). */
const SENDS = 30;

describe('free texts into many conversations of one channel', () => {
	const service = useService({ channelLimit: SENDS });

	test('wait for the channel’s limit instead of being refused, once records told the channel', async () => {
		for (let n = 0; n <= SENDS; n += 1) {
			const { conversationId } = await service.app('POST', '/conversations', {
				phone: `+55119${60_000_000 + n}`,
				template: { name: 'sem_variaveis', language: 'pt_BR' },
			});
			await service.control('POST', '/customer-messages', { conversationId, text: 'Oi' });
			// The templates that open them are of earlier minutes.
			if (n % SENDS === 0) await service.control('POST', '/clock', { advanceMs: 61_000 });
		}
		const workflow = line([
			{ type: startNode, name: 'Start' },
			{
				...{ type: actionNode, name: 'Conversations' },
				parameters: {
					resource: 'conversation',
					operation: 'getAll',
					returnAll: false,
					limit: SENDS + 1,
				},
			},
			{
				...{ type: actionNode, name: 'Texts' },
				parameters: {
					...{ resource: 'message', operation: 'send', text: 'Oi' },
					conversationId: located('={{ $json.id }}') as never,
					options: { parallelRequests: 5 },
				},
			},
		]);
		const cancelling = new AbortController();
		const ended = runWorkflow(workflow, {
			...{ credentials: service.credentials(), inputData: [{}], signal: cancelling.signal },
		});
		const sent = async () => (await service.requests()).filter(({ method }) => method === 'POST');
		const answered = async () => (await sent()).filter(({ status }) => status !== null).length;
		while ((await answered()) < SENDS) await pause(50);
		// Time enough for the one too many to leave, if it does.
		await pause(500);
		cancelling.abort();
		await ended;
		const statuses = (await sent()).map(({ status }) => status);
		expect(statuses).toEqual(Array(SENDS).fill(202));
	});
});

test('many requests at once cause no leak warning of Node’s', async () => {
	// What Node writes to stderr then does not come by here, so its rule is looked at.
	const add = EventTarget.prototype.addEventListener;
	const crowded: string[] = [];
	const spy = jest.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
		this: EventTarget,
		...given
	) {
		add.apply(this, given);
		if (!(this instanceof AbortSignal)) return;
		const [count, most] = [getEventListeners(this, 'abort').length, getMaxListeners(this)];
		if (most > 0 && count > most) crowded.push(`${count} of ${most}`);
	});
	try {
		await withService(
			async () => {
				await pause(50);
				return answer({ id: 'c1', name: 'x' }, 201);
			},
			async ({ url }) => {
				const contact = {
					resource: 'contact',
					operation: 'upsert',
					name: '={{ "Row " + $json.n }}',
				};
				const parallel = { options: { parallelRequests: 30 } };
				const run = await runAgainst(url, { ...contact, ...parallel }, { inputData: numbered(60) });
				expect(run.error).toBeUndefined();
			},
		);
	} finally {
		spy.mockRestore();
	}
	expect(crowded).toEqual([]);
});
