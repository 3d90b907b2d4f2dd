/**
 * With Check Only nothing is written, and what is shown of an item is what goes out for that item alone
 * without it, byte for byte: over all writes, with random input.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { asExpressions, OPERATIONS, judgingParametersOf, plant } from './actionNode/operations';
import { NODE, useService } from './actionNode/service';

const service = useService();
const RUNS = Number(process.env.PROPERTY_RUNS ?? 3);
const WRITES = [...OPERATIONS]
	.filter(([, { operation }]) => operation.kind === 'write')
	.map(([name]) => name);

/** A text that somebody may write, of which no warning is given. */
const texts = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
	.map((text) => `x${text.trim()}`)
	.filter((text) => !/[{}\uFFFD\u2028\u2029ÃÂ]|\\n|&\w+;/.test(text));

const inputs = fc.record({
	/** What any field that holds free text is filled in with. */
	text: texts,
	tags: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 3 }),
	/** Which fields of its collections an item leaves out. */
	leaves: fc.array(fc.nat(20), { maxLength: 6 }),
	/** Updates that change tags read them first. */
	changesTags: fc.boolean(),
	/** The item that is carried out alone. */
	alone: fc.constantFrom(0, 1),
});
type Input = typeof inputs extends fc.Arbitrary<infer Value> ? Value : never;

const FREE = ['name', 'title', 'text', 'legalName', 'tradeName'];

function itemOf(name: string, values: Record<string, unknown>, input: Input): IDataObject {
	const filled = { ...values, tags: input.tags };
	for (const field of FREE) Object.assign(filled, { [field]: input.text });
	Object.assign(filled, { templateParams: { param: [{ value: input.text }] } });
	const item = judgingParametersOf(OPERATIONS.get(name)!, filled);
	for (const collection of ['additionalFields', 'updateFields']) {
		const fields = item[collection] as IDataObject | undefined;
		if (!fields) continue;
		const names = Object.keys(fields);
		// The first stays: an update needs something to change.
		for (const leave of input.leaves) {
			const left = names[1 + (leave % names.length)];
			if (left !== undefined) delete fields[left];
		}
		if (input.changesTags && 'tags' in fields && collection === 'updateFields') {
			delete fields.tags;
			fields.addTags = input.tags;
		}
	}
	return item;
}

const sent = async (since: number) =>
	(await service.requests()).slice(since).filter(({ method }) => method !== 'GET');

test.each(WRITES)('%s shows what it would send, and sends nothing', async (name) => {
	await fc.assert(
		fc.asyncProperty(inputs, async (input) => {
			await service.control('POST', '/reset');
			const planted = await plant(service);
			const items = planted.map((values) => itemOf(name, values, input));
			const { resource, operation } = items[0]!;
			const run = async (inputData: IDataObject[], options: IDataObject) => {
				const expressed = asExpressions(inputData[0]!) as unknown as IDataObject;
				const parameters = { ...expressed, resource, operation, options };
				return await service.run(parameters, { inputData });
			};
			const before = (await service.requests()).length;
			const checked = await run(items, { checkOnly: true });
			if (checked.error) throw checked.error;
			const looked = (await service.requests()).slice(before);
			expect(looked.filter(({ method }) => method !== 'GET')).toEqual([]);
			expect(looked.filter(({ headers }) => 'idempotency-key' in headers)).toEqual([]);
			const shown = checked.json(NODE)[input.alone]!;
			expect(shown).toMatchObject({ checkOnly: true, warnings: [] });
			const { sendsMessage } = OPERATIONS.get(name)!.operation;
			expect(shown.wouldSend).toBe(sendsMessage);

			const { length } = await service.requests();
			await run([items[input.alone]!], {});
			const request = shown.request as { method: string; path: string; body: unknown } | null;
			const [write, another] = await sent(length);
			expect(another).toBeUndefined();
			expect(write && `${write.method} ${write.path} ${write.rawBody}`).toBe(
				request
					? `${request.method} /api/v1${request.path} ${request.body === null ? '' : JSON.stringify(request.body)}`
					: undefined,
			);
		}),
		{ numRuns: RUNS },
	);
});

describe('items whose input can’t be sent', () => {
	const template = (more: IDataObject = {}): IDataObject => ({
		...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
		...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
		...{ templateText: 'Olá!', options: { checkOnly: true } },
		...more,
	});
	const GOOD = '(11) 97777-0501';
	const rows: IDataObject[] = [{ phone: '98765-4321' }, { phone: GOOD }, { phone: '' }];

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'are shown with what is wrong, and stop no other: On Error %s',
		async (onError) => {
			const run = await service.run(template(), { inputData: rows, node: { onError } });
			expect(run.error).toBeUndefined();
			expect(run.json(NODE)).toEqual([
				{
					...{ wouldSend: false, reason: 'invalid', reasonText: '“Phone” has no area code.' },
					problem: expect.stringMatching(/^“Phone” has no area code\. \S/),
					...{ warnings: [], checkOnly: true, request: null },
				},
				expect.objectContaining({ phone: GOOD, preview: 'Olá!', wouldSend: true }),
				expect.objectContaining({ reasonText: '“Phone” is empty.' }),
			]);
			expect(run.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual(
				[0, 1, 2].map((item) => ({ item })),
			);
			expect(run.hints(NODE)[0]).toMatchObject({
				message: `2 of the 3 items can’t be sent (98765-4321 [item 0] and item 2; the first item is 0). Their field “problem” says why and what to do. Without Check Only ${onError === 'stopWorkflow' ? 'nothing would be sent, unless' : 'that would not stop the others, since'} Settings > On Error is set to continue.`,
				type: 'warning',
			});
			expect(await service.requests()).toEqual([]);
		},
	);

	test('are tried once under Retry On Fail', async () => {
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const run = await service.run(template(), { inputData: rows, node });
		expect(run.json(NODE)).toHaveLength(3);
	});

	test.each<[string, IDataObject]>([
		['that another option can’t be read', { maxMessages: "={{ $('Nowhere').first().json.n }}" }],
		['that another option is empty', { maxMessages: '={{ $json.nothing }}' }],
	])('may be so for the reason %s', async (_, more) => {
		const options = { checkOnly: true, ...more };
		const run = await service.run(template({ options }), { inputData: rows.slice(1, 2) });
		expect(run.error).toBeUndefined();
		expect(run.json(NODE)[0]).toMatchObject({ reason: 'invalid', checkOnly: true });
	});

	test('fail if Check Only can’t be read', async () => {
		const options = { checkOnly: "={{ $('Nowhere').first().json.n }}" };
		const run = await service.run(template({ options }), { inputData: rows });
		expect(run.error).toBeDefined();
		expect(await service.requests()).toEqual([]);
	});

	const byRow = template({ options: { checkOnly: '={{ $json.look }}' } });

	test('stop none that is sent', async () => {
		const inputData = [
			{ phone: '', look: true },
			{ phone: GOOD, look: false },
		];
		const run = await service.run(byRow, { inputData });
		expect(run.json(NODE)).toMatchObject([{ reason: 'invalid' }, { message: {} }]);
		expect(await sent(0)).toHaveLength(1);
	});

	test('are not named where one that is to be sent ends the run', async () => {
		const inputData = [{ phone: '', look: true }, { phone: '', look: false }, { phone: GOOD }];
		const { error } = await service.run(byRow, { inputData });
		expect(error?.message).toContain('2 of the 3 items can’t be sent');
		expect(error?.description).toContain('Item 1: “Phone” is empty');
		expect(error?.description).not.toContain('Items 0');
		expect(await service.requests()).toEqual([]);
	});
});

test.each([1, 5])(
	'one message to a phone is shown as sent, with so many items checked at a time: %d',
	async (parallelRequests) => {
		const parameters: IDataObject = {
			...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
			...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR', oncePerPhone: true },
			...{ notIfTagged: 'opted_out', options: { checkOnly: true, parallelRequests } },
		};
		const inputData = ['(11) 97777-0501', '+5511977770501', '11 97777-0501'].map((phone) => ({
			phone,
		}));
		const run = await service.run(parameters, { inputData });
		const stopped = { wouldSend: false, reason: 'same_phone' };
		expect(run.json(NODE)).toMatchObject([{ wouldSend: true }, stopped, stopped]);
	},
);
