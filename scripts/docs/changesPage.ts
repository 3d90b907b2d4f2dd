import { CustomerRelationshipChangesTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node.ts';
import { fieldDetails, fieldTable } from './fieldTable';
import { filled } from './markdown';
import { membersOf } from './operations';

const { description } = new CustomerRelationshipChangesTrigger();
const named = (name: string) => description.properties.filter((property) => property.name === name);

/** The changes trigger's page. */
export function changesPage(): string {
	const options = membersOf(named('options')[0]);
	const fields = named('events');
	return filled('changes', {
		fields: fieldTable(fields, 'inEffect'),
		fieldDetails: fieldDetails(fields),
		filters: fieldTable(membersOf(named('filters')[0]), 'inEffect'),
		options: fieldTable(options, 'inEffect'),
		optionDetails: fieldDetails(options),
	});
}
