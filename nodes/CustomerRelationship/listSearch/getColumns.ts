import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';
import { docsLinkHtml } from '../docsLink';
import { sortByLabel } from '../fields/sortByLabel';
import { escapeHtml } from '../html';
import type { OperationColumns } from '../columns/mappedRow';
import { savedColumnIds } from '../columns/rowReader';
import { isObject } from '../typeGuards';
import {
	customFieldColumn,
	HeadingLookup,
	slugOfColumnId,
	slugsOfColumnIds,
	type Column,
} from '../columns/headings';
import { findOperation, findResource } from '../resources';
import { makeMapperField } from './mapperField';
import { readSeenCustomFields } from './searchCustomFields';

/**
 * Ms after which nothing is tried again for the custom fields, and the columns are shown without them. It is
 * enough for a retry or two. An attempt that is under way gets 10 s for its answer all the same.
 */
const TIMEOUT_MS = 1_500;

/**
 * The columns of the chosen operation: its own fields, and the custom fields of recent records and of the
 * node's saved columns, so that a field stays when no recent record has it any more. If the service can't be
 * asked, the notice says so.
 */
export async function getColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const resource = this.getCurrentNodeParameter('resource');
	const operation = findOperation(resource, this.getCurrentNodeParameter('operation'));
	const listPath = findResource(resource)?.listPath;
	const columns = operation?.columns;
	if (!columns || listPath === undefined) return { fields: [] };
	const mapping: unknown = this.getCurrentNodeParameter('columns');
	const savedIds = savedColumnIds(isObject(mapping) ? mapping.schema : undefined);
	const slugs = new Set(isSavedFor(columns, savedIds) ? slugsOfColumnIds(savedIds) : []);
	let problem = '';
	try {
		const types = await readSeenCustomFields(this, listPath, TIMEOUT_MS);
		for (const slug of types.keys()) slugs.add(slug);
	} catch (error) {
		// The credential of an imported workflow has no ID until the user chooses one.
		const reason = this.getNode().credentials?.customerRelationshipApi?.id
			? `could not be looked up: ${error instanceof Error ? error.message : ''}`
			: 'are looked up with a credential: choose one, then open this node again';
		problem = escapeHtml(`Custom fields ${reason}. `);
	}
	const customFields = sortByLabel([...slugs].map(customFieldColumn), ({ label }) => label);
	return {
		fields: [...columns.mappable, ...customFields].map(({ id, label }) =>
			makeMapperField(id, label),
		),
		emptyFieldsNotice: problem + noticeOf(columns, customFields),
	};
}

/** Whether the node's saved columns may have been loaded for this operation. */
function isSavedFor({ mappable }: OperationColumns, savedIds: readonly string[]): boolean {
	const ids = mappable.map(({ id }) => id);
	return savedIds.every((id) => slugOfColumnId(id) !== undefined || ids.includes(id));
}

/** The most characters of the notice that name custom fields, so that it has three lines in the panel. */
const MAX_HEADINGS_LENGTH = 50;

/** The notice about the headings that automatic mapping understands. The linked page has the rest. */
function noticeOf({ mappable, requiredOnPanel }: OperationColumns, customFields: Column[]): string {
	const match = new HeadingLookup([...mappable, ...requiredOnPanel]).matcher(
		customFields.map(({ label }) => label),
	);
	const headings = customFields.map(({ id, label }) => {
		const column = match(label);
		// The ID, if the label would be read as another column as well.
		return column?.id === id && !column.customField ? label : id;
	});
	const shownHeadings = headings.filter(
		(_, index) => headings.slice(0, index + 1).join(', ').length <= MAX_HEADINGS_LENGTH,
	);
	const hiddenCount = headings.length - shownHeadings.length;
	const fields = [...shownHeadings, ...(hiddenCount > 0 ? [`${hiddenCount} more`] : [])].join(', ');
	return [
		`Headings fit by a field’s name, also in Portuguese (${docsLinkHtml('columns.md#automatically', 'which')}).`,
		...(fields ? [escapeHtml(`Custom fields: ${fields}.`)] : []),
		'What fits nothing is not sent.',
	].join(' ');
}
