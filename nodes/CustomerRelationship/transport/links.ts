import { LruMap } from './lruMap';
import type { Link } from './request';

/** The links that the answers to one token told, for all executions of this process. */
export class Links {
	private readonly known = new LruMap<string, { id: string; order: number }>(10_000);
	private count = 0;

	/** The ID of the record that a link leads to; undefined while no answer told it. */
	idBehind(name: string): string | undefined {
		return this.known.peek(name)?.id;
	}

	/** The links as of now: those recorded later do not show. */
	asOfNow(): Pick<Links, 'idBehind'> {
		const { count } = this;
		return {
			idBehind: (name) => {
				const link = this.known.peek(name);
				return link && link.order < count ? link.id : undefined;
			},
		};
	}

	record(links: readonly Link[]): void {
		for (const { name, id } of links) {
			const before = this.known.peek(name);
			// A link that is told again keeps its order: it was known before.
			const link = before?.id === id ? before : { id, order: this.count++ };
			this.known.set(name, link);
		}
	}
}
