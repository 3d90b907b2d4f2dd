/** What an item has written into a contact, over the tries; with the service: `whoGetsIt.test.ts`. */
import { WrittenDays } from '../../../../nodes/CustomerRelationship/execution/rules/writtenDays';
import { failedRequest } from '../../errors/failedRequests';
import { broken, get, refusal } from '../../transport/failedAttempts';

const DAY = '2026-01-31';
const NEXT_DAY = '2026-02-01';
const done = async () => await Promise.resolve();
const unanswered = async () => await Promise.reject(failedRequest(broken('maybe'), get));
const turnedAway = async () =>
	await Promise.reject(failedRequest(refusal(503, 'api_error', 'api_tokens_disabled'), get));
const notAttempted = async () => await Promise.reject(failedRequest(undefined, get));

/** Writes the days one after the other. */
async function written(...days: Array<[string, () => Promise<unknown>]>): Promise<WrittenDays> {
	const own = new WrittenDays();
	for (const [day, request] of days) await own.write(day, request).catch(() => {});
	return own;
}
const knownOf = (own: WrittenDays) => [DAY, NEXT_DAY].filter((day) => own.includes(day));

test.each([turnedAway, notAttempted])(
	'a day that was certainly not written is none',
	async (request) => {
		const own = await written([DAY, request]);
		expect([own.isEmpty, own.isConfirmed, knownOf(own)]).toEqual([true, false, []]);
	},
);

test('a day without an answer is the item’s own until its try ends, and may then stay', async () => {
	const own = await written([DAY, unanswered]);
	expect([own.isConfirmed, knownOf(own)]).toEqual([false, [DAY]]);
	await own.takeBack(false, done);
	expect([own.isEmpty, knownOf(own)]).toEqual([false, []]);
});

test('what could not be taken back for lack of a read stays the item’s own, if it was confirmed', async () => {
	const confirmed = await written([DAY, done]);
	confirmed.keepConfirmed();
	expect([confirmed.isConfirmed, knownOf(confirmed)]).toEqual([true, [DAY]]);
	await confirmed.takeBack(true, done);
	expect(confirmed.isEmpty).toBe(true);

	const both = await written([DAY, done], [NEXT_DAY, unanswered]);
	both.keepConfirmed();
	expect(knownOf(both)).toEqual([DAY]);
	await both.takeBack(true, done);
	expect([both.isEmpty, knownOf(both)]).toEqual([false, []]);
});

test.each([
	['was turned away', turnedAway, [DAY], true],
	['got no answer', unanswered, [], false],
] as const)('an undo that %s', async (_, request, known, isEmptyAfterNext) => {
	const own = await written([DAY, done]);
	await expect(own.takeBack(true, request)).rejects.toThrow();
	expect([own.isEmpty, knownOf(own)]).toEqual([false, known]);
	await own.takeBack(known.length > 0, done);
	expect(own.isEmpty).toBe(isEmptyAfterNext);
});
