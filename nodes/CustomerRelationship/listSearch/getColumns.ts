import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { sortByLabel } from '../fields/sortByLabel';
import { LIST_PROPERTIES } from '../fields/parsers/clearFields';
import { isManualOnly, savedSlugs, type Columns } from '../columns/rowReader';
import { isObject } from '../typeGuards';
import {
	customFieldColumn,
	headingMatcher,
	portugueseHeadings,
	slugIn,
	type Column,
} from '../columns/headings';
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
		fields: [...columns.own, ...custom].map(toMapperField),
		emptyFieldsNotice: problem + noticeOf(columns, custom, operation === 'upsert'),
	};
}

/** The custom fields among the node's saved columns, unless those were loaded for another operation. */
function slugsOf({ own }: Columns, schema: unknown): string[] {
	const ids = (Array.isArray(schema) ? schema : []).map((one) => String(isObject(one) && one.id));
	const isOurs = ids.every((id) => slugIn(id) !== undefined || own.some((one) => one.id === id));
	return isOurs ? savedSlugs(schema) : [];
}

const toMapperField = ({ id, label }: Column): ResourceMapperField => ({
	...{ id, displayName: label, type: 'string' },
	...{ required: false, defaultMatch: false, canBeUsedToMatch: false, display: true },
});

/** The notice about the headings that automatic mapping understands. */
function noticeOf(columns: Columns, custom: Column[], isUpsert: boolean): string {
	const all = [...columns.own, ...custom];
	const fitting = all.filter((column) => !isManualOnly(columns, column));
	const match = headingMatcher([...columns.own, ...columns.beside])(
		custom.map(({ label }) => label),
	);
	const isClear = (heading: string, { id }: Column): boolean => {
		const meant = match(heading);
		return meant?.id === id && !meant.customField;
	};
	const named = fitting.map((column) => {
		const others = portugueseHeadings(column).filter((heading) => isClear(heading, column));
		// The ID of a custom field, if its label would be read as another column as well.
		const heading = isClear(column.label, column) ? column.label : column.id;
		return others.length > 0 ? `${heading} (${others.join(', ')})` : heading;
	});
	const left = all.filter((column) => !fitting.includes(column)).map(({ label }) => label);
	const lists = all.filter(({ id }) => LIST_PROPERTIES.includes(id)).map(({ label }) => label);
	const newOnly = all.some(({ id }) => id === 'title')
		? ', Title and Stage are for a new one alone'
		: '';
	const panel = columns.beside.map(({ label }) => label.replace(/ ID$/, '')).join(' and ');
	return [
		`Headings that fit, whatever their case and accents: ${named.join(', ')}.`,
		'<br>A custom field is not here? Begin its heading in your table with “customFields.”, such as “customFields.Data de Nascimento”. Or fill the field in on one record in the service, open this node again and refresh: then the plain heading fits.',
		...(left.length > 0
			? [`An update would replace whole lists: map ${left.join(', ')} manually if you mean that.`]
			: []),
		...(isUpsert
			? [
					`<br>If the record exists, ${lists.join(' and ')} are added to those that it has${newOnly}; the other columns replace what it has, unless Only Fill Empty Fields is on.`,
				]
			: []),
		...(panel
			? [`<br>This panel has a field of its own for ${panel}: drag the column there.`]
			: []),
		'<br>What fits nothing is not sent; after the run a hint names it. The note below is n8n’s own; here headings need not be exactly the same.',
	].join(' ');
}
