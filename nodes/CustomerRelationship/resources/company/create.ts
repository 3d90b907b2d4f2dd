import { additionalFieldsCollection, ADDITIONAL_FIELDS_PARAMETER } from '../../fields/collections';
import { additionalBody } from '../../fields/json';
import { optionsOf } from '../../fields/options';
import { MissingInput } from '../../invalidInput';
import { collectionBody, topLevelBody } from '../shared/body';
import { prepareOnceTyped } from '../shared/fieldTypes';
import type { Operation } from '../shared/operation';
import { oneRequest } from '../shared/prepared';
import { cnpj, makeCompanyFields, ADD_COMPANY_NAME_HINT } from './fields';

const additional = [...makeCompanyFields(''), additionalBody];

/** Companies, `POST /companies`. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create company',
	description: 'Create a company, even if there is one with the same name',
	kind: 'write',
	properties: [
		{ ...cnpj.property, hint: ADD_COMPANY_NAME_HINT },
		additionalFieldsCollection(additional),
		optionsOf('write'),
	],
	prepare(parameters) {
		const input = {
			...topLevelBody(parameters, [cnpj]),
			...collectionBody(parameters, ADDITIONAL_FIELDS_PARAMETER, additional),
		};
		if (Object.keys(input).length === 0) {
			throw new MissingInput(
				'CNPJ',
				'is empty, and so is everything else',
				'Give at least the CNPJ or a name, or check the expressions.',
			);
		}
		return prepareOnceTyped('/companies', input, (body) =>
			oneRequest({ method: 'POST', path: '/companies', body }),
		);
	},
};
