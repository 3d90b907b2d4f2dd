import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';
import { additionalFieldsCollection, ADDITIONAL_FIELDS_PARAMETER } from '../../fields/collections';
import { identifyingCnpjField } from '../../fields/cnpj';
import { cnpjKey, emailKey, listedPhoneKey } from '../../fields/comparisonKeys';
import { additionalBody } from '../../fields/json';
import { onlyFillEmpty, optionsOf } from '../../fields/options';
import { InvalidInput, MissingInput } from '../../invalidInput';
import type { Ask } from '../../transport/ask';
import { UnusableAnswer, readList } from '../../transport/pages';
import { RequestFailed } from '../../transport/requestFailed';
import { bodyForEmptyFields, entriesMissingFrom, toList } from '../shared/merge';
import { collectionBody } from '../shared/body';
import { prepareOnceTyped, type UntypedBody } from '../shared/fieldTypes';
import type { Operation, OperationResult } from '../shared/operation';
import {
	collectionFieldIfAdded,
	assertRoomInKey,
	fieldValue,
	type ItemParameters,
} from '../shared/parameters';
import { phonesIn, readThenWriteIntent } from '../shared/prepared';
import {
	createRecord,
	toExistingRecord,
	updateUnlessUnchanged,
	type ExistingRecord,
} from '../shared/upsert';
import { cnpj, makeCompanyFields, ADD_COMPANY_NAME_HINT } from './fields';

const additional = [
	...makeCompanyFields('. On an existing company they are added to those that it has.'),
	additionalBody,
];

/**
 * Companies, `GET /companies`, then `PATCH /companies/{id}` or `POST /companies`: a CNPJ is unique in the
 * account, deactivated companies included (specification: Company). If a run is cut off between two requests,
 * the next one finds what it created.
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
			hint: ADD_COMPANY_NAME_HINT,
		},
		additionalFieldsCollection(additional),
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
		const number = requiredCnpj(parameters);
		assertRoomInKey(parameters, ['create', 'update']);
		const additionalInput = collectionBody(parameters, ADDITIONAL_FIELDS_PARAMETER, additional);
		assertNoSecondCnpj(additionalInput);
		const onlyFillsEmpty = collectionFieldIfAdded(parameters, onlyFillEmpty) ?? false;
		return prepareOnceTyped('/companies', additionalInput, (body) => ({
			intent: {
				...readThenWriteIntent(`companies/${cnpjKey(number)}`, { cnpj: cnpjKey(number), ...body }),
				phones: phonesIn(body),
				onlyFillsEmpty,
			},
			async perform(ask) {
				const existing = await findCompany(ask, number);
				if (existing) return await updateCompany(ask, existing, body, onlyFillsEmpty);
				try {
					return await createRecord(ask, 'companies', { cnpj: number, ...body });
				} catch (error) {
					const failure = RequestFailed.orThrow(error);
					if (failure.refusal?.code !== 'cnpj_already_in_use') throw failure;
					// Another execution created it first. A company that is still not found is not visible to the token.
					const company = await findCompany(ask, number);
					if (!company) throw failure;
					return await updateCompany(ask, company, body, onlyFillsEmpty);
				}
			},
		}));
	},
};

const LISTS = [
	['emails', emailKey],
	['phones', listedPhoneKey],
] as const;

/** A list of the company. @throws UnusableAnswer if the company comes without it: an update would lose its entries */
function listIn({ record, answer }: ExistingRecord, name: string): JsonValue[] {
	const list = record[name];
	if (Array.isArray(list)) return list as JsonValue[];
	throw new UnusableAnswer(`the company in it comes without its ${name}`, answer.requestId);
}

/**
 * Finds the company that has the CNPJ. The search also returns companies with the number as a part of another
 * number or of a name.
 * @throws UnusableAnswer if the company has no ID, without which it can't be updated
 */
async function findCompany(ask: Ask, number: string): Promise<ExistingRecord | undefined> {
	const key = cnpjKey(number);
	const isMatch = (record: IDataObject) => cnpjKey(String(record.cnpj ?? '')) === key;
	const { records } = await readList(
		ask,
		{ method: 'GET', path: '/companies', query: { search: key, includeInactive: 'true' } },
		// No page size: the service may refuse it, which costs one more request.
		{ goesOn: (page) => !page.some(isMatch) },
	);
	const match = records.find(({ record }) => isMatch(record));
	return match && toExistingRecord('company', match.record, match.answer);
}

/**
 * Updates a company, and adds to its lists. The API replaces whole lists (specification: Companies, rule 3),
 * so current entries are sent along.
 */
async function updateCompany(
	ask: Ask,
	existing: ExistingRecord,
	body: JsonObject,
	onlyFillsEmpty: boolean,
): Promise<OperationResult> {
	const changes = onlyFillsEmpty ? bodyForEmptyFields(existing.record, body) : { ...body };
	for (const [name, keyOf] of LISTS) {
		if (!(name in body)) continue;
		const current = listIn(existing, name);
		const added = entriesMissingFrom(current, toList(body[name]), keyOf);
		if (added.length > 0) changes[name] = [...current, ...added];
		else delete changes[name];
	}
	return await updateUnlessUnchanged(ask, 'companies', existing, changes);
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

/** @throws InvalidInput if Your Own JSON holds a CNPJ as well: the company is found by the one that is written */
function assertNoSecondCnpj(input: UntypedBody): void {
	if (!('cnpj' in input)) return;
	throw new InvalidInput(
		additionalBody.property.displayName,
		'holds “cnpj”',
		'The company is looked for by the number in CNPJ: put it there alone.',
	);
}
