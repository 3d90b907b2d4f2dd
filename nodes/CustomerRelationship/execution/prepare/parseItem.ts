import type { Preparation } from '../../resources/shared/operation';
import { mapPreparation } from '../../resources/shared/prepared';
import { unknownOperation } from '../../resources/unknownOperation';
import type { Item, Task } from '../task';
import type { ParametersWithWarnings } from './itemParameters';
import { itemOptionsOf } from './itemOptions';

/** An item whose parameters are parsed; the types of its custom fields may still be missing. */
export type ParsedItem = Pick<Task, 'item' | 'name' | 'options'> & { preparation: Preparation };

/**
 * Parses and judges an item's parameters.
 * @throws InvalidInput for input that can't be sent, or what n8n throws for an expression
 */
export function parseItem(
	item: Item,
	{ parameters, warnings }: ParametersWithWarnings,
): ParsedItem {
	const { operation } = item;
	if (!operation) {
		throw unknownOperation(parameters.read('resource'), parameters.read('operation'));
	}
	const options = itemOptionsOf(parameters, operation.kind);
	const preparation = mapPreparation(operation.prepare(parameters), ({ intent, perform }) => ({
		intent: { ...intent, warnings: [...warnings, ...(intent.warnings ?? [])] },
		perform,
	}));
	const name = `${String(parameters.read('resource'))}.${operation.value}`;
	return { item, name, options, preparation };
}
