import { additionalFields } from '../../fields/additionalFields';
import { additionalBodyField } from '../../fields/json';
import { optionsOf } from '../../fields/options';
import { readAll } from '../../fields/field';
import { bodyOf } from '../body';
import type { Operation } from '../operation';
import { cnpj, companyFields } from './fields';

const additional = companyFields('');

/** Companies, `POST /companies`. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create a company',
	description: 'Create a company',
	kind: 'write',
	properties: [
		cnpj.property,
		additionalFields([...additional, additionalBodyField]),
		optionsOf('write'),
	],
	request: (parameters) => ({
		method: 'POST',
		path: '/companies',
		body: {
			...readAll([cnpj], { cnpj: parameters.read('cnpj') as string }, parameters.timezone),
			...bodyOf(additional, parameters.collection('additionalFields'), parameters.timezone),
		},
	}),
};
