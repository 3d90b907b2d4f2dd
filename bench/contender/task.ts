/** The task that the worker process gets, and the samples that it returns. */
export const HELPER = "n8n's bare http helper";
export const BATCHES = 'HTTP Request, batches of the limit';
export type Contender = 'this node' | 'HTTP Request' | typeof BATCHES | typeof HELPER;

export type Job =
	/** Creates companies, one for each item. `windowMs` and `limit` are the service's, which the user knows. */
	| { kind: 'writes'; count: number; windowMs: number; limit: number }
	/** Reads every contact, one for each item. */
	| { kind: 'returnAll' }
	/** Gets `count` contacts one by one, at most `parallel` at once. */
	| { kind: 'singleGets'; count: number; parallel: number };

export interface Task {
	/** Measured in turn, round after round. */
	contenders: readonly Contender[];
	job: Job;
	rounds: number;
	/** Rounds before those, which are not counted. */
	warmUps: number;
	service: { baseUrl: string; accessToken: string };
	/** `node_modules` of a real n8n. */
	n8nModules: string;
}

export interface Sample {
	/** Duration of the work in ms. */
	ms: number;
	/** Why the workflow failed. */
	trouble?: string;
}
