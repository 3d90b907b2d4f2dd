/**
 * Writes of several requests, and n8n's Retry On Fail, under random faults: what is said was done is
 * what the service's records show. PROPERTY_RUNS makes it longer.
 */
import fc from 'fast-check';
import { cnpj as validator } from 'cpf-cnpj-validator';
import type { IDataObject, IPairedItemData } from 'n8n-workflow';
import { useService } from '../actionNode/service';
import { NODE, numbered, outcomeOf, reportOf } from './setup';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 20);

jest.setTimeout(30_000 + RUNS * 10_000);

const service = useService();
const MOST = 5;
const CNPJS = numbered(MOST).map(({ n }) => validCnpj(`${10_000_000 + Number(n)}0001`));

function validCnpj(base: string): string {
	const numbers = Array.from({ length: 100 }, (_, check) => base + String(check).padStart(2, '0'));
	return numbers.find((number) => validator.isValid(number)) ?? '';
}

/** A write of each item, and which items the records show as done. */
interface Write {
	parameters: IDataObject;
	items: IDataObject[];
	isDone(n: number): Promise<boolean>;
}

const companyOf = (n: number) => ({ legalName: `Company ${n}`, cnpj: CNPJS[n] });

async function companies(count: number, areThere: boolean): Promise<Write> {
	const all = Array.from({ length: count }, (_, n) => companyOf(n));
	for (const { cnpj } of areThere ? all : []) {
		await service.app('POST', '/companies', { cnpj, legalName: 'Before' });
	}
	return {
		items: all,
		parameters: {
			...{ resource: 'company', operation: 'upsert', cnpj: '={{ $json.cnpj }}' },
			additionalFields: { legalName: '={{ $json.legalName }}' },
		},
		isDone: async (n) => {
			const { cnpj, legalName } = companyOf(n);
			const { data } = await service.app<{ data: IDataObject[] }>(
				'GET',
				`/companies?search=${String(cnpj)}`,
			);
			expect(data.length).toBeLessThan(2);
			return data[0]?.legalName === legalName;
		},
	};
}

async function tags(count: number, more: object): Promise<Write> {
	const { id } = await service.app('POST', '/contacts', { name: 'Ana', tags: ['before'] });
	return {
		items: numbered(count),
		parameters: {
			...{ resource: 'contact', operation: 'update', contactId: id },
			updateFields: { addTags: '={{ "tag" + $json.n }}', ...more },
		},
		isDone: async (n) => {
			const contact = await service.app('GET', `/contacts/${String(id)}`);
			expect(contact.tags).toContain('before');
			return (contact.tags as string[]).includes(`tag${n}`);
		},
	};
}

const WRITES: Record<string, (count: number) => Promise<Write>> = {
	create: async (count) => await companies(count, false),
	update: async (count) => await companies(count, true),
	tags: async (count) => await tags(count, {}),
	more: async (count) => await tags(count, { name: '={{ "Ana " + $json.n }}' }),
};

/** What may meet a request, in the order of arrival. */
const FAULTS: Record<string, object> = {
	none: { kind: 'slow', ms: 0 },
	slow: { kind: 'slow', ms: 40 },
	dropBefore: { kind: 'dropBefore' },
	dropAfter: { kind: 'dropAfter' },
	badGateway: { kind: 'html', status: 502 },
	failure: { kind: 'status', status: 500, code: 'internal_error' },
	unavailable: { kind: 'status', status: 503, code: 'api_tokens_disabled' },
	forbidden: { kind: 'status', status: 403, code: 'permission_denied' },
	notFound: { kind: 'status', status: 404, code: 'resource_not_found' },
};

/** Those after which nobody knows whether a write was made. */
const AMBIGUOUS = ['dropBefore', 'dropAfter', 'badGateway', 'failure'];

const batches = fc.record({
	write: fc.constantFrom(...Object.keys(WRITES)),
	count: fc.integer({ min: 2, max: MOST }),
	faults: fc.array(fc.constantFrom('none', ...Object.keys(FAULTS)), { maxLength: 10 }),
	parallelRequests: fc.integer({ min: 1, max: 4 }),
	maxWaitSeconds: fc.constantFrom(0, 0, 1),
	goesOn: fc.boolean(),
	retryOnFail: fc.boolean(),
	ownKey: fc.boolean(),
});
type Batch = typeof batches extends fc.Arbitrary<infer Value> ? Value : never;

const itemOf = ({ pairedItem }: { pairedItem?: unknown }) => (pairedItem as IPairedItemData).item;

async function sees({ write, count, faults, goesOn, retryOnFail, ownKey, ...given }: Batch) {
	await service.control('POST', '/reset');
	const { parameters, items, isDone } = await WRITES[write]!(count);
	for (const fault of faults) await service.fault(FAULTS[fault]!);
	const options = { ...given, ...(ownKey && { idempotencyKey: '={{ "key-" + $itemIndex }}' }) };
	const run = await service.run(
		{ ...parameters, options },
		{
			inputData: items,
			node: {
				...{ retryOnFail, maxTries: 2, waitBetweenTries: 10 },
				...(goesOn && { onError: 'continueErrorOutput' as const }),
			},
		},
	);
	const done: number[] = [];
	for (const n of items.keys()) if (await isDone(n)) done.push(n);

	const ambiguous = faults.filter((fault) => AMBIGUOUS.includes(fault)).length;
	if (goesOn || !run.error) {
		const of = (outcome: string) =>
			run
				.items(NODE, 1)
				.filter((item) => outcomeOf(item) === outcome)
				.map(itemOf);
		const carriedOut = [...run.items(NODE).map(itemOf), ...of('carriedOut')];
		expect(done).toEqual(expect.arrayContaining(carriedOut));
		expect(of('notCarriedOut').filter((n) => done.includes(n))).toEqual([]);
		expect(of('unknown').length).toBeLessThanOrEqual(ambiguous);
		return;
	}
	const { carriedOut, unknown, notCarriedOut, output } = reportOf(run, count);
	expect(done).toEqual(expect.arrayContaining(carriedOut));
	expect(notCarriedOut.filter((n) => done.includes(n))).toEqual([]);
	expect(unknown.length).toBeLessThanOrEqual(ambiguous);
	expect(output).toHaveLength(carriedOut.length);
}

test('what is said was done is what the records show', async () => {
	await fc.assert(fc.asyncProperty(batches, sees), {
		numRuns: RUNS,
		...(process.env.PROPERTY_SEED && { seed: Number(process.env.PROPERTY_SEED) }),
		endOnFailure: process.env.PROPERTY_RUNS === undefined,
	});
});
