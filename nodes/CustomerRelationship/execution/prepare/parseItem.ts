import type { Preparation } from '../../resources/shared/operation';
import { mapPrepared } from '../../resources/shared/prepared';
import { unknownOperation } from '../../resources/unknownOperation';
import type { Item, Task } from '../task';
import type { judgingParametersOf } from './itemParameters';
import { settingsOf } from './settings';

/** A task of which the types of custom fields may still be needed. */
export type ParsedItem = Pick<Task, 'item' | 'name' | 'settings'> & { preparation: Preparation };

/**
 * Judges an item's parameters.
 * @param ofItem its parameters, and the list to which reading them adds warnings
 * @throws InvalidInput for input that can't be sent, or what n8n throws for an expression
 */
export function parseItem(
	item: Item,
	{ parameters, warnings }: ReturnType<typeof judgingParametersOf>,
): ParsedItem {
	const { operation } = item;
	if (!operation) {
		throw unknownOperation(parameters.read('resource'), parameters.read('operation'));
	}
	const settings = settingsOf(parameters, operation.kind);
	const preparation = mapPrepared(operation.prepare(parameters), ({ intent, run }) => ({
		intent: { ...intent, warnings: [...warnings, ...(intent.warnings ?? [])] },
		run,
	}));
	const name = `${String(parameters.read('resource'))}.${operation.value}`;
	return { item, name, settings, preparation };
}
