import { getOrCreate } from '../../maps';
import type { ItemLedgerEntry } from '../ledger/ledgerEntry';
import type { Item } from '../task';

/**
 * What a rule remembers of items. Like their entries in the ledger, it lasts over the tries of n8n's Retry On
 * Fail.
 */
export class MemoryAcrossTries<Memory extends object> {
	private readonly byEntry = new WeakMap<ItemLedgerEntry, Memory>();

	/** @param create the memory of an item of which nothing is known yet */
	constructor(private readonly create: () => Memory) {}

	of({ entry }: Pick<Item, 'entry'>): Memory {
		return getOrCreate(this.byEntry, entry, this.create);
	}
}
