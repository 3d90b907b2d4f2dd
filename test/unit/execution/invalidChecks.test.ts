/** Check Only shows all items: one whose input can't be sent has its problem, and stops no other. */
import { answer, deal, execution, refusal, start } from './execution';
import type { Told } from './nodeContext';

const check = { checkOnly: true };
const PHONE = '11987654321';
const invalid = { checkOnly: true, warnings: [], request: null };
const contact = (more: object = {}) => ({
	...{ resource: 'contact', operation: 'upsert', name: 'Ana', phone: PHONE, options: check },
	...more,
});

async function checked(given: Partial<Told>) {
	const { output, context, asked } = execution(given);
	const items = (await output).map(({ json }) => json);
	return { items, hints: context.hints, asked };
}

test('a problem is the message of the error and what to do', async () => {
	const { items } = await checked({ items: [start({ phone: '', options: check })] });
	expect(items).toEqual([
		{
			...{ wouldSend: false, reason: 'invalid', reasonText: '“Phone” is empty.' },
			problem:
				'“Phone” is empty. Give the customer’s phone. If it comes from an expression, check that the item has one.',
			...invalid,
		},
	]);
	expect(Object.keys(items[0]!)).toEqual([
		...['wouldSend', 'reason', 'reasonText', 'problem', 'warnings', 'checkOnly', 'request'],
	]);
});

test('what sends no message has a problem alone', async () => {
	const { items } = await checked({ items: [deal('win', '', { options: check })] });
	expect(items).toEqual([{ problem: expect.stringContaining('is empty. '), ...invalid }]);
});

test('the phone is shown where it is no part of the problem, and no preview', async () => {
	const countsAs = { options: { ...check, countsAs: 'w' } };
	const { items } = await checked({ items: [start(countsAs)] });
	expect(items[0]).toMatchObject({
		...{ phone: PHONE, wouldSend: false, problem: expect.stringContaining('“Counts As” is given') },
	});
	expect(items[0]).not.toHaveProperty('preview');
});

test.each([
	[false, 'nothing would be sent, unless Settings > On Error is set to continue.'],
	[true, 'that would not stop the others, since Settings > On Error is set to continue.'],
])('with Continue %s the run ends without an error', async (on, otherwise) => {
	const items = ['', PHONE, ''].map((phone) => start({ phone, options: check }));
	const shown = await checked({ items, continueOnFail: on });
	expect(shown.items.map(({ reason, error }) => [reason, error])).toEqual([
		...[['invalid', undefined], Array(2).fill(undefined), ['invalid', undefined]],
	]);
	expect(shown.hints.map(({ type, message }) => [type, message])).toEqual([
		[
			'warning',
			`2 of the 3 items can’t be sent (items 0 and 2; the first item is 0). Their field “problem” says why and what to do. Without Check Only ${otherwise}`,
		],
		['info', expect.stringMatching(/^Only checked: 1 message to send, /)],
		['info', expect.stringMatching(/^Not checked: /)],
	]);
	expect(shown.asked).toEqual([]);
});

test('where no item can be sent the hint counts none', async () => {
	const { hints } = await checked({ items: [start({ phone: '', options: check })] });
	expect(hints.map(({ message }) => message)).toEqual([
		'The item can’t be sent. Its field “problem” says why and what to do.',
		'Only checked: no messages to send. Nodes behind this one run for real.',
	]);
});

test('with Output: Row the hint names the column that says why', async () => {
	const options = { ...check, output: 'row' };
	const { items, hints } = await checked({
		items: [start({ phone: '', options })],
		raw: { options },
	});
	expect(items[0]).toMatchObject({
		...{ result_status: 'only checked' },
		result_reason: expect.stringMatching(/^Would not be sent: “Phone” is empty\. /),
	});
	expect(hints[0]?.message).toBe(
		'The item can’t be sent. Its field “result_reason” says why and what to do.',
	);
});

test('an agent reads it in _hints, too', async () => {
	const { items } = await checked({ items: [start({ phone: '', options: check })], isTool: true });
	expect(items[1]).toMatchObject({
		_hints: [expect.stringContaining('field “problem” says why'), expect.anything()],
	});
});

test('a value that is not of its field’s type is shown, once the types are read', async () => {
	const customFields = { field: [{ slug: 'score', type: 'automatic', value: 'x' }] };
	const { items, asked } = await checked({
		items: [contact({ additionalFields: { customFields } }), contact()],
		service: () => answer({ data: [{ customFields: { score: 7 } }], hasMore: false }),
	});
	expect(items).toMatchObject([
		{ ...invalid, problem: expect.stringContaining('score') },
		{ request: { method: 'POST' } },
	]);
	expect(asked.map(({ method }) => method)).toEqual(['GET']);
});

test('a mistake that only an answer shows is shown', async () => {
	const upsert = (contactId: string, title?: string) => ({
		...{ resource: 'deal', operation: 'upsert', contactId, pipelineId: 'p', options: check },
		title,
	});
	const { items } = await checked({
		items: [upsert('a'), upsert('b', 'Sofa')],
		service: () => answer({ data: [], hasMore: false }),
	});
	expect(items).toMatchObject([
		{ ...invalid, problem: expect.stringContaining('“Title”') },
		{ request: { method: 'POST', path: '/deals' } },
	]);
});

describe('what is no fault of the input ends the run', () => {
	const tagged = (dealId: string) => ({
		...{ resource: 'deal', operation: 'update', dealId, options: check },
		updateFields: { addTags: 'a' },
	});

	test('a read that fails', async () => {
		const { failure } = execution({
			items: [tagged(''), tagged('1')],
			service: () => refusal(404, 'resource_not_found'),
		});
		expect((await failure()).context.itemIndex).toBe(1);
	});

	test.each<[string, object]>([
		['before its first read', {}],
		['with a key', { idempotencyKey: 'k' }],
	])('a credential that can’t be used, %s', async (_, more) => {
		const items = [tagged('1'), tagged('2')].map((item) => ({
			...item,
			options: { ...check, ...more },
		}));
		const { failure } = execution({ items: items.slice(0, 1), tokens: ['two words'] });
		expect((await failure()).message).toContain('“Access Token”');
	});
});

describe('in a run of which some items are sent', () => {
	const sent = () => answer({ conversationId: 'k', message: { id: 'm' } }, 202);

	test('one that is only checked stops none', async () => {
		const items = [start({ phone: '', options: check }), start()];
		const run = await checked({ items, service: sent });
		expect(run.items).toMatchObject([{ reason: 'invalid' }, { conversationId: 'k' }]);
		expect(run.asked).toHaveLength(1);
	});

	test('one that is sent with bad input ends it as ever, and is named alone', async () => {
		const items = [start({ phone: '', options: check }), start({ phone: '' }), start()];
		const { failure, asked } = execution({ items, service: sent });
		const { message, context } = await failure();
		expect(message).toBe('“Phone” is empty');
		expect(context.itemIndex).toBe(1);
		expect(asked).toEqual([]);
	});

	const keyed = (phone: string, options: object = {}) =>
		start({ phone, options: { idempotencyKey: 'k', ...options } });
	const OTHER = '11987654322';

	test('a key of one that is only checked is not taken from one that is sent', async () => {
		const items = [keyed(PHONE, check), keyed(OTHER)];
		const run = await checked({ items, service: sent });
		expect(run.items).toMatchObject([{ wouldSend: true }, { conversationId: 'k' }]);
	});

	test('the key of one that is sent is a problem of one that is only checked', async () => {
		const items = [keyed(PHONE), keyed(OTHER, check), keyed(PHONE, check)];
		const run = await checked({ items, service: sent });
		expect(run.items).toMatchObject([
			{ conversationId: 'k' },
			{ phone: OTHER, problem: expect.stringContaining('is the same as that of item 0') },
			{ wouldSend: true },
		]);
	});
});

test.each([undefined, null, '', 'true'])(
	'a Check Only that is %j is no Check Only',
	async (given) => {
		const { failure } = execution({ items: [start({ phone: '', options: { checkOnly: given } })] });
		expect((await failure()).message).toMatch(/^“Check Only” is /);
	},
);

test('a fixed Check Only counts, whatever else can’t be read', async () => {
	const options = { checkOnly: true, maxMessages: '' };
	const { items } = await checked({ items: [start({ options })], raw: { options } });
	expect(items[0]).toMatchObject({ problem: expect.stringContaining('“Max Messages” is empty') });
});
