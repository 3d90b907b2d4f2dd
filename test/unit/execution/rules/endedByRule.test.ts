/** What becomes of a run that a rule before sending ends. */
import { SendRules } from '../../../../nodes/CustomerRelationship/execution/rules/sendRules';
import { RequestFailed } from '../../../../nodes/CustomerRelationship/transport/requestFailed';
import { answer, execution, held, pending, refusal, settled, start } from '../execution';
import type { Told } from '../nodeContext';

beforeEach(() => {
	jest
		.spyOn(SendRules.prototype, 'afterFailure')
		.mockImplementation((_task, error) =>
			error instanceof RequestFailed && error.refusal?.statusCode === 403
				? { endsRunWith: error }
				: { failsWith: error },
		);
});
afterEach(() => jest.restoreAllMocks());

const REFUSED = '1';
const phones = (...ends: string[]) => ends.map((end) => start({ phone: `1198765432${end}` }));
const service: Told['service'] = ({ body }) =>
	String(body).includes(`5432${REFUSED}`)
		? refusal(403, 'permission_denied')
		: answer(pending, 202);

test('without Continue the error is that of the item, and nothing more is sent', async () => {
	const { failure, asked } = execution({ items: phones('0', REFUSED, '2'), service });
	const { context } = await failure();
	expect(context).toMatchObject({
		...{ itemIndex: 1, data: { carriedOut: [0], unknown: [], notCarriedOut: [1, 2] } },
	});
	expect(asked).toHaveLength(2);
});

test('under Continue it ends as well: the others are failed items that say so, and why', async () => {
	const items = phones('0', REFUSED, '2', '3');
	const { output, asked } = execution({ items, service, continueOnFail: true });
	const [sent, refused, ...left] = await output;
	expect(sent?.json).toEqual(pending);
	expect(refused?.json).toMatchObject({ details: { status: 403, outcome: 'notCarriedOut' } });
	const because = `A rule before sending ended the run at item 1 (the first item is 0): ${String(refused?.json.error)}`;
	expect(left).toEqual(
		[2, 3].map((item) => ({
			json: {
				error: because,
				details: {
					code: 'run_ended',
					whatToDo: 'Item 1 says what to do. Then run the items that were not sent.',
					outcome: 'notCarriedOut',
				},
			},
			pairedItem: { item },
		})),
	);
	expect(asked).toHaveLength(2);
});

test('what is on its way then is awaited', async () => {
	const { service: later, give } = held();
	const items = phones('0', '2', '3').map((item) => ({
		...item,
		options: { parallelRequests: 2 },
	}));
	const { output, asked } = execution({ items, service: later, continueOnFail: true });
	await settled();
	give(1, { error: { type: 'permission_error', code: 'permission_denied' } }, 403);
	await settled();
	give(0, pending, 202);
	expect((await output).map(({ json }) => json)).toMatchObject([
		pending,
		{ details: { status: 403 } },
		{ details: { code: 'run_ended' } },
	]);
	expect(asked).toHaveLength(2);
});

test('an item whose message was queued before says so', async () => {
	const { service: later, give } = held();
	const items = phones('0', '2', '3').map((item) => ({
		...item,
		options: { parallelRequests: 2, waitForOutcome: 60 },
	}));
	const { output } = execution({ items, service: later, continueOnFail: true });
	await settled();
	give(0, pending, 202);
	await settled();
	give(1, { error: { type: 'permission_error', code: 'permission_denied' } }, 403);
	const [queued, , left] = (await output).map(({ json }) => json);
	expect(queued).toMatchObject({
		details: {
			code: 'run_ended',
			whatToDo: expect.stringMatching(
				/^This item was carried out: do not run it again\. Item 1 says /,
			),
			outcome: 'carriedOut',
		},
	});
	expect(left).toMatchObject({ details: { outcome: 'notCarriedOut' } });
});

test('the user’s own stop stays one', async () => {
	const stop = new AbortController();
	const { service: later } = held();
	const { failure } = execution({
		...{ items: phones('0', '2'), service: later, continueOnFail: true, signal: stop.signal },
	});
	await settled();
	stop.abort();
	expect((await failure()).message).not.toContain('rule');
});
