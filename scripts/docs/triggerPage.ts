import { posix } from 'node:path';

import { CustomerRelationshipTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node.ts';
import { fieldDetails, fieldTable } from './fieldTable';
import { filled } from './markdown';
import { membersOf } from './operations';

/** The page's folder. */
const FOLDER = 'docs/reference';

const { description } = new CustomerRelationshipTrigger();
const named = (name: string) => description.properties.filter((property) => property.name === name);
/** The panel's notices whose names have the prefix, one in each line. Their links become relative. */
const notices = (prefix: string) =>
	description.properties
		.filter(({ name }) => name.startsWith(prefix))
		.map(({ displayName }) =>
			displayName
				.replace(
					/<a href="[^"]*\/(docs\/[^"]+)"[^>]*>(.*?)<\/a>/g,
					(_, path: string, text: string) => `[${text}](${posix.relative(FOLDER, path)})`,
				)
				.replace(' above', ' at the top of the panel'),
		)
		// A notice that is not a numbered step becomes a paragraph.
		.map((text) => (/^\d/.test(text) ? text : `\n${text}`))
		.join('\n')
		.trim();

/** The trigger's page. */
export function triggerPage(): string {
	const options = membersOf(named('options')[0]);
	const fields = description.properties.filter(
		({ type }) => type !== 'notice' && type !== 'collection',
	);
	return filled('trigger', {
		steps: notices('productionNotice'),
		test: notices('testNotice'),
		fields: fieldTable(fields, 'inEffect'),
		fieldDetails: fieldDetails(fields),
		options: fieldTable(options, 'inEffect'),
		optionDetails: fieldDetails(options),
	});
}
