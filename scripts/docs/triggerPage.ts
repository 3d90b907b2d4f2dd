import { CustomerRelationshipTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node.ts';
import { fieldDetails, fieldTable } from './fieldTable';
import { filled } from './markdown';
import { membersOf } from './operations';

const { description } = new CustomerRelationshipTrigger();
const named = (name: string) => description.properties.filter((property) => property.name === name);
/** A notice of the panel; its lines are lines of a list, and the pages that it leads to stand beside this one. */
const notice = (name: string) =>
	named(name)
		.map(({ displayName }) =>
			displayName
				.replace(/<\/?ul>|<li>/g, '')
				.replaceAll('</li>', '\n')
				.replace(/<a href="[^"]*\/docs\/([^"]+)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
				.replace(' above', ' at the top of the panel'),
		)
		.join();

/** The trigger's page. */
export function triggerPage(): string {
	const options = membersOf(named('options')[0]);
	const fields = description.properties.filter(
		({ type }) => type !== 'notice' && type !== 'collection',
	);
	return filled('trigger', {
		steps: notice('productionNotice'),
		test: notice('testNotice'),
		fields: fieldTable(fields, 'inEffect'),
		fieldDetails: fieldDetails(fields),
		options: fieldTable(options, 'inEffect'),
		optionDetails: fieldDetails(options),
	});
}
