import { ReadCache } from '../../../nodes/CustomerRelationship/execution/readCache';
import type { Projection } from '../../../nodes/CustomerRelationship/transport/ask';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/cancelled';
import { answered, refusal } from '../resources/requests';

const id: Projection = (body) => ({ id: body.id });
const name: Projection = (body) => ({ name: body.name });
const body = { id: 'a', name: 'Ana' };

function asker(...ends: Array<object | Error>) {
	const reads = new ReadCache();
	let asked = 0;
	return {
		count: () => asked,
		ask: async (cacheAs = id, address = 'x') =>
			await reads.get(cacheAs, address, async () => {
				const end = ends[Math.min(asked++, ends.length - 1)] ?? {};
				if (end instanceof Error) throw end;
				return answered({ ...end });
			}),
	};
}

test('reads once for all callers, concurrent and later, and keeps only the projection', async () => {
	const { ask, count } = asker(body);
	const answers = [...(await Promise.all([ask(), ask()])), await ask()];
	expect(answers.map((one) => one.body)).toEqual([{ id: 'a' }, { id: 'a' }, { id: 'a' }]);
	expect(count()).toBe(1);
});

test('reads again for another address, another projection and another execution', async () => {
	const { ask, count } = asker(body);
	await ask(id, 'x');
	await ask(id, 'y');
	expect((await ask(name, 'x')).body).toEqual({ name: 'Ana' });
	expect(count()).toBe(3);
	expect((await asker(body).ask()).body).toEqual({ id: 'a' });
});

test.each([400, 403, 404])(
	'caches that there is nothing to see, or no such request (%d)',
	async (status) => {
		const failure = refusal(status, 'any');
		const { ask, count } = asker(failure, body);
		const ends = await Promise.allSettled([ask(), ask()]);
		expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected']);
		await expect(ask()).rejects.toBe(failure);
		expect(count()).toBe(1);
	},
);

const noRoom = new RequestFailed({ method: 'GET', path: '/' }, undefined, {
	attempts: 0,
	tookMs: 0,
});

test.each([refusal(503, 'any'), noRoom, new Cancelled()])(
	'does not cache other failures: callers that waited read for themselves',
	async (failure) => {
		const { ask, count } = asker(failure, body);
		const [first, second] = await Promise.allSettled([ask(), ask()]);
		expect(first).toEqual({ status: 'rejected', reason: failure });
		expect(second.status).toBe('fulfilled');
		await ask();
		expect(count()).toBe(2);
	},
);
