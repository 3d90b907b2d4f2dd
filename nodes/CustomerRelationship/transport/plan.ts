import type { IDataObject, JsonObject } from 'n8n-workflow';
import type { Answer } from './answer';
import { isWrite, type ApiRequest } from './request';

/** One request of a plan. */
export interface Step {
	request: ApiRequest;
	/** Ms to wait before it is sent. */
	afterMs?: number;
	/** When, in ms since the epoch, it must have been answered, instead of the usual time limit. */
	until?: number;
	/** A read without which the input can't be judged: made for all items before anything else is sent. */
	preflight?: true;
	/**
	 * Makes of the answer's body what is shared: whoever asks for the same address with this very function
	 * in an execution gets that, and only the first request is sent.
	 */
	sharedAs?: Keep;
	/** Shared within one run of the node, not in the whole execution: what it gives may have changed by the next run. */
	inRunOnly?: true;
	/** What the plan means to write, where this request does not tell: a user's key stands for that. */
	intent?: JsonObject;
	/** Properties of the item that no request makes anything of, and why. */
	leftOut?: ReadonlyArray<{ name: string; why: string }>;
	/** Which of several writes this is; it goes out behind the user's key, as in `<key>:create`. */
	part?: Part;
}

export type Keep = (body: IDataObject) => IDataObject;
/** Keeps all of it. */
export const whole: Keep = (body) => body;

export type Part = 'create' | 'update' | 'fields';

/**
 * What is asked of the service, request after request: each is yielded, and its answer handed
 * back; one that failed is thrown where it was yielded. A plan sends nothing and knows no clock.
 */
export type Plan<Result> = Generator<Step, Result, Answer>;

/** Sends one of a plan's requests; what it rejects with, the plan may handle. */
type Ask = (step: Step) => Promise<Answer>;

/** Carries a plan out. */
export async function follow<Result>(
	plan: Plan<Result>,
	ask: Ask,
	first = plan.next(),
): Promise<Result> {
	let next = first;
	while (!next.done) next = await goOn(plan, next.value, ask);
	return next.value;
}

/** Carries a plan out up to its first write, which is not made. @returns that one; undefined where nothing is written */
export async function followToWrite<Result>(
	plan: Plan<Result>,
	ask: Ask,
	first: IteratorResult<Step, Result>,
): Promise<ApiRequest | undefined> {
	let next = first;
	while (!next.done) {
		if (isWrite(next.value.request)) return next.value.request;
		next = await goOn(plan, next.value, ask);
	}
	return undefined;
}

/** Carries out the reads by which a plan judges its input. @returns its next step */
export async function followPreflight<Result>(
	plan: Plan<Result>,
	ask: Ask,
	first: IteratorYieldResult<Step>,
): Promise<IteratorYieldResult<Step>> {
	let next = first;
	while (next.value.preflight) next = requireStep(await goOn(plan, next.value, ask));
	return next;
}

/** The step that a plan has come to. @throws when it has ended before it asked anything */
export function requireStep(next: IteratorResult<Step, unknown>): IteratorYieldResult<Step> {
	if (next.done) throw new Error('The operation asks nothing of the service');
	return next;
}

async function goOn<Result>(plan: Plan<Result>, step: Step, ask: Ask) {
	const asked = await ask(step).then(
		(answer) => () => plan.next(answer),
		(error: unknown) => () => plan.throw(error),
	);
	return asked();
}

/** The same plan, with more said of each of its steps. */
export function* marked<Result>(plan: Plan<Result>, more: Omit<Step, 'request'>): Plan<Result> {
	let next = plan.next();
	while (!next.done) {
		let answer: Answer;
		try {
			answer = yield { ...next.value, ...more };
		} catch (error) {
			next = plan.throw(error);
			continue;
		}
		next = plan.next(answer);
	}
	return next.value;
}
