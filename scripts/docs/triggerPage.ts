import { CustomerRelationshipTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node.ts';
import { fieldDetails, fieldTable } from './fieldTable';
import { filled } from './markdown';
import { membersOf } from './operations';

const { description } = new CustomerRelationshipTrigger();
const named = (name: string) => description.properties.filter((property) => property.name === name);

/** The trigger's page. */
export function triggerPage(): string {
	const options = membersOf(named('options')[0]);
	const fields = description.properties.filter(
		({ type }) => type !== 'notice' && type !== 'collection',
	);
	return filled('trigger', {
		fields: fieldTable(fields, 'inEffect'),
		fieldDetails: fieldDetails(fields),
		options: fieldTable(options, 'inEffect'),
		optionDetails: fieldDetails(options),
	});
}
