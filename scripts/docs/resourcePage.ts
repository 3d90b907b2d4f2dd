import { isLeftOut } from '../../nodes/CustomerRelationship/fields/columns';
import { portugueseFor } from '../../nodes/CustomerRelationship/fields/headings';
import { scopeOf } from '../../nodes/CustomerRelationship/transport/request';
import { fieldDetails, fieldTable } from './fieldTable';
import { anchor, blocks, plural, sentence, table, WRITTEN } from './markdown';
import { isCommon, membersOf, shownOperations, type ShownOperation } from './operations';
import { remarks, type OperationRemarks } from './remarks';
import { requestsOf } from './request';

function optionsLine({ options, operation }: ShownOperation): string {
	const common = options.filter(isCommon).map(({ displayName }) => displayName);
	const write =
		operation.kind === 'write'
			? ' The **Idempotency Key** is made for each item unless you give one.'
			: '';
	return `Options: ${common.join(', ')}, as [everywhere](options.md).${write}`;
}

/** The other way to fill the operation in. */
function columnsLine({ operation: { columns } }: ShownOperation): string | undefined {
	if (!columns) return undefined;
	const named = columns.own.map((column) => {
		if (isLeftOut(columns, column)) return `**${column.label}** (manually only)`;
		const others = portugueseFor(column).map((name) => `\`${name}\``);
		return `**${column.label}**${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
	});
	return `With **Fill In: Map Columns** [the columns of a table](../columns.md) are the fields: ${named.join(', ')}, and custom fields by their field ID.`;
}

/** The service answers a write with the record as it then is. */
function outOf({ resource, operation }: ShownOperation): string {
	return operation.kind === 'list' ? `the ${plural(resource)}, an item each` : `the ${resource}`;
}

function operationPart(shown: ShownOperation, remark: OperationRemarks): string {
	const requests = requestsOf(shown.operation);
	const scopes = new Set(requests.map((request) => `\`${scopeOf(request)}\``));
	const facts = [
		requests.map(({ method, path }) => `\`${method} ${path}\``).join(', then '),
		`${scopes.size > 1 ? 'scopes' : 'scope'} ${[...scopes].join(' and ')}`,
		remark.who && `${remark.who} only`,
	];
	// What the columns are is told by a line of its own.
	const fields = shown.fields.filter(({ type }) => type !== 'resourceMapper');
	const own = shown.options.filter((option) => !isCommon(option));
	return blocks(
		`## ${shown.name}`,
		sentence(shown.description),
		facts.filter(Boolean).join(' · '),
		...(remark.know ?? []),
		fields.length > 0 ? fieldTable(fields, 'inEffect') : undefined,
		...shown.collections.map((collection) =>
			blocks(`Under **${collection.displayName}**:`, fieldTable(membersOf(collection), 'untold')),
		),
		columnsLine(shown),
		own.length > 0 ? blocks('Under **Options**:', fieldTable(own, 'whenAdded')) : undefined,
		optionsLine(shown),
		`**Gives out** ${remark.out ?? outOf(shown)}.`,
		remark.refusals &&
			`**May be refused** with ${remark.refusals.map((code) => `[\`${code}\`](../errors.md#${code})`).join(', ')}.`,
	);
}

/** Fields of several operations that have a table of their own, each once. */
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
export function resourcePage({ name, value }: { name: string; value: string }): string {
	const about = remarks[value];
	if (!about) throw new Error(`scripts/docs/remarks.ts says nothing of ${value}`);
	const operations = shownOperations(value);
	const recordHeading =
		value === 'conversation'
			? 'What Send Template gives out'
			: `What a ${name.toLowerCase()} holds`;
	return `${blocks(
		WRITTEN,
		`# ${name}`,
		about.about,
		operations.map((shown) => `[${shown.name}](#${anchor(shown.name)})`).join(' · '),
		...operations.map((shown) => operationPart(shown, about.operations[shown.value] ?? {})),
		details(operations),
		`## ${recordHeading}`,
		table(
			['Property', ''],
			about.record.map(([properties, meaning]) => [
				Object.keys(properties)
					.map((property) => `\`${property}\``)
					.join(', '),
				meaning,
			]),
		),
		'Whatever else the service sends comes along unchanged.',
		about.recordNote,
	)}\n`;
}
