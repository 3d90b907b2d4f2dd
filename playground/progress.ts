const HEARTBEAT_MS = 15_000;

/** Tells a person what is going on; swapped for silence in tests. */
export interface Progress {
	/** Announces a step, repeats that it lives while it lasts, and says how long it took. */
	step<T>(text: string, work: () => Promise<T>): Promise<T>;
	note(text: string): void;
}

function duration(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Plain lines on standard output, readable in a terminal and in a log file alike. */
export const consoleProgress: Progress = {
	async step(text, work) {
		const started = Date.now();
		console.log(`• ${text} …`);
		const heartbeat = setInterval(() => {
			console.log(`    still at it, ${duration(Date.now() - started)}`);
		}, HEARTBEAT_MS);
		try {
			const result = await work();
			console.log(`  done in ${duration(Date.now() - started)}`);
			return result;
		} finally {
			clearInterval(heartbeat);
		}
	},
	note(text) {
		console.log(`  ${text}`);
	},
};

export const silentProgress: Progress = {
	step: async (_text, work) => await work(),
	note: () => {},
};
