import type { Answer } from './answer';
import type { ApiRequest } from './request';

/** One request of a plan. */
export interface Step {
	request: ApiRequest;
	/** Ms to wait before it is sent. */
	afterMs?: number;
	/** When, in ms since the epoch, it must have been answered, instead of the usual time limit. */
	until?: number;
}

/**
 * What is asked of the service, request after request: each is yielded, and its answer handed
 * back; one that failed is thrown where it was yielded. A plan sends nothing and knows no clock.
 */
export type Plan<Result> = Generator<Step, Result, Answer>;

/** Carries a plan out. @param ask sends one of its requests; what it rejects with, the plan may handle */
export async function follow<Result>(
	plan: Plan<Result>,
	ask: (step: Step) => Promise<Answer>,
	first = plan.next(),
): Promise<Result> {
	let turn = first;
	while (!turn.done) {
		const asked = await ask(turn.value).then(
			(answer) => () => plan.next(answer),
			(error: unknown) => () => plan.throw(error),
		);
		turn = asked();
	}
	return turn.value;
}
