import { LruMap } from './lruMap';
import type { Link } from './request';

/** The links that the answers to one token told, for all executions of this process. */
export class Links {
	private readonly ids = new LruMap<string, string>(10_000);

	/** The ID of the record that a link leads to; undefined while no answer told it. */
	idBehind(name: string): string | undefined {
		return this.ids.peek(name);
	}

	record(links: readonly Link[]): void {
		for (const { name, id } of links) this.ids.set(name, id);
	}
}
