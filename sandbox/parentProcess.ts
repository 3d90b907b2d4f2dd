const CHECK_EVERY_MS = 200;

/** Tells that npm is gone: it hands a SIGTERM to the shell between it and us, and that shell just ends. */
export function whenParentDies(then: () => void): void {
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		then();
	}, CHECK_EVERY_MS);
	timer.unref();
}
