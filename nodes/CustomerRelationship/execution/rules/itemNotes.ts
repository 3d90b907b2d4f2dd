import type { Entry } from '../entry';
import type { Item } from '../task';

/** What a rule notes about items. Like their entries in the ledger, it lasts over the tries of n8n's Retry On Fail. */
export class ItemNotes<Note extends object> {
	private readonly byEntry = new WeakMap<Entry, Note>();

	/** @param create the note on an item of which nothing is known yet */
	constructor(private readonly create: () => Note) {}

	of({ entry }: Pick<Item, 'entry'>): Note {
		const note = this.byEntry.get(entry) ?? this.create();
		this.byEntry.set(entry, note);
		return note;
	}
}
