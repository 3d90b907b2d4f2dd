import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { docsLink } from '../docsLink';
import { sortByLabel } from '../fields/sortByLabel';
import { savedSlugs, type OperationColumns } from '../columns/rowReader';
import { isObject } from '../typeGuards';
import { customFieldColumn, headingMatcher, slugIn, type Column } from '../columns/headings';
import { findOperation } from '../resources';
import { readCustomFieldTypes } from './searchCustomFields';

/** The path of each resource's list. */
const LIST_PATHS: Readonly<Record<string, string>> = {
	contact: '/contacts',
	company: '/companies',
	deal: '/deals',
};

/** Ms after which the fields are shown without the custom ones; enough for two retries. */
const TIMEOUT_MS = 1_500;

/**
 * The columns of the chosen operation: its own fields, and the custom fields of recent records and of the
 * node's saved columns, so that a field stays while no recent record has it. If the service can't be asked,
 * the notice says so.
 */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		String(this.getCurrentNodeParameter(name)),
	);
	const columns = findOperation(resource, operation)?.columns;
	if (!columns) return { fields: [] };
	const mapping: unknown = this.getCurrentNodeParameter('columns');
	const slugs = new Set(slugsOf(columns, isObject(mapping) ? mapping.schema : undefined));
	let problem = '';
	try {
		const seen = await readCustomFieldTypes(this, LIST_PATHS[String(resource)] ?? '', TIMEOUT_MS);
		for (const slug of seen.keys()) slugs.add(slug);
	} catch (error) {
		// The credential of an imported workflow has no ID until the user chooses one.
		const reason = this.getNode().credentials?.customerRelationshipApi?.id
			? `could not be looked up: ${error instanceof Error ? error.message : ''}`
			: 'are looked up with a credential: choose one, then open this node again';
		problem = `Custom fields ${reason}. `;
	}
	const custom = sortByLabel([...slugs].map(customFieldColumn), ({ label }) => label);
	return {
		fields: [...columns.mappable, ...custom].map(toMapperField),
		emptyFieldsNotice: problem + noticeOf(columns, custom),
	};
}

/** The custom fields among the node's saved columns, unless those were loaded for another operation. */
function slugsOf({ mappable }: OperationColumns, schema: unknown): string[] {
	const ids = (Array.isArray(schema) ? schema : []).map((saved) =>
		String(isObject(saved) && saved.id),
	);
	const isOurs = ids.every(
		(id) => slugIn(id) !== undefined || mappable.some((column) => column.id === id),
	);
	return isOurs ? savedSlugs(schema) : [];
}

const toMapperField = ({ id, label }: Column): ResourceMapperField => ({
	...{ id, displayName: label, type: 'string' },
	...{ required: false, defaultMatch: false, canBeUsedToMatch: false, display: true },
});

/** How many characters of the notice name custom fields, so that it has three lines in the panel. */
const MAX_NAMED_LENGTH = 50;

/** The notice about the headings that automatic mapping understands. The page has the rest. */
function noticeOf({ mappable, onPanel }: OperationColumns, custom: Column[]): string {
	const match = headingMatcher([...mappable, ...onPanel])(custom.map(({ label }) => label));
	const headings = custom.map(({ id, label }) => {
		const meant = match(label);
		// The ID, if the label would be read as another column as well.
		return meant?.id === id && !meant.customField ? label : id;
	});
	const named = headings.filter(
		(_, index) => headings.slice(0, index + 1).join(', ').length <= MAX_NAMED_LENGTH,
	);
	const more = headings.length - named.length;
	const fields = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
	return [
		`Headings fit by a field’s name, also in Portuguese (${docsLink('columns.md#automatically', 'which')}).`,
		...(fields ? [`Custom fields: ${fields}.`] : []),
		'What fits nothing is not sent.',
	].join(' ');
}
