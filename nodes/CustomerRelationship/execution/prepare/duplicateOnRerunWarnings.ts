import type { Intent } from '../../resources/shared/operation';
import type { RunWarnings } from './runWarnings';

type Creation = NonNullable<Intent['createsEachTime']>;

/** Warns of items whose record no later run finds again. @param all the items of a run */
export function duplicateOnRerunWarnings(
	all: ReadonlyArray<{ item: number; intent: Pick<Intent, 'createsEachTime'> }>,
): RunWarnings {
	const byItem = new Map<number, Creation>();
	for (const { item, intent } of all) {
		if (intent.createsEachTime) byItem.set(item, intent.createsEachTime);
	}
	return {
		forItem: (item) => sentencesOf([byItem.get(item) ?? []].flat()),
		forPanel: sentencesOf([...byItem.values()]),
	};
}

function sentencesOf(lacking: readonly Creation[]): string[] {
	const [first] = lacking;
	if (!first) return [];
	const { length } = lacking;
	return [
		length === 1
			? `1 item has ${first.identifiers}: each run creates a new ${first.record} from it.`
			: `${length} items have ${first.identifiers}: each run creates new ${first.record}s from them.`,
	];
}
