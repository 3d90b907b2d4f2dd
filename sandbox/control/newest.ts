import { z } from 'zod';

const querySchema = z.object({ newest: z.coerce.number().int().min(1).optional() }).strict();

/** `?newest=N`: only the last N entries of a log; all of them when not given. */
export function newestOf<T>(log: T[], query: unknown): T[] {
	const { newest } = querySchema.parse(query);
	return newest === undefined ? log : log.slice(-newest);
}
