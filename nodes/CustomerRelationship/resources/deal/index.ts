import { withColumns } from '../shared/mapColumns';
import type { Resource } from '../shared/operation';
import { create } from './create';
import { deleteDeal } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { lose } from './lose';
import { move } from './move';
import { update } from './update';
import { upsert } from './upsert';
import { win } from './win';

/** Sales opportunities (specification: Deal). */
export const deal: Resource = {
	name: 'Deal',
	value: 'deal',
	listPath: '/deals',
	operations: [
		withColumns(create, { onPanel: ['pipelineId', 'stageId'] }),
		withColumns(upsert, { onPanel: ['contactId', 'pipelineId'] }),
		deleteDeal,
		get,
		getAll,
		lose,
		move,
		withColumns(update, { onPanel: ['dealId'], replacesLists: true }),
		win,
	],
};
