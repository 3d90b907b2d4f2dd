import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';
import { additionalFields } from '../../fields/collections';
import { identifyingCnpjField } from '../../fields/cnpj';
import { cnpjKey } from '../../fields/parsers/cnpj';
import { additionalBodyField } from '../../fields/json';
import { emailKey } from '../../fields/parsers/email';
import { onlyFillEmpty, optionsOf } from '../../fields/options';
import { phoneKey } from '../../fields/parsers/phone';
import { InvalidInput, MissingInput } from '../../invalidInput';
import type { Ask } from '../../transport/ask';
import { BrokenList, readList } from '../../transport/pages';
import { RequestFailed } from '../../transport/requestFailed';
import { bodyForEmptyFields, entriesNotIn, entriesOfList } from '../shared/merge';
import { collectionBody } from '../shared/body';
import { withFieldTypes } from '../shared/fieldTypes';
import type { Operation, OperationResult } from '../shared/operation';
import {
	addedCollectionValue,
	assertRoomInKey,
	fieldValue,
	type ItemParameters,
} from '../shared/parameters';
import { phonesIn, readFirst } from '../shared/prepared';
import { createRecord, foundRecord, updateFound, type Found } from '../shared/upsert';
import { cnpj, companyFields, NAME_AS_WELL } from './fields';

const additional = [
	...companyFields('. On an existing company they are added to those that it has.'),
	additionalBodyField,
];

/**
 * Companies, `GET /companies`, then `PATCH /companies/{id}` or `POST /companies`: a CNPJ is unique in the
 * account, deactivated companies included (specification: Company). Cut off between two of its requests
 * and run again it finds what it created.
 */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update company',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	kind: 'write',
	properties: [
		{
			...cnpj.property,
			required: true,
			description: `${cnpj.property.description}. If a company has it, even a deactivated one, that company is updated. If none has it, one is created.`,
			hint: NAME_AS_WELL,
		},
		additionalFields(additional),
		optionsOf('write', [onlyFillEmpty]),
	],
	refusals: {
		cnpj_already_in_use: {
			message: 'The CNPJ belongs to a company that the access token’s user does not see',
			remedy: 'Use the access token of its owner or of a manager.',
		},
	},
	inactiveHint:
		'The company that was found is deactivated, and stays so. The service links no contact and no deal to it: let an If node look at isActive before the next step',
	prepare(parameters) {
		const cnpj = requiredCnpj(parameters);
		assertRoomInKey(parameters, ['create', 'update']);
		const additionalGiven = collectionBody(parameters, 'additionalFields', additional);
		assertNoSecondCnpj(additionalGiven);
		const onlyFillsEmpty = addedCollectionValue(parameters, onlyFillEmpty) ?? false;
		return withFieldTypes('/companies', additionalGiven, (given) => ({
			intent: {
				...readFirst(`companies/${cnpjKey(cnpj)}`, { cnpj: cnpjKey(cnpj), ...given }),
				phones: phonesIn(given),
			},
			async run(ask) {
				const existing = await findCompany(ask, cnpj);
				if (existing) return await updateCompany(ask, existing, given, onlyFillsEmpty);
				try {
					return await createRecord(ask, 'companies', { cnpj, ...given });
				} catch (error) {
					const failure = RequestFailed.orThrow(error);
					if (failure.refusal?.code !== 'cnpj_already_in_use') throw failure;
					// Another execution created it first. A company that is still not found is not visible to the token.
					const company = await findCompany(ask, cnpj);
					if (!company) throw failure;
					return await updateCompany(ask, company, given, onlyFillsEmpty);
				}
			},
		}));
	},
};

const LISTS = [
	['emails', emailKey],
	['phones', phoneKey],
] as const;

/** @throws BrokenList where the company shows no such list: what there is would be lost */
function listIn({ record, answer }: Found, name: string): JsonValue[] {
	const list = record[name];
	if (Array.isArray(list)) return list as JsonValue[];
	throw new BrokenList(`the company in it comes without its ${name}`, answer.requestId);
}

/**
 * The company that has the CNPJ; the search also finds it as a part of other numbers and names.
 * @throws BrokenList where it has no ID: what is to be changed must be known
 */
async function findCompany(ask: Ask, number: string): Promise<Found | undefined> {
	const wanted = cnpjKey(number);
	const isIt = (record: IDataObject) => cnpjKey(String(record.cnpj ?? '')) === wanted;
	const { records } = await readList(
		ask,
		{ method: 'GET', path: '/companies', query: { search: wanted, includeInactive: 'true' } },
		// Without a page size, which the service may refuse: one record is enough.
		{ goesOn: (page) => !page.some(isIt) },
	);
	const found = records.find(({ record }) => isIt(record));
	return found && foundRecord('company', found.record, found.answer);
}

/** Adds to the company's lists. The API replaces whole lists (specification: Companies, rule 3), so current entries are sent along. */
async function updateCompany(
	ask: Ask,
	found: Found,
	given: JsonObject,
	onlyFillsEmpty: boolean,
): Promise<OperationResult> {
	const body = onlyFillsEmpty ? bodyForEmptyFields(found.record, given) : { ...given };
	for (const [name, keyOf] of LISTS) {
		if (!(name in given)) continue;
		const current = listIn(found, name);
		const added = entriesNotIn(current, entriesOfList(given[name]), keyOf);
		if (added.length > 0) body[name] = [...current, ...added];
		else delete body[name];
	}
	return await updateFound(ask, 'companies', found, body);
}

function requiredCnpj(parameters: ItemParameters): string {
	const number = fieldValue(parameters, identifyingCnpjField(cnpj.property));
	if (number !== undefined) return number;
	throw new MissingInput(
		cnpj.property.displayName,
		'is empty',
		'Give the number by which the company is found: drag the column of your table into the field CNPJ. If it comes from an expression, check that the item has one; for a company without a CNPJ use Create.',
	);
}

/** The company is found by the CNPJ that is written. @throws InvalidInput for a second one in Your Own JSON */
function assertNoSecondCnpj(given: JsonObject): void {
	if (!('cnpj' in given)) return;
	throw new InvalidInput(
		additionalBodyField.property.displayName,
		'holds “cnpj”',
		'The company is looked for by the number in CNPJ: put it there alone.',
	);
}
