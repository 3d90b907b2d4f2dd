/** What a contender is asked to watch in a process of its own, and what it tells of it. */
import type { Service } from './task';

export const watchers = ['this node', 'HTTP Request and Remove Duplicates'] as const;
export type Watcher = (typeof watchers)[number];

/** How far each look goes back: for the trigger its overlap, for the other a time in its query. */
export const LOOK_BACK_SECONDS = 10;

export interface ChangesTask {
	contender: Watcher;
	service: Service;
	/** IDs of the deals that are moved after the idle looks, and where to. */
	move: string[];
	toStage: string;
	/** `node_modules` of a real n8n. */
	n8nModules: string;
	/** The built package, as a user installs it. */
	packageFolder: string;
}

export interface Look {
	/** How many changes came out. */
	told: number;
	ms: number;
	requests: number;
}

export interface ChangesMeasurement {
	/** Until what is there is known. */
	begin: Look;
	/** While nothing changes. */
	idle: Look[];
	/** After the moves. */
	changed: Look;
	/** What is remembered in the end. */
	bytes: number;
}
