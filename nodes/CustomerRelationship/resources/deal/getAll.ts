import { choiceFilter, idFilter, updatedSince } from '../../fields/filters';
import { hasTagsFilter, withoutTagsFilter } from '../shared/nodeFilters';
import {
	companyIdField,
	contactIdField,
	pipelineIdField,
	stageIdField,
} from '../../fields/resourceLocators';
import { ownerIdField } from '../../fields/id';
import { makeListOperation } from '../shared/listOperation';
import { dealNamesEnrichment } from './includeNames';

const status = choiceFilter({
	displayName: 'Status',
	name: 'status',
	options: [
		{ name: 'Lost', value: 'lost' },
		{ name: 'Open', value: 'open' },
		{ name: 'Won', value: 'won' },
	],
	default: 'open',
	description: 'State of the deals',
});

/** Deals, `GET /deals`: newest first; the filters combine with AND. */
export const getAll = makeListOperation({
	plural: 'deals',
	path: '/deals',
	filterFields: [
		updatedSince,
		idFilter(pipelineIdField({ description: 'Only deals in this pipeline' })),
		idFilter(stageIdField({ description: 'Only deals in this stage' })),
		idFilter(
			ownerIdField(
				'Only deals that this user is responsible for. To find the ID, get a deal of that user and copy its <code>ownerId</code>.',
			),
		),
		idFilter(contactIdField({ description: 'Only deals with this primary contact' })),
		idFilter(companyIdField({ description: 'Only deals with this primary company' })),
		status,
	],
	nodeFilters: [hasTagsFilter, withoutTagsFilter],
	filtersUnchanged: true,
	hasPageSize: true,
	simplifies: true,
	enrichment: dealNamesEnrichment,
	description: 'Get many deals, newest first. With several filters, a deal must match all of them.',
});
