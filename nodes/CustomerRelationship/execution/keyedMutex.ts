/** The result of acquiring locks. */
export interface LockResult {
	/** Releases the locks. Call it even if `isHeld` is false. */
	release(): void;
	/** False if the caller gave up before the locks were free. */
	isHeld: boolean;
}

/** A mutex for each key; callers of one key get it in the order in which they came. */
export class KeyedMutex {
	private readonly tails = new Map<string, Promise<unknown>>();

	/**
	 * Resolves when everybody who came earlier for any of the keys has released them.
	 * @param giveUp once it resolves, the locks are no longer waited for
	 */
	async acquire(keys: readonly string[], giveUp?: Promise<unknown>): Promise<LockResult> {
		const earlier = keys.map((key) => this.tails.get(key));
		let end = () => {};
		const released = new Promise<void>((resolve) => (end = resolve));
		for (const key of keys) this.tails.set(key, released);
		const free = Promise.all(earlier).then(() => true);
		const isHeld = await Promise.race([free, ...(giveUp ? [giveUp.then(() => false)] : [])]);
		const release = () => {
			for (const key of keys) {
				if (this.tails.get(key) === released) this.tails.delete(key);
			}
			end();
		};
		// The next caller waits for this one alone. So a caller that gave up releases only after all before it.
		return { release: isHeld ? release : () => void free.then(release), isHeld };
	}
}
