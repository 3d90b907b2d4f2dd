import type { Notices } from '../notices';
import type { SendRules } from '../rules/sendRules';
import type { Task } from '../task';
import { duplicateTargets } from './duplicateTargets';
import { emailWarnings } from './emailWarnings';
import { phoneWarnings } from './phoneWarnings';
import { valueWarnings } from './valueWarnings';

/** Judges what shows only across items, such as shared phones and shared records. */
export function judgeTogether(
	tasks: readonly Task[],
	rules: SendRules,
): Pick<Notices, 'hints' | 'warningsOf'> & { hintsFor(task: Task): string[] } {
	const all = tasks.map(({ item, intent }) => ({ item: item.index, intent }));
	const phones = phoneWarnings(
		all.map(({ item, intent }) => {
			const { phone, phones, message, onlyFillsEmpty } = intent;
			const meaning =
				message && (rules.sharedMessageMeaning({ intent }) ?? 'each sends a message to it');
			return { item, phone, phones, meaning, onlyFillsEmpty };
		}),
	);
	const values = valueWarnings(
		all.map(({ item, intent: { warnings = [] } }) => ({ item, warnings })),
	);
	const warnings = [phones, emailWarnings(all), values];
	const warningsOf = (item: number) => warnings.flatMap((one) => one.of(item));
	const duplicates = duplicateTargets(all);
	return {
		hints: [
			...warnings.flatMap(({ hints }) => hints),
			...duplicates.hints,
			...createdEachTimeHints(tasks),
		],
		warningsOf,
		hintsFor: (task) => [
			...warningsOf(task.item.index),
			...duplicates.of(task.item.index),
			...createdEachTimeHints([task]),
		],
	};
}

/** Counts the items whose record no later run finds again. */
function createdEachTimeHints(tasks: readonly Task[]): string[] {
	const lacking = tasks.flatMap(({ intent }) => intent.createsEachTime ?? []);
	const [first] = lacking;
	if (!first) return [];
	const { length } = lacking;
	return [
		length === 1
			? `1 item has ${first.lacks}: each run creates a new ${first.record} from it.`
			: `${length} items have ${first.lacks}: each run creates new ${first.record}s from them.`,
	];
}
