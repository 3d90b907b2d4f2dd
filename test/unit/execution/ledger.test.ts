import type { IHttpRequestOptions } from 'n8n-workflow';
import {
	ItemLedgerEntry,
	runReportOf,
} from '../../../nodes/CustomerRelationship/execution/ledger/ledgerEntry';
import type { LedgerWrite } from '../../../nodes/CustomerRelationship/execution/ledger/ledgerWrite';
import { answer, cut, deal, execution, held, pending, refusal, settled, start } from './execution';

/** The same run of a node, as often as n8n's Retry On Fail wants it. */
function tries(given: object = {}) {
	const same = { flow: {}, accessToken: `tries-${(count += 1)}`, ...given };
	return (
		items: object[],
		service?: (options: IHttpRequestOptions) => unknown,
		more: object = {},
	) => execution({ ...same, ...more, items: items as never, service });
}
let count = 0;

const key = (idempotencyKey: string) => ({ options: { idempotencyKey, maxWaitSeconds: 0 } });
/** A refusal that the service keeps for no key. */
const refused = ({ url }: IHttpRequestOptions) =>
	url.includes('/b/') ? refusal(401, 'invalid_api_token') : undefined;
const failure = () => refusal(500, 'internal_error');

describe('an item that an earlier try carried out', () => {
	test('is not asked for again, whatever its input is now, and comes out as it did', async () => {
		const again = tries();
		const first = again([deal('win', 'a', key('1')), deal('win', 'b')], refused);
		await first.failure();
		const second = again([deal('win', '', key('2')), deal('win', 'b')]);
		expect(await second.output).toEqual([
			{ json: { id: 'win' }, pairedItem: { item: 0 } },
			{ json: { id: 'win' }, pairedItem: { item: 1 } },
		]);
		expect(second.lines()).toEqual(['POST /deals/b/win']);
	});

	test('does not come out as failed where n8n tries again because the first item did', async () => {
		const again = tries({ continueOnFail: true });
		const items = [deal('win', 'b'), deal('win', 'a')];
		await again(items, refused).output;
		const { output, lines } = again(items, failure);
		expect(await output).toMatchObject([
			{ json: { details: { code: 'internal_error' } } },
			{ json: { id: 'win' } },
		]);
		expect(lines()).toEqual(['POST /deals/b/win']);
	});

	test('neither is another, of which the service has stored the refusal', async () => {
		const again = tries();
		const items = [deal('win', 'b')];
		const stored = () => refusal(404, 'resource_not_found');
		const first = await again(items, stored).failure();
		const second = again(items);
		expect(await second.failure()).toMatchObject({
			...{ message: first.message, context: { data: { notCarriedOut: [0] } } },
		});
		expect(second.asked).toEqual([]);
	});

	test('is done again in another run of the node, or another execution, and nowhere else', async () => {
		const again = tries();
		const items = [deal('win', 'a')];
		await again(items).output;
		for (const [more, times] of [
			[{}, 0],
			[{ run: 1 }, 1],
			[{ node: 'another' }, 1],
			// As in workflows whose JSON was edited: with the ID of the first.
			[{ name: 'copy' }, 1],
			[{ flow: {} }, 1],
		] as const) {
			const { output, asked } = again(items, undefined, more);
			expect(await output).toHaveLength(1);
			expect(asked).toHaveLength(times);
		}
	});

	test('is told of as it was', async () => {
		const again = tries({ continueOnFail: true });
		const wait = { waitForOutcome: 1, maxWaitSeconds: 0 };
		const items = [deal('win', 'b'), start({ options: wait })];
		const replayed = { 'request-id': 'r', 'idempotent-replayed': 'true' };
		const service = (options: IHttpRequestOptions) =>
			refused(options) ??
			(options.method === 'GET'
				? refusal(403, 'permission_denied')
				: { ...answer(pending, 202), headers: replayed });
		const first = again(items, service);
		await first.output;
		const second = again(items, service);
		await second.output;
		expect(second.lines()).toEqual(['POST /deals/b/win']);
		expect(first.context.hints).toHaveLength(2);
		expect(second.context.hints).toEqual(first.context.hints);
	});

	test.each([
		['is not written again', false, []],
		['goes out again as a tool’s call, with its key', true, ['POST /conversations']],
	])('though it was stopped before it came out, %s', async (_, isTool, written) => {
		const again = tries({ isTool });
		const options = { waitForOutcome: 3, parallelRequests: 2 };
		const items = [start({ options }), start({ phone: '11987654322', options })];
		const fails = ({ body: sent, method }: IHttpRequestOptions) =>
			method === 'POST' && String(sent).includes('22')
				? refusal(404, 'resource_not_found')
				: answer(pending, 202);
		expect((await again(items, fails).failure()).context.data).toMatchObject({
			...{ carriedOut: [0], notCarriedOut: [1], output: [pending] },
		});
		const second = again(items.slice(0, 1), ({ method }) =>
			answer(method === 'POST' ? pending : { ...pending.message, status: 'sent' }),
		);
		expect(await second.output).toMatchObject([{ json: { message: { status: 'sent' } } }]);
		expect(second.lines()).toEqual([...written, 'GET /conversations/k/messages/m']);
	});

	test('is looked at again where a tool’s call comes again: something else may have been written since', async () => {
		const again = tries({ isTool: true });
		const tag = (addTags: string) => deal('update', 'a', { updateFields: { addTags } });
		const untagged = ({ method }: IHttpRequestOptions) =>
			method === 'GET' ? answer({ id: 'a', tags: [] }) : undefined;
		for (const tags of ['vip', 'new', 'vip']) {
			const { output, lines } = again([tag(tags)], untagged);
			await output;
			expect(lines()[0]).toBe('GET /deals/a');
		}
	});
});

describe('a key of the user’s that changes from try to try', () => {
	const sentKeys = ({ asked }: ReturnType<typeof execution>) =>
		asked.map(({ headers }) => headers?.['Idempotency-Key']);

	test.each([
		['one of the user’s', 'k1', 'k2', 'k1'],
		['none', '', 'k2', expect.stringMatching(/^(?!k2).{8}/)],
		['one that is gone', 'k1', '', 'k1'],
	])('stays the first with which a message may have left: %s', async (_, one, two, used) => {
		const again = tries();
		const first = again([start(key(one))], cut);
		await first.failure();
		const second = again([start(key(two))]);
		await second.output;
		expect(sentKeys(second)).toEqual([used]);
		expect(sentKeys(second)).toEqual(sentKeys(first).slice(0, 1));
	});

	test('does not carry out again what met an internal error of the service', async () => {
		const again = tries();
		await again([start(key('k1'))], failure).failure();
		const second = again([start(key('k2'))]);
		expect((await second.failure()).context.data).toMatchObject({ unknown: [0] });
		expect(second.asked).toEqual([]);
	});

	test('is the new one where nothing left with the first', async () => {
		const again = tries();
		await again([start(key('k1'))], () => refusal(403, 'contact_opted_out')).failure();
		const second = again([start(key('k2'))]);
		await second.output;
		expect(sentKeys(second)).toEqual(['k2']);
	});
});

describe('a write of which an earlier try does not know the end', () => {
	const options = { maxWaitSeconds: 0 };
	const win = (id: string) => [deal('win', id, { options })];
	const upsert = (cnpj = '11222333000181') => [
		{
			...{ resource: 'company', operation: 'upsert', cnpj, options },
			additionalFields: { tradeName: 'Casa' },
		},
	];
	/** Nobody is found, and creating is cut off. */
	const cutOff = ({ method }: IHttpRequestOptions) =>
		method === 'GET' ? answer({ data: [], hasMore: false, nextCursor: null }) : cut();
	const closed = () => refusal(403, 'permission_denied');
	const unknown = { context: { data: { carriedOut: [], unknown: [0], notCarriedOut: [] } } };

	test.each([false, true])(
		'is told of where n8n runs the node again though it was cancelled; as a tool: %s',
		async (isTool) => {
			const again = tries({ isTool });
			await again(win('a'), cut).failure();
			const second = again(win('a'), undefined, { signal: AbortSignal.abort() });
			expect(await second.failure()).toMatchObject(unknown);
			expect(second.asked).toEqual([]);
		},
	);

	test('is told of a tool, too, and of this call of it alone', async () => {
		const again = tries({ isTool: true });
		await again(upsert(), cutOff).failure();
		expect(await again(upsert(), closed).failure()).toMatchObject(unknown);
		expect((await again(upsert('22333444000181'), closed).failure()).context.data).toMatchObject({
			notCarriedOut: [0],
		});
	});

	test('is told of where the execution is cancelled before this try writes', async () => {
		const again = tries();
		await again(upsert(), cutOff).failure();
		const stop = new AbortController();
		const looked = again(upsert(), () => (stop.abort(), cut()), { signal: stop.signal });
		expect(await looked.failure()).toMatchObject(unknown);
	});

	test('is told of in the item that fails by its input now', async () => {
		const again = tries({ continueOnFail: true });
		await again(win('a'), cut).output;
		expect(await again(win('')).output).toMatchObject([
			{ json: { details: { code: 'invalid_input', outcome: 'unknown' } } },
		]);
		expect(await tries({ continueOnFail: true })(win('')).output).toMatchObject([
			{ json: { details: { code: 'invalid_input', outcome: 'notCarriedOut' } } },
		]);
	});
});

describe('a cancelled execution', () => {
	test('tells of the item that was on its way, in the log as well', async () => {
		const stop = new AbortController();
		const run = execution({ items: [start()], service: held().service, signal: stop.signal });
		await settled();
		stop.abort();
		expect(await run.failure()).toMatchObject({
			message: 'The execution was cancelled',
			context: { data: { unknown: [0] } },
		});
		expect(run.context.logged).toEqual([
			expect.stringMatching(/^Execution 7, "n": The execution was cancelled\. Of the 1 item /),
		]);
	});

	test('tells of an item whose message left, though its outcome was still looked for', async () => {
		const stop = new AbortController();
		const { asked, failure } = execution({
			items: [start({ options: { waitForOutcome: 3 } }), start({ phone: '11987654322' })],
			service: () => answer(pending),
			signal: stop.signal,
		});
		while (asked.length === 0) await settled();
		stop.abort();
		expect((await failure()).context.data).toMatchObject({
			...{ carriedOut: [0], notCarriedOut: [1], output: [pending] },
		});
		expect(asked).toHaveLength(1);
	});
});

test('a report gives out the last answer of an item that was carried out, and nothing of one that is unknown', () => {
	const entryOf = (...states: string[]) => {
		const entry = new ItemLedgerEntry();
		for (const [n, state] of states.entries()) {
			entry.openWrite(
				String(n),
				() => ({ state, answer: { body: { n } } }) as unknown as LedgerWrite,
			);
		}
		return entry;
	};
	expect(
		runReportOf([
			entryOf('done', 'done'),
			entryOf('done', 'unknown'),
			entryOf(),
			entryOf('refused'),
		]),
	).toEqual({
		...{ carriedOut: [0], keptBack: [], unknown: [1], notCarriedOut: [2, 3] },
		output: [{ n: 1 }],
	});
});

test('an execution that sends no messages keeps nothing of them', async () => {
	const flow = {};
	await execution({ flow, items: [deal('win', 'a')] }).output;
	expect(flow).toEqual({});
});

// Saved workflows that wait hold it under this name.
test('an execution that sends messages keeps them for its next step', async () => {
	const flow = {};
	await execution({ flow, items: [start()], service: () => answer(pending, 202) }).output;
	const messages = expect.objectContaining({ execution: '7', messages: { n: 1 } });
	expect(flow).toEqual({ customerRelationshipMessages: messages });
});

test('an item did nothing new once one of its writes was done before', () => {
	const entryOf = (...before: boolean[]) => {
		const entry = new ItemLedgerEntry();
		for (const [n, wasDoneBefore] of before.entries()) {
			entry.openWrite(String(n), () => ({ wasDoneBefore }) as LedgerWrite);
		}
		return entry.hasReplayedWrite;
	};
	expect([entryOf(), entryOf(false)]).toEqual([false, false]);
	expect([entryOf(false, true), entryOf(true, false)]).toEqual([true, true]);
});

test.each<[boolean, Partial<ItemLedgerEntry>, Partial<LedgerWrite>[]]>([
	[false, {}, []],
	[false, { sentNow: false, output: [] }, []],
	[true, { output: [] }, []],
	[true, { sentNow: true, output: [] }, []],
	[true, { sentNow: false }, [{ mayHaveRunHere: false }, { mayHaveRunHere: true }]],
	[false, {}, [{ mayHaveRunHere: false }]],
])('may have sent its message: %j', (mayHaveSent, fields, writes) => {
	const entry = Object.assign(new ItemLedgerEntry(), fields);
	for (const [n, write] of writes.entries()) {
		entry.openWrite(String(n), () => ({ state: 'not done', ...write }) as LedgerWrite);
	}
	expect(entry.mayHaveSent).toBe(mayHaveSent);
});
