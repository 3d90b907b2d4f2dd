/** What contenders are asked to do in a process of their own, and what is told of it. */

/** Who does the work. */
export const contenders = [
	'this node',
	'HTTP Request',
	'HTTP Request, batches of the limit',
	"n8n's bare http helper",
	'undici',
] as const;
export type Contender = (typeof contenders)[number];

/** Where the work is done. */
export interface Service {
	baseUrl: string;
	accessToken: string;
	/** Its process. */
	pid: number;
}

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
	service: Service;
	/** `node_modules` of a real n8n. */
	n8nModules: string;
	/** The built package, as a user installs it. */
	packageFolder: string;
}

export interface Sample {
	/** Duration of the work in ms. */
	ms: number;
	/** Processor time that the sandbox used meanwhile, in ms. */
	sandboxMs: number;
	/** Items, or records, that came out. */
	items: number;
	/** Whether the workflow ended well. */
	succeeded: boolean;
	/** Why it did not. */
	why?: string;
	/** Highest growth of the heap and of the memory outside it that belongs to it, in bytes. */
	heapGrowth: number;
	/** What of the heap's growth is left when the work is done and all garbage is gone: the result, in bytes. */
	kept: number;
}
