import { additionalFieldsCollection, ADDITIONAL_FIELDS } from '../../fields/collections';
import { additionalBody } from '../../fields/json';
import { optionsOf } from '../../fields/options';
import { MissingInput } from '../../invalidInput';
import { collectionBody, topLevelBody } from '../shared/body';
import { prepareOnceTyped } from '../shared/fieldTypes';
import type { Operation } from '../shared/operation';
import { oneRequest } from '../shared/prepared';
import { cnpj, companyFields, NAME_AS_WELL } from './fields';

const additional = [...companyFields(''), additionalBody];

/** Companies, `POST /companies`. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create company',
	description: 'Create a company, even if there is one with the same name',
	kind: 'write',
	properties: [
		{ ...cnpj.property, hint: NAME_AS_WELL },
		additionalFieldsCollection(additional),
		optionsOf('write'),
	],
	prepare(parameters) {
		const input = {
			...topLevelBody(parameters, [cnpj]),
			...collectionBody(parameters, ADDITIONAL_FIELDS, additional),
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
