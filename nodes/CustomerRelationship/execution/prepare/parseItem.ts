import type { Preparation } from '../../resources/shared/operation';
import { mapPrepared } from '../../resources/shared/prepared';
import { unknownOperation } from '../../resources/unknownOperation';
import type { NodeParameters } from '../nodeParameters';
import type { Item, Task } from '../task';
import { parametersOf } from './itemParameters';
import { settingsOf } from './settings';

/** A task of which the types of custom fields may still be needed. */
export type ParsedItem = Pick<Task, 'item' | 'name' | 'settings'> & { preparation: Preparation };

/**
 * Reads an item's parameters and judges them.
 * @throws InvalidInput for input that can't be sent, or what n8n throws for an expression
 */
export function parseItem(nodeParameters: NodeParameters, item: Item): ParsedItem {
	const { index, operation } = item;
	if (!operation) {
		const [resource, name] = ['resource', 'operation'].map((one) =>
			nodeParameters.read(one, index),
		);
		throw unknownOperation(resource, name);
	}
	const { parameters, warnings } = parametersOf(nodeParameters, index, operation.properties);
	const settings = settingsOf(parameters, operation.kind);
	const preparation = mapPrepared(operation.prepare(parameters), ({ intent, run }) => ({
		intent: { ...intent, warnings: [...warnings, ...(intent.warnings ?? [])] },
		run,
	}));
	const name = `${String(parameters.read('resource'))}.${operation.value}`;
	return { item, name, settings, preparation };
}
