import type { Resource } from '../shared/operation';
import { get } from './get';
import { getAll } from './getAll';
import { getStages } from './getStages';

/** Sales pipelines with their stages (specification: Pipeline, Pipeline stage). */
export const pipeline: Resource = {
	name: 'Pipeline',
	value: 'pipeline',
	operations: [get, getAll, getStages],
};
