import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Told } from './nodeContext';
import { answer, cut, execution, held, refusal, settled, start } from './execution';

const tagged = (contactId: string, options: object = {}) => ({
	...{ resource: 'contact', operation: 'update', contactId },
	...{ updateFields: { addTags: 'b' }, options },
});

describe('a record that is read to be written', () => {
	afterEach(() => jest.useRealTimers());

	/** Reads give the record, writes what the test says when it says so. */
	function slowWrites() {
		const writes: Array<() => void> = [];
		const service = ({ method, url }: IHttpRequestOptions) =>
			method === 'GET'
				? answer({ id: url.split('/').at(-1), tags: [] })
				: new Promise<unknown>((resolve) => writes.push(() => resolve(answer({ id: 'c' }))));
		return { service, writes };
	}

	test('is read after another execution has written it', async () => {
		const { service, writes } = slowWrites();
		const first = execution({ items: [tagged('turns')], service });
		await settled();
		const second = execution({ items: [tagged('turns')], service });
		const other = execution({ items: [tagged('another')], service });
		await settled();
		expect(first.lines()).toEqual(['GET /contacts/turns', 'PATCH /contacts/turns']);
		expect(second.lines()).toEqual([]);
		expect(other.lines()).toHaveLength(2);
		writes[0]?.();
		await first.output;
		await settled();
		expect(second.lines()).toEqual(['GET /contacts/turns', 'PATCH /contacts/turns']);
		for (const write of writes) write();
		await Promise.all([second.output, other.output]);
	});

	test.each([0, 1])('is waited for %d s of Max Wait, and nothing is sent then', async (seconds) => {
		jest.useFakeTimers({ doNotFake: ['setImmediate'] });
		const contactId = `busy${seconds}`;
		const { service, writes } = slowWrites();
		const first = execution({ items: [tagged(contactId)], service });
		await settled();
		const items = [tagged(contactId, { maxWaitSeconds: seconds, idempotencyKey: 'row-1' })];
		const hasty = execution({ items, service, continueOnFail: true });
		const gaveUp = jest.fn();
		void hasty.output.then(gaveUp);
		await settled();
		await jest.advanceTimersByTimeAsync(seconds * 999);
		expect(gaveUp).toHaveBeenCalledTimes(seconds === 0 ? 1 : 0);
		await jest.advanceTimersByTimeAsync(seconds);
		await settled();
		expect(gaveUp).toHaveBeenCalledTimes(1);
		const [item] = await hasty.output;
		expect(item?.json).toEqual({
			error: 'Another execution is still at work on this record, so nothing was sent this time',
			details: expect.objectContaining({ code: 'record_in_use' }),
		});
		expect(hasty.lines()).toEqual([]);
		writes[0]?.();
		await first.output;
		// Who gave up is not in the way of those behind.
		const last = execution({ items: [tagged(contactId)], service });
		await settled();
		expect(last.lines()).toHaveLength(2);
		writes[1]?.();
		await last.output;
	});

	test('is no longer waited for when the execution is cancelled', async () => {
		const { service, writes } = slowWrites();
		const first = execution({ items: [tagged('left')], service });
		await settled();
		const cancel = new AbortController();
		const waiting = execution({ items: [tagged('left')], service, signal: cancel.signal });
		await settled();
		cancel.abort();
		await expect(waiting.output).rejects.toThrow('The execution was cancelled');
		expect(waiting.lines()).toEqual([]);
		writes[0]?.();
		await first.output;
	});

	test('is not waited for by a write that reads nothing first', async () => {
		const { service, give } = held();
		const both = [0, 1].map(() => execution({ items: [start()], service }));
		await settled();
		expect(both.map(({ lines }) => lines())).toEqual([
			['POST /conversations'],
			['POST /conversations'],
		]);
		for (const [index, { output }] of both.entries()) {
			give(index, { id: 'a' });
			await output;
		}
	});
});

describe('a write that an earlier try of the execution may have made', () => {
	const found = { id: 'tried', tags: [] };
	const options = { maxWaitSeconds: 0 };
	const company = {
		...{ resource: 'company', operation: 'upsert', cnpj: '11222333000181' },
		...{ additionalFields: { tradeName: 'Casa' }, options },
	};
	const lead = {
		...{ resource: 'deal', operation: 'upsert', contactId: 'c', pipelineId: 'p', title: 'Sofá' },
		...{ additionalFields: { tags: 'b' }, options },
	};
	const list = (...data: object[]) => ({ data, hasMore: false });

	test.each<[string, Record<string, unknown>, object]>([
		['the tags of a contact', tagged('tried', options), found],
		[
			'its other fields',
			{ ...tagged('tried', options), updateFields: { addTags: 'b', name: 'Ana' } },
			{ ...found, tags: ['b'] },
		],
		['a company to be created', company, list()],
		['one to be updated', company, list({ id: 'co', cnpj: '11222333000181' })],
		['a deal to be created', lead, list()],
		[
			'a deal to be updated',
			lead,
			list({ id: 'd', contactId: 'c', pipelineId: 'p', status: 'open', tags: [] }),
		],
	])('is told of where this one could not even read: %s', async (what, item, read) => {
		const same = { items: [item], flow: {}, accessToken: what.replaceAll(' ', '-') };
		const tried = async (service: Told['service']) =>
			(await execution({ ...same, service }).failure()).context.data;
		const refused = () => refusal(401, 'invalid_api_token');
		expect(await tried(refused)).toMatchObject({ notCarriedOut: [0] });
		await tried(({ method }) => (method === 'GET' ? answer(read) : cut()));
		expect(await tried(refused)).toMatchObject({ unknown: [0] });
	});
});
