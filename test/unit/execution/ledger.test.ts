import type { IHttpRequestOptions } from 'n8n-workflow';
import { answer, deal, execution, held, refusal, settled, start } from './execution';

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
const refused = ({ url }: IHttpRequestOptions) =>
	url.includes('/b/') ? refusal(404, 'resource_not_found') : undefined;
const failure = () => refusal(500, 'internal_error');

describe('an item that an earlier try carried out', () => {
	test('is not asked for again, whatever its input is now, and comes out as it did', async () => {
		const again = tries();
		const first = again([deal('win', 'a', key('1')), deal('win', 'b')], refused);
		await expect(first.output).rejects.toThrow('was not found');
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

	test('leaves the order of writes to one record as it was', async () => {
		const again = tries();
		const cnpj = '11222333000181';
		const upsert = (tradeName: string) => ({
			...{ resource: 'company', operation: 'upsert', cnpj },
			additionalFields: { tradeName },
		});
		let company: object | undefined;
		let isDown = true;
		const service = ({ method, body }: IHttpRequestOptions) => {
			if (method === 'GET') {
				return answer({ data: company ? [company] : [], hasMore: false, nextCursor: null });
			}
			if (isDown && String(body).includes('Third')) return refusal(404, 'resource_not_found');
			company = { ...company, id: 'co', cnpj, ...(JSON.parse(String(body)) as object) };
			return answer(company, method === 'POST' ? 201 : 200);
		};
		const rows = ['Old', 'New', 'Third'].map(upsert);
		await expect(again(rows, service).output).rejects.toThrow();
		isDown = false;
		const { output, asked } = again(rows, service);
		await output;
		expect(asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
		expect(company).toMatchObject({ tradeName: 'Third' });
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
		const body = { conversationId: 'k', message: { id: 'm', status: 'pending' } };
		const replayed = { 'request-id': 'r', 'idempotent-replayed': 'true' };
		const service = (options: IHttpRequestOptions) =>
			refused(options) ??
			(options.method === 'GET'
				? refusal(403, 'permission_denied')
				: { ...answer(body, 202), headers: replayed });
		const first = again(items, service);
		await first.output;
		const second = again(items, service);
		await second.output;
		expect(second.lines()).toEqual(['POST /deals/b/win']);
		expect(first.context.hints).toHaveLength(2);
		expect(second.context.hints).toEqual(first.context.hints);
	});

	test('though it was stopped before it came out, is not written again', async () => {
		const again = tries();
		const body = { conversationId: 'k', message: { id: 'm', status: 'pending' } };
		const options = { waitForOutcome: 3, parallelRequests: 2 };
		const items = [start({ options }), start({ phone: '11987654322', options })];
		const fails = ({ body: sent, method }: IHttpRequestOptions) =>
			method === 'POST' && String(sent).includes('22')
				? refusal(404, 'resource_not_found')
				: answer(body, 202);
		await expect(again(items, fails).output).rejects.toMatchObject({
			context: { data: { carriedOut: [0], notCarriedOut: [1] } },
		});
		const second = again(items.slice(0, 1), () => answer({ ...body.message, status: 'sent' }));
		expect(await second.output).toMatchObject([{ json: { message: { status: 'sent' } } }]);
		expect(second.lines()).toEqual(['GET /conversations/k/messages/m']);
	});

	test('is no other call of a tool', async () => {
		const again = tries({ isTool: true, continueOnFail: true });
		await again([deal('win', 'a')]).output;
		const { output, lines } = again([deal('win', 'c')]);
		await output;
		expect(lines()).toEqual(['POST /deals/c/win']);
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
	const cut = () => Promise.reject(Object.assign(new Error(), { code: 'EPIPE' }));

	test.each([
		['one of the user’s', 'k1', 'k2', 'k1'],
		['none', '', 'k2', expect.stringMatching(/^(?!k2).{8}/)],
		['one that is gone', 'k1', '', 'k1'],
	])('stays the first with which a message may have left: %s', async (_, one, two, used) => {
		const again = tries();
		const first = again([start(key(one))], cut);
		await expect(first.output).rejects.toThrow('may have been sent');
		const second = again([start(key(two))]);
		await second.output;
		expect(sentKeys(second)).toEqual([used]);
		expect(sentKeys(second)).toEqual(sentKeys(first).slice(0, 1));
	});

	test('does not carry out again what failed inside the service', async () => {
		const again = tries();
		const first = again([start(key('k1'))], failure);
		await expect(first.output).rejects.toThrow();
		const second = again([start(key('k2'))]);
		await expect(second.output).rejects.toThrow('may have been sent');
		expect(second.asked).toEqual([]);
	});

	test('is the new one where nothing left with the first', async () => {
		const again = tries();
		const first = again([start(key('k1'))], () => refusal(403, 'contact_opted_out'));
		await expect(first.output).rejects.toThrow();
		const second = again([start(key('k2'))]);
		await second.output;
		expect(sentKeys(second)).toEqual(['k2']);
	});
});

describe('a write of which an earlier try does not know the end', () => {
	const lost = () => Promise.reject(Object.assign(new Error(), { code: 'EPIPE' }));
	const cnpj = '11222333000181';

	test.each([false, true])(
		'is told of where n8n runs the node again though it was cancelled; as a tool: %s',
		async (isTool) => {
			const again = tries({ isTool });
			await expect(again(wins('a'), lost).output).rejects.toThrow();
			const { output, asked } = again(wins('a'), undefined, { signal: AbortSignal.abort() });
			await expect(output).rejects.toMatchObject({
				context: { data: { unknown: [0] } },
			});
			expect(asked).toEqual([]);
		},
	);

	test('is told of a tool, too, and of this call of it alone', async () => {
		const again = tries({ isTool: true });
		const company = (number: string) => [
			{
				...{ resource: 'company', operation: 'upsert', cnpj: number, options },
				additionalFields: { tradeName: 'Casa' },
			},
		];
		const none = answer({ data: [], hasMore: false, nextCursor: null });
		const cut = ({ method }: IHttpRequestOptions) => (method === 'GET' ? none : lost());
		const closed = () => refusal(403, 'permission_denied');
		await expect(again(company(cnpj), cut).output).rejects.toThrow('may have been made');
		await expect(again(company(cnpj), closed).output).rejects.toThrow('may have been made');
		await expect(again(company('22333444000181'), closed).output).rejects.toThrow(
			/does not allow this$/,
		);
	});

	test('is told of where the execution is cancelled before this try writes', async () => {
		const again = tries();
		const items = [{ resource: 'company', operation: 'upsert', cnpj, options }];
		const none = answer({ data: [], hasMore: false, nextCursor: null });
		const cut = ({ method }: IHttpRequestOptions) => (method === 'GET' ? none : lost());
		await expect(again(items, cut).output).rejects.toThrow('may have been made');
		const stop = new AbortController();
		const looked = again(items, () => (stop.abort(), lost()), { signal: stop.signal });
		await expect(looked.output).rejects.toMatchObject({
			context: { data: { unknown: [0] } },
		});
	});

	test('is told of in the item that fails by its input now', async () => {
		const again = tries({ continueOnFail: true });
		await again(wins('a'), lost).output;
		const [failed] = await again(wins('')).output;
		const look = 'An earlier try may have carried it out';
		expect(failed?.json).toMatchObject({
			error: '“Deal” is empty',
			details: { outcome: 'unknown', whatToDo: expect.stringContaining(look) },
		});
		const [fresh] = await tries({ continueOnFail: true })(wins('')).output;
		expect(fresh?.json).toMatchObject({
			details: { outcome: 'notCarriedOut', whatToDo: expect.not.stringContaining(look) },
		});
	});
	const options = { parallelRequests: 2, maxWaitSeconds: 0 };
	const wins = (...ids: string[]) => ids.map((id) => deal('win', id, { options }));

	test('was not carried out where its key is refused now', async () => {
		const again = tries();
		await expect(again(wins('a', 'b'), lost).output).rejects.toThrow('may have been made');
		const { service, give } = held();
		const end = again(wins('a', 'b'), service).output.catch((thrown: unknown) => thrown);
		await settled();
		for (const index of [1, 0]) {
			give(index, { error: { type: 'x', code: 'resource_not_found' } }, 404);
			await settled();
		}
		expect(await end).toMatchObject({
			message: 'The record was not found (field “Deal”)',
			description: expect.stringContaining('Nothing was changed in this run of the node.'),
			context: { data: { notCarriedOut: [0, 1] } },
		});
	});
});

describe('a cancelled execution', () => {
	test('tells of the item that was on its way, too', async () => {
		const stop = new AbortController();
		const { service } = held();
		const { context, output } = execution({ items: [start()], service, signal: stop.signal });
		const end = output.catch((thrown: unknown) => thrown);
		await settled();
		stop.abort();
		expect(await end).toMatchObject({
			message: 'The execution was cancelled',
			context: { data: { unknown: [0] } },
		});
		expect(context.logged).toEqual([
			expect.stringMatching(
				/^Execution 7, "n": The execution was cancelled\. Of the 1 item .* may have been/,
			),
		]);
	});

	test('tells of an item whose message left, though its outcome was still looked for', async () => {
		const stop = new AbortController();
		const body = { conversationId: 'k', message: { id: 'm', status: 'pending' } };
		const { output, asked } = execution({
			items: [start({ options: { waitForOutcome: 3 } }), start({ phone: '11987654322' })],
			service: () => answer(body),
			signal: stop.signal,
		});
		const end = output.catch((thrown: unknown) => thrown);
		while (asked.length === 0) await settled();
		stop.abort();
		expect(await end).toMatchObject({
			context: { data: { carriedOut: [0], notCarriedOut: [1], output: [body] } },
		});
	});

	test('says that nothing was carried out where that is so', async () => {
		const signal = AbortSignal.abort();
		const description = async (...ids: string[]) =>
			await execution({ items: ids.map((id) => deal('win', id)), signal }).output.catch(
				(thrown: { description: string }) => thrown.description,
			);
		const nothing = 'Nothing was carried out in this run of the node.';
		expect(await description('a')).toBe(nothing);
		expect(await description('a', 'b')).toBe(nothing);
	});
});
