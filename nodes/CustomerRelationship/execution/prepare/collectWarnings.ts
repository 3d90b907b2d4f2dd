import { makeItemNameLookup } from '../itemName';
import type { PreparationReport } from '../preparationReport';
import type { SendRules } from '../rules/sendRules';
import type { Task } from '../task';
import { duplicateOnRerunWarnings } from './duplicateOnRerunWarnings';
import { sharedEmailWarnings } from './sharedEmailWarnings';
import { phoneWarnings } from './phoneWarnings';
import type { RunWarnings } from './runWarnings';
import { sharedRecordWarnings } from './sharedRecordWarnings';
import { fieldWarnings } from './fieldWarnings';

/** Collects the warnings about a run's items: about single values, and about what several items share. */
export function collectWarnings(
	tasks: readonly Task[],
	rules: SendRules,
): Pick<PreparationReport, 'panelWarnings' | 'inputWarnings'> & {
	/** All warnings about an item. */
	itemWarnings(item: number): string[];
} {
	const all = tasks.map(({ item, intent }) => ({ item: item.index, intent }));
	const nameOf = makeItemNameLookup(tasks.map(({ item }) => item));
	const phones = phoneWarnings(
		all.map(({ item, intent }) => {
			const { phone, phones, message, onlyFillsEmpty } = intent;
			const sharedPhoneClause = message && rules.sharedPhoneClause({ intent });
			return { item, phone, phones, sharedPhoneClause, onlyFillsEmpty };
		}),
		nameOf,
	);
	const values = fieldWarnings(
		all.map(({ item, intent: { warnings = [] } }) => ({ item, warnings })),
		nameOf,
	);
	const aboutInput = [phones, sharedEmailWarnings(all, nameOf), values];
	const everything = [
		...aboutInput,
		sharedRecordWarnings(all, nameOf),
		duplicateOnRerunWarnings(all),
	];
	const forItem = (warnings: readonly RunWarnings[], item: number) =>
		warnings.flatMap((kind) => kind.forItem(item));
	return {
		panelWarnings: everything.flatMap(({ forPanel }) => forPanel),
		itemWarnings: (item) => forItem(everything, item),
		// With Check Only an item shows what is probably wrong in its input. Several items for one record, and a
		// record that is new with each run, are often meant: the panel tells them.
		inputWarnings: (item) => forItem(aboutInput, item),
	};
}
