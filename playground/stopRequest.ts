import { whenParentDies } from '../sandbox/parentProcess';

/** Resolves when the user asks for the end: Ctrl-C, a closed terminal, a polite kill, of us or of npm. */
export function untilAskedToStop(): Promise<void> {
	return new Promise((resolve) => {
		// Kept for good: npm, the shell and the terminal may each pass on the same Ctrl-C.
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => resolve());
		if (process.env.npm_lifecycle_event) whenParentDies(resolve);
	});
}
