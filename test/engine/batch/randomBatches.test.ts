/**
 * Random batches with random faults: what the error or the items say was done is what the service's
 * records show. PROPERTY_RUNS makes it longer.
 */
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { useService } from '../actionNode/service';
import { written } from '../chaos/sandboxState';
import { NODE, outcomeOf, reportOf } from './setup';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 12);

jest.setTimeout(30_000 + RUNS * 10_000);

const service = useService();
/** Each writes a record that is found by its text; a bad item is one that only the service can refuse. */
const WRITES: Record<string, { path: string; text: string; parameters: IDataObject }> = {
	contacts: {
		...{ path: '/contacts', text: 'Contact' },
		parameters: {
			...{ resource: 'contact', operation: 'upsert', name: '={{ "Contact " + $json.n }}' },
			additionalFields: { customFieldsJson: '={{ $json.bad ? { no_such_field: 1 } : {} }}' },
		},
	},
	companies: {
		...{ path: '/companies', text: 'Company' },
		parameters: {
			...{ resource: 'company', operation: 'create', cnpj: '' },
			additionalFields: {
				legalName: '={{ "Company " + $json.n }}',
				customFieldsJson: '={{ $json.bad ? { no_such_field: 1 } : {} }}',
			},
		},
	},
	templates: {
		...{ path: '/conversations', text: 'n.' },
		parameters: {
			...{ resource: 'conversation', operation: 'start' },
			...{ templateName: 'boas_vindas', templateLanguage: 'pt_BR' },
			phone: '={{ "+55119" + (60000000 + $json.n) }}',
			templateParams: { param: [{ value: '={{ "n. " + $json.n }}' }] },
			additionalFields: { channelId: '={{ $json.bad ? "no-such-channel" : "" }}' },
		},
	},
};

/** What may meet a request, in the order of arrival. */
const FAULTS: Record<string, object> = {
	none: { kind: 'slow', ms: 0 },
	slow: { kind: 'slow', ms: 40 },
	dropBefore: { kind: 'dropBefore' },
	dropAfter: { kind: 'dropAfter' },
	badGateway: { kind: 'html', status: 502 },
	foreignFailure: { kind: 'html', status: 500 },
	failure: { kind: 'status', status: 500, code: 'internal_error' },
	unavailable: { kind: 'status', status: 503, code: 'api_tokens_disabled' },
	forbidden: { kind: 'status', status: 403, code: 'permission_denied' },
};

/** Those after which nobody knows whether a write was made. */
const AMBIGUOUS = ['dropBefore', 'dropAfter', 'badGateway', 'foreignFailure', 'failure'];

const batches = fc.record({
	write: fc.constantFrom(...Object.keys(WRITES)),
	items: fc.array(
		fc.record({ bad: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()) }),
		{
			minLength: 2,
			maxLength: 8,
		},
	),
	faults: fc.array(
		fc.oneof(
			{ weight: 2, arbitrary: fc.constant('none') },
			fc.constantFrom(...Object.keys(FAULTS)),
		),
		{ maxLength: 8 },
	),
	parallelRequests: fc.integer({ min: 1, max: 4 }),
	maxWaitSeconds: fc.constantFrom(0, 2),
	goesOn: fc.boolean(),
	ownKey: fc.boolean(),
});
type Batch = typeof batches extends fc.Arbitrary<infer Value> ? Value : never;

const itemOf = ({ pairedItem }: { pairedItem?: unknown }) => (pairedItem as IPairedItemData).item;

/** The failed items of which that became. */
const of = (failed: INodeExecutionData[], outcome: string) =>
	failed.filter((item) => outcomeOf(item) === outcome).map(itemOf);

async function sees({ write, items, faults, goesOn, ownKey, ...given }: Batch): Promise<void> {
	await service.control('POST', '/reset');
	const { path, text, parameters } = WRITES[write]!;
	for (const fault of faults) await service.fault({ ...FAULTS[fault], method: 'POST', path });
	const options = { ...given, ...(ownKey && { idempotencyKey: '={{ "key-" + $json.n }}' }) };
	const run = await service.run(
		{ ...parameters, options },
		{
			inputData: items.map((item, n) => ({ ...item, n })),
			...(goesOn && { node: { onError: 'continueErrorOutput' } }),
		},
	);
	const all = items.map((_, n) => n);
	const counts = await written(service.sandbox);
	const times = (n: number) => counts.get(`${text} ${n}`) ?? 0;
	const made = all.filter((n) => times(n) > 0);
	// Never twice, whatever happened.
	expect(all.filter((n) => times(n) > 1)).toEqual([]);

	const ambiguous = faults.filter((fault) => AMBIGUOUS.includes(fault)).length;
	if (goesOn || !run.error) {
		const done = run.items(NODE).map(itemOf);
		const failed = run.items(NODE, 1);
		expect([...done, ...failed.map(itemOf)].sort()).toEqual(all);
		expect(made).toEqual(expect.arrayContaining([...done, ...of(failed, 'carriedOut')]));
		expect(of(failed, 'notCarriedOut').filter((n) => made.includes(n))).toEqual([]);
		expect(of(failed, 'unknown').length).toBeLessThanOrEqual(ambiguous);
		return;
	}
	const { carriedOut, unknown, notCarriedOut, output } = reportOf(run, items.length);
	expect(made).toEqual(expect.arrayContaining(carriedOut));
	expect(notCarriedOut.filter((n) => made.includes(n))).toEqual([]);
	expect(unknown.length).toBeLessThanOrEqual(ambiguous);
	expect(output).toHaveLength(carriedOut.length);
}

test('what is said was done is what the records show', async () => {
	await fc.assert(fc.asyncProperty(batches, sees), {
		numRuns: RUNS,
		...(process.env.PROPERTY_SEED && { seed: Number(process.env.PROPERTY_SEED) }),
		// A smaller example is worth the time only to whoever looks for the cause.
		endOnFailure: process.env.PROPERTY_RUNS === undefined,
	});
});
