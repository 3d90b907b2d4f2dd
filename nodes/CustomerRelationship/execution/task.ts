import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sha256 } from '../sha256';
import { InvalidInput } from '../invalidInput';
import { findOperation } from '../resources';
import type { Operation, Output } from '../resources/operation';
import type { ClientDependencies } from '../transport/client';
import { onceKey } from '../transport/idempotency';
import { requireStep, type Plan, type Step } from '../transport/plan';
import { guardsOf, type Guards } from './guards';
import type { Entry } from './ledger';
import { parametersOf } from './parameters';
import { settingsOf, type Settings } from './settings';

/** An input item in a run of the node. */
export interface Item {
	/** Its place in the input, from 0. */
	index: number;
	/** Undefined where there is none of the chosen name. */
	operation: Operation | undefined;
	/** What the execution knows of it. */
	entry: Entry;
	/** What it gives out in this run, be it as a failed one; nothing while its turn has not come. */
	output?: INodeExecutionData[];
	/** Whether these are rows of a table, made by Simplify. */
	isTable?: boolean;
}

/** An item whose input was read, and what is still to be asked for it. */
export interface Task {
	item: Item;
	/** Resource and operation. */
	name: string;
	settings: Settings;
	/** Only where the item sends a message. */
	guards: Guards | undefined;
	plan: Plan<Output>;
	/** The plan's next step: a read that its input is judged by; once it is judged, its first request. */
	first: IteratorYieldResult<Step>;
	/** The way to the service with the item's credential, once there was something to ask. */
	surroundings?: ClientDependencies;
}

/** The operation that is chosen for an item; undefined where there is none of that name. */
export const chosenOperation = (context: IExecuteFunctions, index: number): Operation | undefined =>
	findOperation(
		context.getNodeParameter('resource', index, ''),
		context.getNodeParameter('operation', index, ''),
	);

/** @throws InvalidInput for input that can't be sent, or what n8n throws for an expression */
export function taskFor(context: IExecuteFunctions, item: Item): Task {
	const { index, operation } = item;
	if (!operation) {
		throw new InvalidInput(
			'Operation',
			'does not exist for this resource',
			'Choose Resource and Operation from their lists: n8n takes no expressions there. To let the data decide, put a Switch node in front.',
		);
	}
	const parameters = parametersOf(context, index, operation.properties);
	const settings = settingsOf(parameters, operation.kind);
	const plan = operation.plan(parameters);
	const name = `${String(parameters.read('resource'))}.${operation.value}`;
	const first = requireStep(plan.next());
	const { send } = first.value.request;
	if (send?.once !== undefined) settings.ownKey = onceKeyFor(context, send.once, settings);
	const guards = send ? guardsOf(parameters) : undefined;
	return { item, name, settings, guards, plan, first };
}

/** @throws InvalidInput where the user gave a key as well */
function onceKeyFor(context: IExecuteFunctions, once: string, { ownKey }: Settings): string {
	if (ownKey !== undefined) {
		throw new InvalidInput(
			'Idempotency Key',
			'is given while Once per Phone is on',
			'Take the key out, or turn Once per Phone off: each of them says which messages are the same.',
		);
	}
	const place = { installation: context.getInstanceId(), node: context.getNode().id };
	return onceKey({ ...place, workflow: context.getWorkflow().id ?? '' }, once);
}

/**
 * Whether an AI agent runs the node as its tool. A model that repeats a call gets a new run index but
 * means the same message, and two calls that differ mean two. So for a tool, and only there, what is asked for tells calls apart.
 */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() || context.getNode().type.endsWith('Tool');

/** Stands for what an item asks for. */
export function contentOf({ first }: Task): string {
	const { request, intent } = first.value;
	return sha256(
		JSON.stringify([request.method, request.path, request.query, request.body, intent]),
	);
}

/** Stands for a call of a tool: what it asks for, and the key that the user gave it. */
export const callOf = (task: Task): string =>
	JSON.stringify([contentOf(task), task.settings.ownKey]);

export const sameKeyAs = ({ item, first }: Task): InvalidInput =>
	first.value.request.send?.once === undefined
		? new InvalidInput(
				'Idempotency Key',
				`is the same as that of item ${item.index}, whose request differs`,
				'The service takes a key for one request only. Make it different for each item, for example by adding the item’s ID.',
			)
		: new InvalidInput(
				'Once per Phone',
				`is on, and item ${item.index} sends this template to the same phone (${first.value.request.phone})`,
				'Leave one of the two items out.',
			);
