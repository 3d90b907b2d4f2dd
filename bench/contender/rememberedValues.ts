/** n8n's memory of processed values as its own database has it, kept in this process. */
import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';

/** Hashes as n8n makes them. */
let values: string[] = [];
const hash = (value: { toString(): string }) =>
	createHash('md5').update(value.toString()).digest('base64');

const deduplicator: IDataDeduplicator = {
	checkProcessedAndRecord: async (items, _scope, _context, { maxEntries }) => {
		const known = new Set(values);
		const isKnown = (item: (typeof items)[number]) => known.has(hash(item));
		const fresh = items.filter((item) => !isKnown(item));
		const processed = items.filter(isKnown);
		values.push(...fresh.map(hash));
		if (maxEntries) values = values.slice(-maxEntries);
		return { new: fresh, processed };
	},
	removeProcessed: async () => {},
	clearAllProcessedItems: async () => {},
	getProcessedDataCount: async () => values.length,
};

/** Lets Remove Duplicates work without n8n's database. */
export const rememberInProcess = (): void => void DataDeduplicationService.init(deduplicator);

/** The size of the database's entry. */
export const bytesRemembered = (): number =>
	JSON.stringify({ mode: 'entries', data: values }).length;
