import type { IDataObject } from 'n8n-workflow';
import { booleanField } from '../../fields/field';
import { isObject } from '../../typeGuards';
import { parseId } from '../../fields/parsers/id';
import { centsToReais } from '../../fields/parsers/money';
import { DEFAULT_PAGE_SIZE } from '../../fields/options';
import { asking, type Ask } from '../../transport/ask';
import { readList, type Listed } from '../../transport/pages';
import { byId, path, type ApiRequest } from '../../transport/request';
import { RequestFailed } from '../../transport/requestFailed';
import { firstText, labelOf } from '../guesses';
import type { Operation, Output } from './operation';
import { optionOf } from './parameters';
import { withOutput } from './prepared';

/** What an operation can add to its records. */
export interface Naming {
	field: ReturnType<typeof booleanField>;
	/** The same records, each with the names of those that it points to. */
	name(ask: Ask, records: Output['records']): Promise<Output['records']>;
}

/** The same operation, whose records are given names where the user wants that. */
export const withNames = (
	naming: Naming | undefined,
	prepare: Operation['prepare'],
): Operation['prepare'] =>
	naming
		? (parameters) => {
				const isWanted = optionOf(parameters, naming.field) ?? false;
				const preparation = prepare(parameters);
				if (!isWanted) return preparation;
				return withOutput(preparation, async (output, ask) => {
					const { records } = output;
					if (records.length === 0) return output;
					return { ...output, records: await naming.name(ask, records) };
				});
			}
		: prepare;

const includeNames = (added: string) =>
	booleanField({
		displayName: 'Include Names',
		name: 'includeNames',
		purpose: 'setting',
		default: true,
		description: `Whether to add ${added}. With Simplify this stands in columns of the row. This takes further requests, at most one for each of those records in an execution.`,
	});

export const companyOfContact: Naming = {
	field: includeNames('the name of the company as <code>_names</code>'),
	async name(ask, records) {
		const companies = await companyNames(ask, records, 'companyId');
		return adding(records, ({ companyId }) => ({
			_names: { company: companies.of(companyId) },
		}));
	},
};

export const namesOfDeal: Naming = {
	field: includeNames(
		'the names of pipeline, stage, company and contact and the contact’s phone and email as <code>_names</code>, and the value in reais as <code>_value</code>',
	),
	async name(ask, records) {
		const pipelines = new Names(ask);
		await pipelines.readAll({ path: '/pipelines', query: { includeInactive: 'true' } });
		const stages = new Names(ask);
		for (const id of idsIn(records, 'pipelineId')) {
			await stages.readAll({ path: path`/pipelines/${id}/stages` });
		}
		const companies = await companyNames(ask, records, 'companyId');
		const contacts = new Names(ask);
		await contacts.learn('/contacts', idsIn(records, 'contactId'), readAt(records));
		return adding(records, ({ pipelineId, stageId, companyId, contactId, valueCents }) => ({
			_names: {
				pipeline: pipelines.of(pipelineId),
				stage: stages.of(stageId),
				company: companies.of(companyId),
				contact: contacts.of(contactId),
				contactPhone: contacts.of(contactId, 'phone'),
				contactEmail: contacts.of(contactId, 'email'),
			},
			_value: centsToReais(valueCents),
		}));
	},
};

async function companyNames(
	ask: Ask,
	records: Output['records'],
	property: string,
): Promise<Names> {
	const names = new Names(ask);
	const wanted = idsIn(records, property);
	await names.learn('/companies', wanted, readAt(records), { includeInactive: 'true' });
	return names;
}

const adding = (
	records: Output['records'],
	more: (record: IDataObject) => IDataObject,
): Output['records'] =>
	records.map(({ record, answer }) => ({ record: { ...record, ...more(record) }, answer }));

function idsIn(records: Output['records'], property: string): Set<string> {
	const ids = records.flatMap(({ record }) => parseId(record[property], property) ?? []);
	return new Set(ids);
}

/** When records were read, in ms of the clock's `elapsed`. */
const readAt = (records: Output['records']): number => records.at(-1)?.answer.at ?? 0;

/** Reading a list may cost so many requests more than reading each record, as a share of their number. */
const RISK = 0.1;

/** What is kept of a record that is named. */
type Named = Record<'name' | 'phone' | 'email', string | undefined>;

/** What records are called, by their IDs. */
class Names {
	private readonly known = new Map<string, Named>();

	constructor(private readonly ask: Ask) {}

	/** Null where the record has none, or is not seen. */
	of(id: unknown, what: keyof Named = 'name'): string | null {
		return this.known.get(String(id))?.[what] ?? null;
	}

	/** Reads a list; undefined where it is not visible. */
	async readAll(
		list: Pick<ApiRequest, 'path' | 'query'>,
		pageSize?: number,
		goesOn: (page: IDataObject[]) => boolean = () => true,
	): Promise<Listed | undefined> {
		return await undefinedIfNotVisible(
			readList(
				asking(this.ask, { cacheAs: namesInList }),
				{ method: 'GET', ...list },
				{
					pageSize,
					goesOn: (page) => {
						page.forEach((record) => this.note(record));
						return goesOn(page);
					},
				},
			),
		);
	}

	/**
	 * Learns the names of certain records. The length of the list is unknown, so pages are read as long as they hold
	 * enough of these records; the rest is read one by one.
	 * @param namedAt when it was read who is wanted, in ms of the clock's `elapsed`
	 */
	async learn(
		collection: string,
		wanted: Set<string>,
		namedAt: number,
		query?: ApiRequest['query'],
	): Promise<void> {
		const left = new Set(wanted);
		let pages = 0;
		// Each page is a request, and saves one for each of its records that is wanted.
		const pays = () => pages + 1 <= wanted.size - left.size + Math.floor(wanted.size * RISK);
		if (pays()) {
			const read = await this.readAll({ path: collection, query }, DEFAULT_PAGE_SIZE, (page) => {
				for (const { id } of page) left.delete(String(id));
				pages += 1;
				return left.size > 0 && pays();
			});
			if (!read) return;
			// A record missing from the whole list is not visible, unless the list was cached before the record was named.
			const isOlder = (read.records[0]?.answer.at ?? namedAt) < namedAt;
			if (read.nextCursor === undefined && !isOlder) return;
		}
		for (const id of left) {
			const answer = await undefinedIfNotVisible(
				this.ask(byId(collection, { id }), { cacheAs: nameIn }),
			);
			if (answer) this.note(answer.body);
		}
	}

	private note(record: IDataObject): void {
		const text = (name: string) => firstText(record, [name]);
		const named = { name: text('name'), phone: text('phone'), email: text('email') };
		if (record.id) this.known.set(String(record.id), named);
	}
}

const nameIn = (record: IDataObject): IDataObject => ({
	...{ id: record.id, name: labelOf(record) },
	...{ phone: record.phone, email: record.email },
});

const namesInList = ({ data, ...envelope }: IDataObject): IDataObject => ({
	...envelope,
	data: Array.isArray(data)
		? data.map((record) => (isObject(record) ? nameIn(record) : record))
		: data,
});

/** What is read; undefined where the token's user does not see that, be it records or their list. */
export async function undefinedIfNotVisible<Found>(
	read: Promise<Found>,
): Promise<Found | undefined> {
	try {
		return await read;
	} catch (error) {
		const failure = RequestFailed.orThrow(error);
		if (failure.decision?.unreadable !== 'not visible') throw failure;
		return undefined;
	}
}
