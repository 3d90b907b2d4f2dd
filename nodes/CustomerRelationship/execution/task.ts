import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { findOperation } from '../resources';
import type { Operation, Output } from '../resources/operation';
import type { Surroundings } from '../transport/client';
import { asking, type Plan, type Step } from '../transport/plan';
import { parametersOf } from './parameters';
import { settingsOf, type Settings } from './settings';

/** An item whose input was read and judged; nothing was sent for it yet. */
export interface Task {
	item: number;
	/** Resource and operation. */
	name: string;
	settings: Settings;
	plan: Plan<Output>;
	/** The plan's first request, once its input is judged. */
	first: IteratorYieldResult<Step>;
	/** The key of the request that was made last, if that was a write: its own failure tells what became of it. */
	key?: string;
	/** The way to the service with the item's credential, once there was something to ask. */
	surroundings?: Surroundings;
}

/** The operation that is chosen for an item; undefined where there is none of that name. */
export const chosenOperation = (context: IExecuteFunctions, item: number): Operation | undefined =>
	findOperation(
		context.getNodeParameter('resource', item, ''),
		context.getNodeParameter('operation', item, ''),
	);

/** @throws InvalidInput for input that can't be sent, or what n8n throws for an expression */
export function taskFor(
	context: IExecuteFunctions,
	item: number,
	operation: Operation | undefined,
): Task {
	if (!operation) {
		throw new InvalidInput(
			'Operation',
			'does not exist for this resource',
			'Choose Resource and Operation from their lists: n8n takes no expressions there. To let the data decide, put a Switch node in front.',
		);
	}
	const parameters = parametersOf(context, item);
	const settings = settingsOf(parameters, operation.kind);
	const plan = operation.plan(parameters);
	const name = `${String(parameters.read('resource'))}.${operation.value}`;
	return { item, name, settings, plan, first: asking(plan.next()) };
}

/** The items of a run that brought keys of the user's, by key: the first that did. */
export type OwnKeys = Map<string, Task>;

/** An item that brought the same key before for a request that differs; a token takes a key for one request only. */
export function rivalOf(task: Task, keys: OwnKeys): Task | undefined {
	const { ownKey } = task.settings;
	if (ownKey === undefined) return undefined;
	const first = keys.get(ownKey) ?? task;
	keys.set(ownKey, first);
	return first === task || contentOf(first) === contentOf(task) ? undefined : first;
}

function contentOf({ first }: Task): string {
	const { request, intent } = first.value;
	return JSON.stringify([request.method, request.path, request.body, intent]);
}

export const sameKeyAs = ({ item }: Task): InvalidInput =>
	new InvalidInput(
		'Idempotency Key',
		`is the same as that of item ${item}, whose request differs`,
		'The service takes a key for one request only. Make it different for each item, for example by adding the item’s ID.',
	);
