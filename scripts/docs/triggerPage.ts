import { posix } from 'node:path';

import { CustomerRelationshipTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node.ts';
import { fieldDetails, fieldTable } from './fieldTable';
import { filled } from './markdown';
import { membersOf } from './operations';

/** Where this page stands. */
const FOLDER = 'docs/reference';

const { description } = new CustomerRelationshipTrigger();
const named = (name: string) => description.properties.filter((property) => property.name === name);
/** The notices of the panel whose names begin so, a line each; their links become relative ones. */
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
		// What is no step stands behind them.
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
