import { LedgerWrite } from '../../../nodes/CustomerRelationship/execution/ledger/ledgerWrite';
import { attemptStateOf } from '../../../nodes/CustomerRelationship/transport/turn';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/cancelled';
import type {
	PreSend,
	RequestOptions,
	Turn,
	PreSendSteps,
} from '../../../nodes/CustomerRelationship/transport/requestOptions';
import type { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { error, lost, ok, page, setUp } from './scriptedClient';
import { reply, start } from './failedAttempts';

interface Hooks {
	check(ask: Turn['ask']): Promise<Error | undefined>;
	prepare?(ask: Turn['ask']): ReturnType<NonNullable<PreSendSteps['beforeWrite']>>;
}

/** What is asked in each turn, with so many requests. */
const asking = (requests: number, { check, prepare }: Hooks): PreSend => ({
	requests,
	inTurn: ({ ask }) => ({
		check: async () => await check(ask),
		...(prepare && { beforeWrite: async () => await prepare(ask) }),
	}),
});

test('messages into a conversation count for its channel once an answer names it', async () => {
	const told = [{ conversation: 'conversation:9', channel: 'channel:' }];
	const { clock, run } = setUp([ok]);
	for (let n = 0; n < 30; n += 1) await run({ ...start, channelsIn: () => told });
	const before = clock.now();
	await run({ ...reply, messageSend: { ...reply.messageSend!, via: 'conversation:8' } });
	expect(clock.now()).toBe(before);
	await run(reply);
	expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
});

describe('a message that must not be sent after a time', () => {
	const OVER = new Error('Over');
	const notAfter = (ms: number) => ({
		reasonNotToSend: (now: number) => (now < ms ? undefined : OVER),
	});

	test('is not sent after it, even if it waited for its turn, and blocks no other', async () => {
		const { clock, sent, run } = setUp([ok]);
		for (let n = 0; n < 30; n += 1) await run(start);
		const end = clock.now() + 30_000;
		await expect(run(start, { ...notAfter(end), key: 'late' })).rejects.toBe(OVER);
		expect(clock.now()).toBeGreaterThan(end);
		await expect(run(start, { ...notAfter(end), key: 'later' })).rejects.toBe(OVER);
		expect(sent).toHaveLength(30);
		// Neither of them takes a slot.
		const before = clock.now();
		for (let n = 0; n < 30; n += 1) await run(start);
		expect(clock.now()).toBe(before);
	});

	test.each([
		['refused by a limit', error('rate_limited', { 'retry-after': '50' })],
		['cut off', lost],
	])('is retried after it once it was sent: %s', async (_, failed) => {
		const { clock, sent, run } = setUp([failed, ok]);
		const end = clock.now() + 100;
		expect(await run(start, notAfter(end))).toMatchObject({ body: { id: '1' } });
		expect(clock.now()).toBeGreaterThan(end);
		expect(sent).toHaveLength(2);
	});
});

describe('a message that is decided by what is read in its turn', () => {
	const contact = { method: 'GET', path: '/contacts' } as const;
	/** Answers that tell how many requests fit into a minute. */
	const within = (limit: number, remaining: number, more: object = {}) => ({
		...ok,
		headers: {
			...{
				'request-id': 'r',
				'ratelimit-limit': `${limit}`,
				'ratelimit-remaining': `${remaining}`,
			},
			...{ 'ratelimit-reset': '60', ...more },
		},
	});
	test('waits until there is room for both, then reads and leaves without another wait', async () => {
		const { sent, run } = setUp([within(3, 0), within(3, 2), within(3, 1)]);
		await run({ method: 'GET', path: '/deals' });
		const message = run(start, {
			preSend: asking(1, { check: async (read) => void (await read(contact)) as undefined }),
		});
		// Another request that came later does not get in between.
		await Promise.all([message, run({ method: 'GET', path: '/pipelines' })]);
		expect(sent.map(({ url }) => url.split('/v1')[1])).toEqual([
			...['/deals', '/contacts', '/conversations', '/pipelines'],
		]);
		const [first, read, sentMessage] = sent;
		expect(read!.at - first!.at).toBeGreaterThanOrEqual(60_000);
		expect(sentMessage!.at).toBe(read!.at);
	});

	test('waits for room for all of its reads, not for the message alone', async () => {
		const { sent, run } = setUp([within(3, 1), within(3, 2)]);
		await run({ method: 'GET', path: '/deals' });
		await run(start, {
			preSend: asking(2, { check: async (read) => void (await read(contact)) as undefined }),
		});
		expect(sent[1]!.at).toBeGreaterThan(0);
	});

	test('gives the room back that it did not need, and its own where it is not sent', async () => {
		const { clock, sent, run } = setUp([within(4, 3)]);
		await run({ method: 'GET', path: '/deals' });
		const over = new Error('Tagged');
		const stopped = run(start, {
			preSend: asking(2, { check: () => Promise.resolve(over) }),
		});
		await expect(stopped).rejects.toBe(over);
		const before = clock.now();
		for (let n = 0; n < 3; n += 1) await run({ method: 'GET', path: '/deals' });
		expect(clock.now()).toBe(before);
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
	});

	test('is not sent where a read fails, or the run has ended meanwhile', async () => {
		const refused = setUp([error('invalid_parameter')]);
		const read = {
			preSend: asking(1, {
				check: async (ask: Turn['ask']) => void (await ask(contact)) as undefined,
			}),
		};
		await expect(refused.run(start, read)).rejects.toMatchObject({ request: contact });
		expect(refused.sent).toHaveLength(1);
		const ended = setUp([() => (ended.cancel.abort(), ok)]);
		await expect(ended.run(start, read)).rejects.toThrow(Cancelled);
		expect(ended.sent).toHaveLength(1);
	});

	test('is repeated after a broken connection without reading again', async () => {
		const { sent, run } = setUp([ok, lost, ok]);
		await run(start, {
			preSend: asking(1, { check: async (ask) => void (await ask(contact)) as undefined }),
		});
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
	});

	/** Makes so many reads. */
	const reading = (count: number) => ({
		preSend: asking(1, {
			check: async (read: Turn['ask']) => {
				for (let n = 0; n < count; n += 1) await read({ ...contact, query: { page: `${n}` } });
				return undefined;
			},
		}),
	});

	test('takes another turn with more room where its reads need that, and reads all anew', async () => {
		const { sent, run } = setUp([ok]);
		await run(start, reading(3));
		expect(sent.map(({ method }) => method)).toEqual([
			...['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'POST'],
		]);
	});

	test('leaves right after its reads, also where others use the rest of a small limit', async () => {
		const { sent, run } = setUp([within(2, 1), within(2, 1), within(2, 0)]);
		await run({ method: 'GET', path: '/deals' });
		await Promise.all([run(start, reading(2)), run({ method: 'GET', path: '/pipelines' })]);
		const message = sent.find(({ method }) => method === 'POST')!;
		expect(message.at).toBe(sent[sent.indexOf(message) - 1]!.at);
		expect(sent.some(({ url }) => url.endsWith('/pipelines'))).toBe(true);
	});

	test('gives its turn back where a read is refused by a limit, and holds up no other request', async () => {
		const limited = error('rate_limited', { 'retry-after': '20', 'ratelimit-remaining': '0' });
		const { sent, run } = setUp([limited, ok]);
		const other = async () => await run({ method: 'GET', path: '/deals' });
		await Promise.all([run(start, reading(1)), other()]);
		const at = (path: string) => sent.filter(({ url }) => url.includes(path)).map((one) => one.at);
		expect(at('/deals')).toEqual([0]);
		expect(at('/contacts')).toEqual([0, 20_000]);
		expect(at('/conversations')).toEqual([20_000]);
	});

	test.each([
		['a read that the service can’t answer', error('api_tokens_disabled'), '/contacts'],
		['a limit', error('rate_limited', { 'retry-after': '10' }), '/conversations'],
	])('fails by the end of its time because of %s', async (_, failed, path) => {
		const { clock, run, sent } = setUp([failed]);
		const before = clock.now();
		const message = run(start, { ...reading(1), maxWaitMs: 20_000 });
		await expect(message).rejects.toMatchObject({ request: { path } });
		expect(clock.now() - before).toBeLessThanOrEqual(20_000);
		expect(sent.every(({ method }) => method === 'GET')).toBe(true);
	});

	test('has one time for all reads, also if their addresses change', async () => {
		const { clock, run } = setUp([ok, error('api_tokens_disabled')]);
		let cursor = 0;
		const before = clock.now();
		const message = run(start, {
			maxWaitMs: 20_000,
			preSend: asking(2, {
				check: async (read) => {
					await read(contact);
					cursor += 1;
					await read({ ...contact, query: { cursor: `${cursor}` } });
					return undefined;
				},
			}),
		});
		await expect(message).rejects.toMatchObject({ request: { path: '/contacts' } });
		expect(clock.now() - before).toBeLessThanOrEqual(20_000);
	});

	test('waits for room as long as it takes once a read that had failed has succeeded', async () => {
		const deals = { method: 'GET', path: '/deals' } as const;
		const { clock, sent, run } = setUp([
			...Array<typeof ok>(117).fill(ok),
			error('api_tokens_disabled'),
			ok,
		]);
		for (let n = 0; n < 117; n += 1) await run(deals);
		const before = clock.now();
		await run(start, {
			maxWaitMs: 20_000,
			preSend: asking(1, {
				check: async (read) => {
					await read(contact);
					// The turn has no room for this one, and the limit has none for a larger turn.
					await read(deals);
					return undefined;
				},
			}),
		});
		expect(clock.now() - before).toBeGreaterThan(40_000);
		expect(sent.at(-1)?.method).toBe('POST');
	});

	test('tells what a read waits for', async () => {
		const { run } = setUp([error('api_tokens_disabled'), ok]);
		const told: string[] = [];
		await run(start, { ...reading(1), onWaiting: (reason) => void told.push(reason) });
		expect(told).toEqual(['the service (api_tokens_disabled)']);
	});

	test('waits until there is room for both where nothing is known of the limit', async () => {
		const { clock, sent, run } = setUp([ok]);
		for (let n = 0; n < 119; n += 1) await run({ method: 'GET', path: '/deals' });
		const before = clock.now();
		await run(start, reading(1));
		expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
		expect(sent).toHaveLength(121);
	});

	test('is not overtaken by later requests that need a single slot', async () => {
		const { sent, run } = setUp([within(2, 1), within(2, 0), within(2, 1), within(2, 0)], 100);
		await run({ method: 'GET', path: '/deals' });
		const message = run(start, reading(1));
		const later = ['/a', '/b', '/c'].map((path) => run({ method: 'GET', path }));
		await Promise.all([message, ...later]);
		const paths = sent.map(({ url }) => url.split('/v1')[1]!.split('?')[0]);
		expect(paths.slice(0, 3)).toEqual(['/deals', '/contacts', '/conversations']);
	});

	test('needs no room for reads once it may have left', async () => {
		const { clock, sent, run } = setUp([within(3, 2), lost, within(3, 1)]);
		const before = clock.now();
		await run(start, reading(1));
		expect(clock.now() - before).toBeLessThan(10_000);
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
	});

	test.each(['rate_limited', 'api_tokens_disabled'])(
		'is decided anew after %s, which says that nothing was done',
		async (code) => {
			const { sent, run } = setUp([ok, error(code, { 'retry-after': '2' }), ok]);
			const tagged = new Error('Tagged');
			let reads = 0;
			const message = run(start, {
				preSend: asking(1, {
					check: async (ask) => {
						await ask(contact);
						return (reads += 1) > 1 ? tagged : undefined;
					},
				}),
			});
			await expect(message).rejects.toBe(tagged);
			expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
		},
	);

	describe('what is done before it leaves', () => {
		const patch = { method: 'PATCH', path: '/contacts/7' } as const;
		const hooks = (key: () => string): Hooks => ({
			check: async (ask) => void (await ask(contact)) as undefined,
			prepare: async (ask) => {
				await ask(patch);
				return new LedgerWrite(key());
			},
		});
		const remembering = (key: () => string) => ({
			write: undefined,
			preSend: asking(2, hooks(key)),
		});
		const keyOf = ({ headers }: { headers: Record<string, string> }) => headers['Idempotency-Key'];

		test('is done once it may leave, and gives it its key', async () => {
			const { sent, run } = setUp([ok]);
			await run(
				start,
				remembering(() => 'of-the-day'),
			);
			expect(sent.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'POST']);
			expect(sent.map(keyOf)).toEqual([undefined, undefined, 'of-the-day']);
		});

		test('is done as the next turn says if it has to be repeated', async () => {
			const { sent, run } = setUp([error('api_tokens_disabled', { 'retry-after': '2' }), ok]);
			const days = ['2026-11-27', '2026-11-28'];
			const preSend = asking(2, {
				check: () => Promise.resolve(undefined),
				prepare: async (ask) => {
					await ask({ ...patch, body: { day: days.shift()! } });
					return new LedgerWrite('k');
				},
			});
			await run(start, { write: undefined, preSend });
			expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'PATCH', 'POST']);
			expect(sent.slice(0, 2).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
				{ day: '2026-11-27' },
				{ day: '2026-11-28' },
			]);
		});

		test('is not done where the message must not leave', async () => {
			const { sent, run } = setUp([ok]);
			const over = new Error('Over');
			const stopped = asking(2, { ...hooks(() => 'k'), check: () => Promise.resolve(over) });
			await expect(run(start, { write: undefined, preSend: stopped })).rejects.toBe(over);
			let time = 0;
			const late = { reasonNotToSend: () => ((time += 1) > 2 ? over : undefined) };
			await expect(run(start, { ...remembering(() => 'k'), ...late })).rejects.toBe(over);
			expect(sent.map(({ method }) => method)).toEqual(['GET']);
		});

		test('is followed by another decision where it took long', async () => {
			const { clock, sent, run } = setUp([ok]);
			const over = new Error('Tagged');
			let reads = 0;
			const message = run(start, {
				preSend: asking(2, {
					check: async (ask) => {
						await ask(contact);
						return (reads += 1) > 1 ? over : undefined;
					},
					prepare: async (ask) => {
						await ask(patch);
						await clock.wait(2_000);
						return undefined;
					},
				}),
			});
			await expect(message).rejects.toBe(over);
			expect(sent.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET']);
		});

		test('has all the time again after a read that failed and is not made again', async () => {
			const deals = { method: 'GET', path: '/deals' } as const;
			const first = Array<typeof ok>(117).fill(ok);
			const { clock, sent, run } = setUp([...first, error('api_tokens_disabled'), ok]);
			for (let n = 0; n < first.length; n += 1) await run(deals);
			const before = clock.now();
			let turns = 0;
			await run(start, {
				maxWaitMs: 20_000,
				preSend: asking(1, {
					check: async (ask) => {
						await ask((turns += 1) === 1 ? contact : deals);
						return undefined;
					},
					prepare: async () => {
						// Too long: the next turn has no room for a minute.
						if (turns === 2) await clock.wait(2_000);
						return undefined;
					},
				}),
			});
			expect(turns).toBe(3);
			expect(clock.now() - before).toBeGreaterThan(40_000);
			expect(sent.at(-1)?.method).toBe('POST');
		});

		test('is repeated with the reads where a limit refuses it, and the newest key counts', async () => {
			const limited = error('rate_limited', { 'retry-after': '2' });
			const { sent, run } = setUp([ok, limited, ok, ok, limited, ok]);
			let keys = 0;
			await run(
				start,
				remembering(() => `key ${(keys += 1)}`),
			);
			expect(sent.map(({ method }) => method)).toEqual([
				...['GET', 'PATCH', 'GET', 'PATCH', 'POST', 'GET', 'PATCH', 'POST'],
			]);
			expect(sent.filter(({ method }) => method === 'POST').map(keyOf)).toEqual(['key 1', 'key 2']);
		});

		test('stops the message where it fails, or the run has ended meanwhile', async () => {
			const refused = setUp([ok, error('permission_denied')]);
			const failed = refused.run(
				start,
				remembering(() => 'k'),
			);
			await expect(failed).rejects.toMatchObject({ request: patch });
			expect(refused.sent).toHaveLength(2);
			const ended = setUp([ok, () => (ended.cancel.abort(), ok)]);
			await expect(
				ended.run(
					start,
					remembering(() => 'k'),
				),
			).rejects.toThrow(Cancelled);
			expect(ended.sent).toHaveLength(2);
		});

		test('a key that may not be sent again stops the message', async () => {
			const { sent, run } = setUp([ok, ok, error('queue_unavailable'), ok]);
			const write = new LedgerWrite('k');
			const options = remembering(() => 'k');
			const same = {
				...options,
				preSend: asking(2, { ...hooks(() => 'k'), prepare: () => Promise.resolve(write) }),
			};
			await expect(run(start, options)).rejects.toMatchObject({ request: start });
			write.keepFailure(new Error('Closed') as RequestFailed, 'closed');
			await expect(run(start, same)).rejects.toThrow('Closed');
			expect(sent.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'POST', 'GET']);
		});
	});

	test('makes no read once the run has ended, and tells that it was not made', async () => {
		const { cancel, run, sent } = setUp([ok]);
		let state: unknown;
		const stopped = run(start, {
			preSend: asking(2, {
				check: async (read) => {
					await read(contact);
					cancel.abort();
					await read(contact).catch((error: unknown) => {
						state = attemptStateOf(error);
						throw error;
					});
					return undefined;
				},
			}),
		});
		await expect(stopped).rejects.toThrow(Cancelled);
		expect(sent).toHaveLength(1);
		expect(state).toBe('not done');
	});

	test('goes on without a decision where another attempt of the write has left meanwhile', async () => {
		const { run, sent, writeOf } = setUp([ok]);
		const stopped = {
			preSend: asking(1, { check: () => Promise.resolve(new Error('No')) }),
		};
		writeOf(start, 'key-1')!.recordStart('{}', 0);
		await run(start, stopped);
		expect(sent.map(({ method }) => method)).toEqual(['POST']);
	});

	test('is not sent where what decides throws, and its room is given back', async () => {
		const { clock, run, sent } = setUp([within(3, 2)]);
		await run({ method: 'GET', path: '/deals' });
		for (const thrown of [new Error('No'), undefined]) {
			const failing = {
				preSend: asking(1, { check: () => Promise.reject(thrown as Error) }),
			};
			await expect(run(start, failing)).rejects.toBe(thrown);
		}
		const before = clock.now();
		for (let n = 0; n < 2; n += 1) await run({ method: 'GET', path: '/deals' });
		expect(clock.now()).toBe(before);
		expect(sent.every(({ method }) => method === 'GET')).toBe(true);
	});
});

describe('a message that must not be sent', () => {
	const OVER = new Error('Over');
	const over = { reasonNotToSend: () => OVER };
	/** An answer that tells of a limit of two requests a minute. */
	const twoAMinute = (remaining: number) => ({
		...ok,
		headers: {
			...{ 'ratelimit-limit': '2', 'ratelimit-remaining': `${remaining}`, 'request-id': 'r' },
			'ratelimit-reset': '60',
		},
	});

	test('does not wait for its turn', async () => {
		const { clock, run } = setUp([ok]);
		for (let n = 0; n < 30; n += 1) await run(start);
		const before = clock.now();
		await expect(run(start, { ...over, key: 'another' })).rejects.toBe(OVER);
		expect(clock.now()).toBe(before);
	});

	test('takes none of the token’s slots where that shows only in its turn', async () => {
		const { clock, run } = setUp([twoAMinute(1), twoAMinute(0), twoAMinute(1), twoAMinute(0)]);
		const read = { method: 'GET', path: '/deals' } as const;
		for (let n = 0; n < 2; n += 1) await run(read);
		const end = clock.now() + 30_000;
		const late = { reasonNotToSend: (now: number) => (now < end ? undefined : OVER) };
		await expect(run(start, late)).rejects.toBe(OVER);
		const before = clock.now();
		for (let n = 0; n < 2; n += 1) await run(read);
		expect(clock.now()).toBe(before);
	});

	test('is retried once it was sent, also if nobody keeps account of the write', async () => {
		const { clock, sent, run } = setUp([lost, ok]);
		const end = clock.now() + 100;
		const reasonNotToSend = (now: number) => (now < end ? undefined : OVER);
		await run(start, { write: undefined, reasonNotToSend });
		expect(sent).toHaveLength(2);
	});
});

describe('a message that reads in its turn', () => {
	const contact = { method: 'GET', path: '/contacts' } as const;

	test('takes as many slots as it makes requests', async () => {
		const { clock, run } = setUp([ok]);
		for (let n = 0; n < 118; n += 1) await run({ method: 'GET', path: '/deals' });
		await run(start, {
			preSend: asking(1, { check: async (read) => void (await read(contact)) as undefined }),
		});
		const before = clock.now();
		await run({ method: 'GET', path: '/deals' });
		expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
	});

	test('gives up when its time is over, though each of its reads has another address', async () => {
		const { clock, sent, run } = setUp([page(404)]);
		const before = clock.now();
		const message = run(start, {
			maxWaitMs: 2_000,
			preSend: asking(1, {
				check: async (read) => {
					if (sent.length > 20) return undefined;
					await read({ ...contact, query: { cursor: `${sent.length}` } });
					return undefined;
				},
			}),
		});
		await expect(message).rejects.toMatchObject({ request: { path: '/contacts' } });
		expect(clock.now() - before).toBeLessThanOrEqual(2_000);
	});
});

test('a thousand messages through one channel take no longer with what is asked in their turn', async () => {
	const MESSAGES = 1_000;
	const minutesOf = async (options: Partial<RequestOptions>) => {
		const requestedAt: number[] = [];
		const sentAt: number[] = [];
		/** Counts a request where the last minute has room for it. */
		const fits = (times: number[], limit: number) => {
			const now = client.clock.now();
			while ((times[0] ?? now) <= now - 60_000) times.shift();
			return times.length < limit && times.push(now) > 0;
		};
		const service = ({ method }: { method: string }) => {
			const isAdmitted = fits(requestedAt, 120) && (method !== 'POST' || fits(sentAt, 30));
			const headers = {
				...{ 'request-id': 'r', 'ratelimit-limit': '120', 'retry-after': '60' },
				'ratelimit-remaining': `${120 - requestedAt.length}`,
				'ratelimit-reset': '60',
			};
			return isAdmitted ? { ...ok, headers } : error('rate_limited', headers);
		};
		const client = setUp([service], 50);
		const began = client.clock.now();
		const left = Array.from({ length: MESSAGES }, (_, n) => `key ${n}`);
		const lanes = Array.from({ length: 5 }, async () => {
			for (let key = left.shift(); key; key = left.shift()) {
				await client.begin(start, { ...options, key });
			}
		});
		await client.clock.finish(Promise.all(lanes));
		expect(client.sent.filter(({ method }) => method === 'POST')).toHaveLength(MESSAGES);
		return (client.clock.now() - began) / 60_000;
	};
	const contact = { method: 'GET', path: '/contacts' } as const;
	const without = await minutesOf({});
	const withRules = await minutesOf({
		preSend: asking(2, {
			check: async (ask) => void (await ask(contact)) as undefined,
			prepare: async (ask) => void (await ask({ ...contact, method: 'PATCH' })) as undefined,
		}),
	});
	expect(without).toBeGreaterThan(MESSAGES / 30 - 2);
	expect(withRules).toBeLessThan(without * 1.01);
});
