import type { Answer } from '../../transport/answer';
import type { RequestFailed } from '../../transport/requestFailed';
import type { MonotonicMs } from '../../transport/time';
import type {
	SharedKeyKind,
	KeyFinding,
	Write,
	WriteFinding,
	WriteState,
} from '../../transport/write';

/**
 * What the writes of one token, method, path and key share. Their bodies may differ, so each has a state of its own.
 */
export interface SameKeyWrites {
	/** Why none of them may be sent again, and the state of the one that failed. */
	closed?: { failure: RequestFailed; state: WriteState };
}

/** In ms. A replay that the service dates more than this before our first attempt answers another request. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * What an execution knows of one write of an item. After an attempt with an unknown outcome, the answers to later
 * attempts tell how it ended, or don't (specification: Idempotency).
 */
export class LedgerWrite implements Write {
	state: WriteState = 'unsent';
	/** The service's answer, once the write is done. */
	answer?: Answer;
	/**
	 * The last answer was to an earlier request with this key: of another execution or item, or an agent's
	 * earlier call.
	 */
	wasDoneBefore = false;
	private wasDoneHere = false;
	private firstAttemptAt: MonotonicMs | undefined;
	/**
	 * An earlier attempt of ours may have been carried out unseen. A replay then counts as ours, unless the
	 * service dates it before our first attempt.
	 */
	private replayMayBeOurs = false;
	/** The body of the attempt that is under way. */
	private body: string | undefined;
	/** Bodies of attempts with an unknown outcome: n8n's Retry On Fail may send another one. */
	private readonly unknownBodies = new Set<string | undefined>();
	private storedRefusal?: RequestFailed;

	constructor(
		readonly key: string,
		private readonly group: SameKeyWrites = {},
		readonly keyStandsFor?: SharedKeyKind,
		/** The ID of the record that it is about, if it names one. */
		readonly recordId?: string,
	) {}

	assertOpen(): void {
		if (this.storedRefusal) throw this.storedRefusal;
		const { closed } = this.group;
		if (!closed) return;
		if (this.state === 'unsent') this.state = closed.state;
		throw closed.failure;
	}

	get mayTakeEffect(): boolean {
		return this.state !== 'unsent' && this.state !== 'not done';
	}

	get mayHaveRun(): boolean {
		return ['done', 'server error', 'unknown'].includes(this.state);
	}

	/** Whether an attempt of this execution carried it out, or may have. */
	get mayHaveRunHere(): boolean {
		return this.wasDoneHere || (this.mayTakeEffect && this.state !== 'done');
	}

	recordStart(body: string | undefined, sentAt: MonotonicMs): void {
		this.firstAttemptAt ??= sentAt;
		this.body = body;
		if (!this.mayHaveRun) this.state = 'in flight';
	}

	recordSuccess(answer: Answer, ageMs?: number): void {
		const isOlder =
			ageMs !== undefined && ageMs > this.sinceFirstAttemptMs(answer) + CLOCK_TOLERANCE_MS;
		this.wasDoneBefore = answer.replayed && (!this.replayMayBeOurs || isOlder);
		this.wasDoneHere ||= !this.wasDoneBefore;
		this.replayMayBeOurs = false;
		this.answer = answer;
		this.state = 'done';
	}

	recordFailure({ write, key }: WriteFinding): void {
		// With `in progress` and `taken` it is another request with the key that runs, or has run. If that is an
		// earlier attempt of ours, its own failure has set `replayMayBeOurs`.
		const isOfAnotherRequest = key === 'in progress' || key === 'taken';
		const attemptMayHaveRun =
			(write === 'unknown' || write === 'server error') && !isOfAnotherRequest;
		this.replayMayBeOurs ||= attemptMayHaveRun;
		if (attemptMayHaveRun) this.unknownBodies.add(this.body);
		// A later failure does not change these states; a success may.
		if (this.state === 'done' || this.state === 'server error') return;
		// The service took the key for another request, so no attempt with this body was carried out. If no other
		// body is in doubt, nothing was.
		if (key === 'taken' && write === 'attempt not done') {
			this.unknownBodies.delete(this.body);
			this.state = this.unknownBodies.size === 0 ? 'not done' : 'unknown';
			return;
		}
		if (write !== 'attempt not done') this.state = write;
		else if (this.state === 'in flight') this.state = 'not done';
	}

	private sinceFirstAttemptMs({ receivedAt }: Answer): number {
		return receivedAt - (this.firstAttemptAt ?? receivedAt);
	}

	keepFailure(failure: RequestFailed, key: KeyFinding | undefined): void {
		if (key === 'answer stored') this.storedRefusal = failure;
		if (key === 'closed') this.group.closed = { failure, state: this.state };
	}
}
