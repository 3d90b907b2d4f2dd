/**
 * Makes the instance id and the logger, of which n8n has one in each process, differ from run to run: code inside
 * `inInstance` sees that instance's id, and its log lines are added to that instance's list.
 */
import './userFolder';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';
import { LoggerProxy } from 'n8n-workflow';
import { AsyncLocalStorage } from 'node:async_hooks';

/** One line that n8n or a node wrote to n8n's log. */
export interface LogEntry {
	level: 'error' | 'warn' | 'info' | 'debug';
	message: string;
	metadata?: unknown;
}

/** An n8n installation as a run sees it. */
export interface Instance {
	/** What `getInstanceId()` answers; the temporary folder's own id when left out. */
	id?: string;
	logs: LogEntry[];
}

const current = new AsyncLocalStorage<Instance>();

/** Runs `work` on an instance: its id is seen and its log is written wherever `work` leads. */
export function inInstance<T>(instance: Instance, work: () => T): T {
	return current.run(instance, work);
}

const write = (level: LogEntry['level']) => (message: string, metadata?: unknown) => {
	current
		.getStore()
		?.logs.push({ level, message, ...(metadata === undefined ? {} : { metadata }) });
};
const recorder = {
	error: write('error'),
	warn: write('warn'),
	info: write('info'),
	debug: write('debug'),
	scoped: () => recorder,
};
Container.set(Logger, recorder as unknown as Logger);
LoggerProxy.init(recorder);

const settings = Container.get(InstanceSettings);
const ownId = settings.instanceId;
Object.defineProperty(settings, 'instanceId', { get: () => current.getStore()?.id ?? ownId });
