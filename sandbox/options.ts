import type { TimeSource } from './clock';
import type { Reading } from './rules/readings';

/** What a sandbox can be told at its start; the same names as the command's flags, in camelCase. */
export interface SandboxOptions {
	/** Address to listen on. Anything but loopback has to be asked for. */
	host: string;
	/** 0 takes a free port. */
	port: number;
	/** Generated contacts of the main account; the fixtures' contacts are not counted. */
	contacts: number;
	/** The same seed gives the same data. */
	seed: number;
	/** Length of every sliding window in ms: token, account and channel. */
	rateWindowMs: number;
	/** Requests a window and token. */
	tokenLimit: number;
	/** Requests a window and account. */
	accountLimit: number;
	/** Sends a window and channel number. */
	channelLimit: number;
	/** A larger `limit` gives 400 `invalid_parameter`. */
	maxPageSize: number;
	/** Names of what the specification does not show (README, "Dialects"); 0 are the sandbox's own. */
	dialect: number;
	/** Decisions turned the other way (README, "Readings"). */
	readings: readonly Reading[];
	/** Round trip in ms, and how much more it may be by chance. */
	latencyMs: number;
	latencyJitterMs: number;
	/** How long a delivery of an event waits for the receiver's answer, in ms. */
	receiverTimeoutMs: number;
	/** Where time comes from, in ms since 1970; tests inject their own. */
	time: TimeSource;
}

/** The specification's own numbers, where it has them ("Limits"). */
export const DEFAULT_OPTIONS: SandboxOptions = {
	host: '127.0.0.1',
	port: 0,
	contacts: 300,
	seed: 1,
	rateWindowMs: 60_000,
	tokenLimit: 120,
	accountLimit: 600,
	channelLimit: 30,
	maxPageSize: 100,
	dialect: 0,
	readings: [],
	latencyMs: 0,
	latencyJitterMs: 0,
	receiverTimeoutMs: 30_000,
	time: Date.now,
};

/** The page size when `limit` is not sent (README, decision "Page size"). */
export const DEFAULT_PAGE_SIZE = 50;
