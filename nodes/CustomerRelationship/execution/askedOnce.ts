import type { Answer } from '../transport/answer';
import type { Keep } from '../transport/plan';
import { RequestFailed } from '../transport/requestFailed';

/** What an execution reads once for all of its items. */
export class AskedOnce {
	/** By the function that says what of the answer is shared, then by the address. */
	private readonly answers = new Map<Keep, Map<string, Promise<Answer>>>();

	/**
	 * Asks once, however many items want the answer, at the same time or later.
	 * @param sharedAs what all of them get of the answer's body; another function asks anew
	 * @param address tells the token, too
	 * @throws what `ask` throws; only that there is nothing to see, or that the service does not take such a request, is remembered
	 */
	async ask(sharedAs: Keep, address: string, ask: () => Promise<Answer>): Promise<Answer> {
		const answers = this.answers.get(sharedAs) ?? new Map<string, Promise<Answer>>();
		this.answers.set(sharedAs, answers);
		const before = answers.get(address);
		if (before) {
			return await before.catch(async (error: unknown) => {
				if (isLasting(error)) throw error;
				// Whoever asked may have been stopped, or less patient.
				return await this.ask(sharedAs, address, ask);
			});
		}
		const answer = ask().then(({ body, ...rest }) => ({ ...rest, body: sharedAs(body) }));
		answers.set(address, answer);
		answer.catch((error: unknown) => {
			if (!isLasting(error)) answers.delete(address);
		});
		return await answer;
	}
}

const isLasting = (error: unknown): boolean =>
	error instanceof RequestFailed && [400, 403, 404].includes(error.refusal?.statusCode ?? 0);
