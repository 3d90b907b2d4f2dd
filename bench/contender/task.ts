/** What contenders are asked to do in a process of their own, and what is told of it. */
export const HELPER = "n8n's bare http helper";
export const BATCHES = 'HTTP Request, batches of the limit';
export type Contender = 'this node' | 'HTTP Request' | typeof BATCHES | typeof HELPER;

export type Job =
	/** Creates companies, one an item. `windowMs` and `limit` are what a user knows of the service's. */
	| { kind: 'writes'; count: number; windowMs: number; limit: number }
	/** Brings every contact, one an item. */
	| { kind: 'returnAll' }
	/** Gets `count` contacts one by one, at most `parallel` at once. */
	| { kind: 'singleGets'; count: number; parallel: number };

export interface Task {
	/** They take turns, round after round. */
	contenders: readonly Contender[];
	job: Job;
	rounds: number;
	/** Rounds before those, not counted. */
	warmUps: number;
	service: { baseUrl: string; accessToken: string };
	/** `node_modules` of a real n8n. */
	n8nModules: string;
}

export interface Sample {
	/** Duration of the work in ms. */
	ms: number;
	/** Why the workflow did not end well. */
	trouble?: string;
}
