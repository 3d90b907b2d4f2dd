import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import type { Warning } from '../../mistakes/judge';
import type { Preparation, Prepared } from '../../resources/shared/operation';
import { changed } from '../../resources/shared/prepared';
import { unknownOperation } from '../../resources/unknownOperation';
import { onceKey } from '../idempotencyKey';
import type { NodeParameters } from '../nodeParameters';
import type { Draft, Item, Task } from '../task';
import { parametersOf } from './parameters';
import { settingsOf } from './settings';

/** Reads an item's parameters and judges them. @throws InvalidInput for input that can't be sent, or what n8n throws for an expression */
export function prepareItem(
	nodeParameters: NodeParameters,
	item: Item,
): { draft: Draft; preparation: Preparation } {
	const { index, operation } = item;
	if (!operation) {
		const [resource, name] = ['resource', 'operation'].map((one) =>
			nodeParameters.read(one, index),
		);
		throw unknownOperation(resource, name);
	}
	const warnings: Warning[] = [];
	const parameters = parametersOf(nodeParameters, index, warnings, operation.properties);
	const settings = settingsOf(parameters, operation.kind);
	const preparation = changed(operation.prepare(parameters), ({ intent, run }) => ({
		intent: { ...intent, warnings: [...warnings, ...(intent.warnings ?? [])] },
		run,
	}));
	const name = `${String(parameters.read('resource'))}.${operation.value}`;
	return { draft: { item, name, settings }, preparation };
}

/**
 * The item, ready to run.
 * @throws InvalidInput where the user gave a key to a message that is sent once per phone
 */
export function taskOf(context: IExecuteFunctions, draft: Draft, { intent, run }: Prepared): Task {
	const { ownKey } = draft.settings;
	const once = intent.message?.oncePerPhone;
	if (once === undefined) return { ...draft, intent, run, ownKey };
	if (ownKey === undefined) return { ...draft, intent, run, ownKey: onceKey(context, once) };
	throw new InvalidInput(
		'Idempotency Key',
		'is given while Once per Phone is on',
		'Take the key out, or turn Once per Phone off: each of them says which messages are the same.',
	);
}
