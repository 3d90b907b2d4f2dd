import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { findOperation } from '../resources';
import type { Operation, Output } from '../resources/operation';
import type { Surroundings } from '../transport/client';
import { digest } from '../transport/idempotency';
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
	/** What the user is to know of it. */
	told: Told;
	/** Its use of a key of the user's. */
	use?: KeyUse;
	/** The key of the request that was made last, if that was a write: its own failure tells what became of it. */
	key?: string;
	/** The way to the service with the item's credential, once there was something to ask. */
	surroundings?: Surroundings;
}

/** What a hint says of an item that was carried out. */
export interface Told {
	/** The service had answered its write before this execution sent it. */
	didNothingNew?: true;
	note?: string;
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
	const parameters = parametersOf(context, item, operation.properties);
	const settings = settingsOf(parameters, operation.kind);
	const plan = operation.plan(parameters);
	const name = `${String(parameters.read('resource'))}.${operation.value}`;
	return { item, name, settings, plan, first: asking(plan.next()), told: {} };
}

/** An item's use of a key of the user's. A token takes a key for one request only. */
export interface KeyUse {
	item: number;
	key: string;
	/** Stands for the request. */
	content: string;
	/** Tells the token from others. */
	account: () => Promise<string>;
}

/** @returns nothing for an item without a key of the user's */
export function keyUseOf(task: Task, account: () => Promise<string>): KeyUse | undefined {
	const { ownKey: key } = task.settings;
	return key === undefined
		? undefined
		: { item: task.item, key, content: contentOf(task), account };
}

/** Stands for what an item asks for. */
export function contentOf({ first }: Task): string {
	const { request, intent } = first.value;
	return digest(
		JSON.stringify([request.method, request.path, request.query, request.body, intent]),
	);
}

export const sameKeyAs = ({ item }: KeyUse): InvalidInput =>
	new InvalidInput(
		'Idempotency Key',
		`is the same as that of item ${item}, whose request differs`,
		'The service takes a key for one request only. Make it different for each item, for example by adding the item’s ID.',
	);
