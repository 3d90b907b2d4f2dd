import { isFilledOnlyManually } from '../../nodes/CustomerRelationship/columns/mappedRow';
import { usualHeadings } from '../../nodes/CustomerRelationship/columns/headings';
import { requiredScopeOf } from '../../nodes/CustomerRelationship/transport/request';
import { fieldDetails, fieldTable } from './fieldTable';
import { anchor, blocks, filled, sentence, table } from './markdown';
import { isCommon, membersOf, shownOperations, type ShownOperation } from './operations';
import { records } from './records';
import { requestsOf } from './request';

function optionsLine({ options, operation }: ShownOperation): string {
	const common = options.filter(isCommon).map(({ displayName }) => displayName);
	const write =
		operation.kind === 'write'
			? ' The **Idempotency Key** is made for each item unless you give one.'
			: '';
	return `Options: ${common.join(', ')}, as [everywhere](options.md).${write}`;
}

/** The columns by which the operation can be filled in instead. */
function columnsLine({ operation: { columns } }: ShownOperation): string | undefined {
	if (!columns) return undefined;
	const named = columns.mappable.map((column) => {
		if (isFilledOnlyManually(columns, column)) return `**${column.label}** (manually only)`;
		const others = usualHeadings(column).map((name) => `\`${name}\``);
		return `**${column.label}**${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
	});
	return `With **Fill In: Map Columns** [the columns of a table](../../columns.md) are the fields: ${named.join(', ')}, and custom fields by their field ID.`;
}

/** The operation's description, its requests and their scopes. */
async function overview({ operation, description }: ShownOperation): Promise<string> {
	const requests = await requestsOf(operation);
	const scopes = new Set(requests.map((request) => `\`${requiredScopeOf(request)}\``));
	const facts = [
		requests.map(({ method, path }) => `\`${method} ${path}\``).join(', then '),
		`${scopes.size > 1 ? 'scopes' : 'scope'} ${[...scopes].join(' and ')}`,
	];
	return blocks(sentence(description), facts.join(' · '));
}

function fieldTables(shown: ShownOperation): string {
	// `columnsLine` describes the columns.
	const fields = shown.fields.filter(({ type }) => type !== 'resourceMapper');
	const own = shown.options.filter((option) => !isCommon(option));
	return blocks(
		fields.length > 0 ? fieldTable(fields, 'inEffect') : undefined,
		...shown.collections.map((collection) =>
			blocks(`Under **${collection.displayName}**:`, fieldTable(membersOf(collection), 'untold')),
		),
		columnsLine(shown),
		own.length > 0 ? blocks('Under **Options**:', fieldTable(own, 'whenAdded')) : undefined,
		optionsLine(shown),
	);
}

/** The tables of fields that need their own, once for all operations. */
function details(operations: ShownOperation[]): string {
	const all = operations.flatMap(({ fields, collections }) => [
		...fields,
		...collections.flatMap(membersOf),
	]);
	return fieldDetails(
		all.filter((field, index) => all.findIndex(({ name }) => name === field.name) === index),
	);
}

/** The page of a resource: its operations, then what a record holds. */
export async function resourcePage(resource: string): Promise<string> {
	const operations = shownOperations(resource);
	const texts = await Promise.all(
		operations.map(async (shown) => [
			[shown.value, await overview(shown)],
			[`${shown.value}Fields`, fieldTables(shown)],
		]),
	);
	return filled(`resources/${resource}`, {
		operations: operations.map(({ name }) => `[${name}](#${anchor(name)})`).join(' · '),
		...Object.fromEntries(texts.flat()),
		fieldDetails: details(operations),
		record: table(
			['Property', ''],
			records[resource]!.map(([properties, meaning]) => [
				Object.keys(properties)
					.map((property) => `\`${property}\``)
					.join(', '),
				meaning,
			]),
		),
	});
}
