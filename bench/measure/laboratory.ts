import type { Supervisor } from '../../playground/processes/supervisor';
import type { Progress } from '../../playground/progress';

/** What every part of the benchmark works with. */
export interface Laboratory {
	supervisor: Supervisor;
	progress: Progress;
	/** Node 24, which n8n runs on; every contender does. */
	node: string;
	/** `node_modules` of a real n8n. */
	n8nModules: string;
	/** The built package, as a user installs it. */
	packageFolder: string;
	/** What the processes print lands here. */
	logFile: string;
	/** Fewer rounds and smaller jobs: shows that all works, and proves little. */
	quick: boolean;
	/** Rounds asked for by the user, in place of each part's own number. */
	rounds?: number;
}
