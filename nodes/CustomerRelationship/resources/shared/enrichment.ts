import type { IDataObject } from 'n8n-workflow';
import type { booleanField } from '../../fields/field';
import type { Ask } from '../../transport/ask';
import type { MonotonicMs } from '../../transport/time';
import type { Operation } from './operation';
import { collectionFieldValue } from './parameters';
import { mapResult } from './prepared';
import type { SummaryReadOptions } from './recordSummaries';

/** What an operation can add to its records if an option is on. */
export interface Enrichment {
	field: ReturnType<typeof booleanField>;
	/**
	 * Reads the other records that the additions are made of.
	 * @returns the properties to add to each of the records
	 */
	read(
		ask: Ask,
		records: readonly IDataObject[],
		options?: EnrichmentReadOptions,
	): Promise<(record: IDataObject) => IDataObject>;
}

/** How the additions are read. */
export interface EnrichmentReadOptions extends SummaryReadOptions {
	/** When the records that get the additions were read. */
	readAt?: MonotonicMs | undefined;
}

/** Adds an enrichment to an operation's `prepare`: the records are enriched if the user turns that on. */
export const withEnrichment = (
	enrichment: Enrichment | undefined,
	prepare: Operation['prepare'],
): Operation['prepare'] =>
	enrichment
		? (parameters) => {
				const isWanted = collectionFieldValue(parameters, enrichment.field) ?? false;
				const preparation = prepare(parameters);
				if (!isWanted) return preparation;
				return mapResult(preparation, async (result, ask) => {
					const { records } = result;
					if (records.length === 0) return result;
					const readAt = records.at(-1)?.answer.receivedAt;
					const additionsTo = await enrichment.read(
						ask,
						records.map(({ record }) => record),
						{ readAt },
					);
					return {
						...result,
						records: records.map(({ record, answer }) => ({
							record: { ...record, ...additionsTo(record) },
							answer,
						})),
					};
				});
			}
		: prepare;
