import { LruMap } from './lruMap';
import type { KnownLinks, Link } from './request';

/** The links learned from answers to one token, in all executions of this process. */
export class LearnedLinks implements KnownLinks {
	private readonly byName = new LruMap<string, { id: string; order: number }>(10_000);
	private count = 0;

	idBehind(name: string): string | undefined {
		return this.byName.peek(name)?.id;
	}

	/** The links as of now, without those that are recorded later. */
	asOfNow(): KnownLinks {
		const { count } = this;
		return {
			idBehind: (name) => {
				const link = this.byName.peek(name);
				return link && link.order < count ? link.id : undefined;
			},
		};
	}

	record(links: readonly Link[]): void {
		for (const { name, id } of links) {
			const previous = this.byName.peek(name);
			// A link that is seen again keeps its order, because it was known before.
			const link = previous?.id === id ? previous : { id, order: this.count++ };
			this.byName.set(name, link);
		}
	}
}
