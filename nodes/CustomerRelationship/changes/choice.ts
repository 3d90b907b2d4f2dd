import type { IDataObject } from 'n8n-workflow';

/** What the user wants to be told of a list. It is remembered, as JSON. */
export interface Choice {
	events: string[];
	/** What a record has to hold as it is now, by its properties. */
	filters: Record<string, string>;
}

export const isChosen = (choice: Choice, event: string, record: IDataObject): boolean =>
	choice.events.includes(event) &&
	Object.entries(choice.filters).every(([name, value]) => String(record[name]) === value);

export const isSame = (one: Choice, other: Choice): boolean =>
	JSON.stringify(one) === JSON.stringify(other);
