import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { alphabetical } from '../fields/alphabetical';
import { LISTS } from '../fields/clearFields';
import { isLeftOut, savedSlugs, type Columns } from '../columns/rowReader';
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

/** Where the records of a resource are listed. */
const PATHS: Readonly<Record<string, string>> = {
	contact: '/contacts',
	company: '/companies',
	deal: '/deals',
};

/** Most ms until the fields are shown, if need be without the custom ones: time for two more tries at most. */
const TIMEOUT_MS = 1_500;

/**
 * The columns of the chosen operation: its fields, and the custom fields seen on recent records or in the list
 * that the node has, so that none is lost while no recent record has it. Where the service can't be asked,
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
		const seen = await readCustomFieldTypes(this, PATHS[String(resource)] ?? '', TIMEOUT_MS);
		for (const slug of seen.keys()) slugs.add(slug);
	} catch (error) {
		// Of an imported workflow, n8n holds a credential that has no ID yet.
		const reason = this.getNode().credentials?.customerRelationshipApi?.id
			? `could not be looked up: ${error instanceof Error ? error.message : ''}`
			: 'are looked up with a credential: choose one, then open this node again';
		problem = `Custom fields ${reason}. `;
	}
	const custom = alphabetical([...slugs].map(customFieldColumn), ({ label }) => label);
	return {
		fields: [...columns.own, ...custom].map(shown),
		emptyFieldsNotice: problem + noticeOf(columns, custom, operation === 'upsert'),
	};
}

/** The custom fields in a list that was loaded for this operation, and not for the one chosen before. */
function slugsOf({ own }: Columns, schema: unknown): string[] {
	const ids = (Array.isArray(schema) ? schema : []).map((one) => String(isObject(one) && one.id));
	const isOurs = ids.every((id) => slugIn(id) !== undefined || own.some((one) => one.id === id));
	return isOurs ? savedSlugs(schema) : [];
}

const shown = ({ id, label }: Column): ResourceMapperField => ({
	...{ id, displayName: label, type: 'string' },
	...{ required: false, defaultMatch: false, canBeUsedToMatch: false, display: true },
});

/** Which headings automatic mapping understands. */
function noticeOf(columns: Columns, custom: Column[], isUpsert: boolean): string {
	const all = [...columns.own, ...custom];
	const fitting = all.filter((column) => !isLeftOut(columns, column));
	const columnOf = headingMatcher([...columns.own, ...columns.beside])(
		custom.map(({ label }) => label),
	);
	const named = fitting.map((column) => {
		const others = portugueseHeadings(column).join(', ');
		// A custom field by its ID, where its slug alone means something else.
		const heading = columnOf(column.label)?.id === column.id ? column.label : column.id;
		return others ? `${heading} (${others})` : heading;
	});
	const left = all.filter((column) => !fitting.includes(column)).map(({ label }) => label);
	const lists = all.filter(({ id }) => LISTS.includes(id)).map(({ label }) => label);
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
					`<br>If the record exists, ${lists.join(' and ')} are added to those that it has${newOnly}; the other columns replace what it has.`,
				]
			: []),
		...(panel
			? [`<br>This panel has a field of its own for ${panel}: drag the column there.`]
			: []),
		'<br>What fits nothing is not sent; after the run a hint names it. The note below is n8n’s own; here headings need not be exactly the same.',
	].join(' ');
}
