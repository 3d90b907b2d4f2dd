/** Once per Phone against a service in memory: whatever mix of phones, spellings, wordings and faults. */
import fc from 'fast-check';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { answer, cut, execution, refusal, start } from './execution';

const SPELLINGS = [
	['11987654321', '(11) 98765-4321', '+55 11 98765-4321', '1187654321'],
	['21912345678', '021 91234-5678', '5521912345678'],
	['+14155238886', '+1 (415) 523-8886'],
];
const FAULTS = ['none', 'dropBefore', 'dropAfter', 'limit', 'refused', 'busy'] as const;
type FailedItem = (typeof FAULTS)[number];

const message = fc.record({
	person: fc.nat(SPELLINGS.length - 1),
	spelling: fc.nat(3),
	word: fc.constantFrom('Olá', 'Oi'),
});
const history = fc.record({
	runs: fc.array(fc.array(message, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
	faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 8 }),
	maxWaitSeconds: fc.constantFrom(0, 20),
});

/** The service of one account, with idempotency as the specification has it. */
class Service {
	/** How many messages each person got. */
	readonly messages = [0, 0, 0];
	/** What the requests of a run did, by their bodies. */
	run: Array<{ body: string; queued: boolean; broke: boolean }> = [];
	private readonly stored = new Map<string, string>();

	constructor(private readonly faults: FailedItem[]) {}

	answer({ headers, body: sent }: IHttpRequestOptions): unknown {
		const fault = this.faults.shift() ?? 'none';
		const body = String(sent);
		const broke = fault === 'dropBefore' || fault === 'dropAfter';
		const note = { body, queued: false, broke };
		this.run.push(note);
		if (fault === 'limit') return refusal(429, 'rate_limited');
		if (fault === 'refused') return refusal(422, 'recipient_opted_out');
		if (fault === 'busy') return refusal(503, 'template_check_unavailable');
		if (fault === 'dropBefore') return cut();
		const key = String(headers?.['Idempotency-Key']);
		const known = this.stored.get(key);
		if (known !== undefined && known !== body) return refusal(409, 'idempotency_key_reused');
		this.stored.set(key, body);
		if (known === undefined) {
			note.queued = true;
			this.messages[personIn(body)]! += 1;
		}
		if (fault === 'dropAfter') return cut();
		const queued = answer({ conversationId: 'k', message: { id: 'm' } }, 202);
		const replayed = { 'idempotent-replayed': String(known !== undefined) };
		return { ...queued, headers: { ...queued.headers, ...replayed } };
	}
}

const personIn = (body: string): number => {
	const digits = (JSON.parse(body) as { phone: string }).phone.replace(/\D/g, '');
	return SPELLINGS.findIndex(([first]) => digits.endsWith(first!.slice(-8)));
};

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => jest.useRealTimers());

test('each phone gets one message at most, and nobody new is passed by', async () => {
	let account = 0;
	await fc.assert(
		fc.asyncProperty(history, async ({ runs, faults, maxWaitSeconds }) => {
			const service = new Service([...faults]);
			account += 1;
			for (const [index, messages] of runs.entries()) {
				service.run = [];
				const before = [...service.messages];
				const { output } = execution({
					...{ accessToken: `account-${account}`, execution: `${index}`, continueOnFail: true },
					items: messages.map(({ person, spelling, word }) => {
						const spellings = SPELLINGS[person]!;
						return start({
							...{ phone: spellings[spelling % spellings.length], oncePerPhone: true },
							...{ templateParams: { param: [{ value: word }] }, options: { maxWaitSeconds } },
						});
					}),
					service: (options) => service.answer(options),
				});
				await jest.advanceTimersByTimeAsync(120_000);
				const items = (await output).map(({ json }, item) => ({ json, ...messages[item]! }));
				expect(Math.max(...service.messages)).toBeLessThanOrEqual(1);
				for (const [item, { json, person, word }] of items.entries()) {
					if ('error' in json) continue;
					const own = service.run.filter(
						({ body }) => personIn(body) === person && body.includes(word),
					);
					const earlier = items.slice(0, item).filter((one) => one.person === person);
					const mayHaveSent = earlier.some(
						(one) => (one.json.details as { outcome?: string } | undefined)?.outcome === 'unknown',
					);
					if (json.sentNow === true) {
						expect(own.some(({ queued, broke }) => queued || broke)).toBe(true);
					} else {
						expect(json.sentNow).toBe(false);
						// Its own call queued nothing: the message is of before, or of an earlier item.
						const isOfOthers = before[person] === 1 || earlier.length > 0;
						expect(isOfOthers).toBe(true);
						if (!mayHaveSent) expect(service.messages[person]).toBe(1);
					}
				}
			}
		}),
		{ numRuns: 300 },
	);
}, 120_000);
