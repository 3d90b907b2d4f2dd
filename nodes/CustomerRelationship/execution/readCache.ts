import { getOrCreate } from '../maps';
import type { Answer } from '../transport/answer';
import type { Projection } from '../transport/ask';
import { RequestFailed } from '../transport/requestFailed';

/** Caches reads, so that each is made once for all items that want it. */
export class ReadCache {
	/** By the projection, then by the address. */
	private readonly answers = new Map<Projection, Map<string, Promise<Answer>>>();

	/**
	 * Reads once, however many items want the answer, at the same time or later.
	 * @param cacheAs what is kept of the answer's body; another projection reads anew
	 * @param address includes the token, so that accounts share no answers
	 * @throws what `read` throws; a failure is cached only if every item would meet it
	 */
	async get(cacheAs: Projection, address: string, read: () => Promise<Answer>): Promise<Answer> {
		const answers = getOrCreate(this.answers, cacheAs, () => new Map<string, Promise<Answer>>());
		const cached = answers.get(address);
		if (cached) {
			return await cached.catch(async (error: unknown) => {
				if (isLasting(error)) throw error;
				// The first reader may have been stopped, or less patient.
				return await this.get(cacheAs, address, read);
			});
		}
		const answer = read().then(({ body, ...rest }) => ({ ...rest, body: cacheAs(body) }));
		answers.set(address, answer);
		answer.catch((error: unknown) => {
			if (!isLasting(error)) answers.delete(address);
		});
		return await answer;
	}
}

const isLasting = (error: unknown): boolean =>
	error instanceof RequestFailed && error.decision?.unreadable !== undefined;
