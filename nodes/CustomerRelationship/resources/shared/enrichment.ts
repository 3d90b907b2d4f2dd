import type { IDataObject } from 'n8n-workflow';
import type { booleanField } from '../../fields/field';
import type { Ask } from '../../transport/ask';
import type { Operation, Output } from './operation';
import { optionOf } from './parameters';
import { withOutput } from './prepared';

/** What an operation can add to its records if an option is on. */
export interface Enrichment {
	field: ReturnType<typeof booleanField>;
	/** Returns the same records with properties added. It may read other records for them. */
	enrich(ask: Ask, records: Output['records']): Promise<Output['records']>;
}

/** Adds an enrichment to an operation's `prepare`: the records are enriched if the user turns that on. */
export const withEnrichment = (
	enrichment: Enrichment | undefined,
	prepare: Operation['prepare'],
): Operation['prepare'] =>
	enrichment
		? (parameters) => {
				const isWanted = optionOf(parameters, enrichment.field) ?? false;
				const preparation = prepare(parameters);
				if (!isWanted) return preparation;
				return withOutput(preparation, async (output, ask) => {
					const { records } = output;
					if (records.length === 0) return output;
					return { ...output, records: await enrichment.enrich(ask, records) };
				});
			}
		: prepare;

export const withAddedProperties = (
	records: Output['records'],
	propertiesOf: (record: IDataObject) => IDataObject,
): Output['records'] =>
	records.map(({ record, answer }) => ({
		record: { ...record, ...propertiesOf(record) },
		answer,
	}));
