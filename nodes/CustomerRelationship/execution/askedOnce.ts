import type { Answer } from '../transport/answer';
import type { ExecutionMemory } from '../transport/executionMemory';
import type { Keep } from '../transport/plan';
import { RequestFailed } from '../transport/requestFailed';

/** What an execution has read for all of its items, by what is kept of it and the address. */
type Asked = Map<Keep, Map<string, Promise<Answer>>>;

const ofExecution = new WeakMap<ExecutionMemory, Asked>();

/**
 * Asks once in an execution, however many items want the answer, at the same time or later.
 * @param address tells the token, too
 * @throws what `ask` throws; only that there is nothing to see, or that the service does not take such a request, is remembered
 */
export async function askedOnce(
	memory: ExecutionMemory,
	keep: Keep,
	address: string,
	ask: () => Promise<Answer>,
): Promise<Answer> {
	const asked: Asked = ofExecution.get(memory) ?? new Map();
	ofExecution.set(memory, asked);
	const answers = asked.get(keep) ?? new Map<string, Promise<Answer>>();
	asked.set(keep, answers);
	const before = answers.get(address);
	if (before) {
		return await before.catch(async (error: unknown) => {
			if (isLasting(error)) throw error;
			// Whoever asked may have been stopped, or less patient.
			return await askedOnce(memory, keep, address, ask);
		});
	}
	const answer = ask().then(({ body, ...rest }) => ({ ...rest, body: keep(body) }));
	answers.set(address, answer);
	answer.catch((error: unknown) => {
		if (!isLasting(error)) answers.delete(address);
	});
	return await answer;
}

const isLasting = (error: unknown): boolean =>
	error instanceof RequestFailed && [400, 403, 404].includes(error.refusal?.statusCode ?? 0);
