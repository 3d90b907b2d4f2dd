/** Stands for every kind of event in the trigger's `events`. */
export const ANY_EVENT = '*';

/** The event kinds that a node listens to: the chosen ones and those typed in, separated by commas. */
export function selectedKinds(events: unknown, otherEvents: unknown): Set<string> {
	const chosen = Array.isArray(events) ? events.map(String) : [];
	const typed = Array.isArray(otherEvents) ? otherEvents : String(otherEvents ?? '').split(',');
	return new Set([...chosen, ...typed.map((kind) => String(kind).trim())].filter(Boolean));
}

/** Whether an event of this kind starts the workflow. */
export function isSelected(kinds: ReadonlySet<unknown>, event: unknown): boolean {
	return kinds.has(ANY_EVENT) || kinds.has(event);
}
