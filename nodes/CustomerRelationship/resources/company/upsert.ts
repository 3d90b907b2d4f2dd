import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';
import { additionalFields } from '../../fields/collections';
import { plainCnpj } from '../../fields/cnpj';
import { additionalBodyField } from '../../fields/json';
import { sameEmail } from '../../fields/email';
import { optionsOf } from '../../fields/options';
import { samePhone } from '../../fields/phone';
import { InvalidInput } from '../../invalidInput';
import type { Answer } from '../../transport/answer';
import { BrokenList } from '../../transport/pages';
import { readList } from '../../transport/pagesOfPlan';
import { marked, type Plan } from '../../transport/plan';
import { path, recordId } from '../../transport/request';
import { RequestFailed } from '../../transport/requestFailed';
import { isThere, listed, withAdded } from '../adding';
import { collected } from '../body';
import { knowingFieldTypes } from '../fieldTypes';
import {
	requireRoomInKey,
	valueOf,
	type ItemParameters,
	type Operation,
	type Output,
} from '../operation';
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
			description: `${cnpj.property.description}. If a company has it, even a deactivated one, that company is updated. If none has it, a company is created. To see which it was, turn on Include Response Details under Options: <code>_response.created</code> tells.`,
			hint: NAME_AS_WELL,
		},
		additionalFields(additional),
		optionsOf('write'),
	],
	refusals: {
		cnpj_already_in_use: {
			message: 'The CNPJ belongs to a company that the access token’s user does not see',
			remedy: 'Use the access token of its owner or of a manager.',
		},
	},
	plan: knowingFieldTypes('/companies', function* (parameters) {
		const number = requiredCnpj(parameters);
		requireRoomInKey(parameters, ['create', 'update']);
		const given = collected(parameters, 'additionalFields', additional);
		refuseSecondNumber(given);
		const intent = { cnpj: plainCnpj(number), ...given };
		const existing = yield* marked(companyWith(number), { intent });
		if (existing) return yield* updated(existing, given);
		try {
			const body = { cnpj: number, ...given };
			const answer = yield {
				request: { method: 'POST', path: '/companies', body },
				part: 'create',
			};
			return { records: [{ record: answer.body, answer }] };
		} catch (error) {
			const failure = RequestFailed.orThrow(error);
			if (failure.refusal?.code !== 'cnpj_already_in_use') throw failure;
			// Somebody was quicker. A company that is still not found is outside the token's sight.
			const company = yield* companyWith(number);
			if (!company) throw failure;
			return yield* updated(company, given);
		}
	}),
};

const LISTS = [
	['emails', sameEmail],
	['phones', samePhone],
] as const;

/** @throws BrokenList where the company shows no such list: what there is would be lost */
function listIn(company: IDataObject, name: string, { requestId }: Answer): JsonValue[] {
	const list = company[name];
	if (Array.isArray(list)) return list as JsonValue[];
	throw new BrokenList(`the company in it comes without its ${name}`, requestId);
}

interface Found {
	id: string;
	company: IDataObject;
	answer: Answer;
}

/**
 * The company that has the CNPJ; the search also finds it as a part of other numbers and names.
 * @throws BrokenList where it has no ID: what is to be changed must be known
 */
function* companyWith(number: string): Plan<Found | undefined> {
	const wanted = plainCnpj(number);
	const isIt = (record: IDataObject) => plainCnpj(String(record.cnpj ?? '')) === wanted;
	const { records } = yield* readList(
		{
			method: 'GET',
			path: '/companies',
			query: { search: wanted, includeInactive: 'true' },
			recordKeys: [`companies/${wanted}`],
		},
		// Without a page size, which the service may refuse: one record is enough.
		{ goesOn: (page) => !page.some(isIt) },
	);
	const found = records.find(({ record }) => isIt(record));
	if (!found) return undefined;
	const { record, answer } = found;
	const id = recordId(record);
	if (id === undefined) throw new BrokenList('the company in it has no ID', answer.requestId);
	return { id, company: record, answer };
}

/** Lists are replaced whole (specification: Companies, rule 3), so those that it has go along where others are added. */
function* updated({ id, company, answer }: Found, given: JsonObject): Plan<Output> {
	const body = { ...given };
	for (const [name, same] of LISTS) {
		if (!(name in given)) continue;
		const current = listIn(company, name, answer);
		const all = withAdded(current, listed(given[name]), same);
		if (all.length > current.length) body[name] = all;
		else delete body[name];
	}
	if (isThere(company, body)) return { records: [{ record: company, answer }] };
	const written = yield {
		request: { method: 'PATCH', path: path`/companies/${id}`, record: { id }, body },
		part: 'update',
	};
	return { records: [{ record: written.body, answer: written }] };
}

function requiredCnpj(parameters: ItemParameters): string {
	const number = valueOf(parameters, cnpj);
	if (number !== undefined) return number;
	throw new InvalidInput(
		cnpj.property.displayName,
		'is empty',
		'Give the number by which the company is found: drag the column of your table into the field CNPJ. If it comes from an expression, check that the item has one; for a company without a CNPJ use Create.',
	);
}

/** What is looked for is what is written. */
function refuseSecondNumber(given: JsonObject): void {
	if (!('cnpj' in given)) return;
	throw new InvalidInput(
		additionalBodyField.property.displayName,
		'holds “cnpj”',
		'The company is looked for by the number in CNPJ: put it there alone.',
	);
}
