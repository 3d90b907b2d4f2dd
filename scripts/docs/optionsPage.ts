import type { INodeProperties } from 'n8n-workflow';
import { fieldDetails, fieldTable } from './fieldTable';
import { blocks, filled, markdownOf } from './markdown';
import { everyOperation, isCommon, isSame, type ShownOperation } from './operations';

const KINDS = [
	{ heading: 'Every operation', of: () => true },
	{
		heading: 'Operations that write',
		of: ({ operation }: ShownOperation) => operation.kind === 'write',
	},
	{
		heading: 'Operations that send a message',
		of: ({ options }: ShownOperation) => options.some(({ name }) => name === 'maxMessages'),
	},
	{
		heading: 'Operations that create or update',
		of: ({ options }: ShownOperation) => options.some(({ name }) => name === 'onlyFillEmpty'),
	},
	{
		heading: 'Operations that read',
		of: ({ operation }: ShownOperation) => operation.kind !== 'write',
	},
	{ heading: 'Lists', of: ({ operation }: ShownOperation) => operation.kind === 'list' },
	{
		heading: 'Lists of contacts, companies and deals',
		of: ({ options }: ShownOperation) => options.some(({ name }) => name === 'pageSize'),
	},
];

/** The page of the options that most operations share, each under the most general heading that applies. */
export function optionsPage(): string {
	const operations = everyOperation();
	const told: INodeProperties[] = [];
	const parts = KINDS.map(({ heading, of }) => {
		const group = operations.filter(of);
		const fresh = (group[0]?.options ?? []).filter(
			(option) =>
				isCommon(option) &&
				!told.some(isSame(option)) &&
				group.every(({ options }) => options.some(isSame(option))),
		);
		told.push(...fresh);
		return blocks(`## ${heading}`, fieldTable(fresh, 'inEffect'), fieldDetails(fresh, '###'));
	});
	const additionalBody = operations
		.flatMap(({ options }) => options)
		.find(({ name }) => name === 'additionalBody');
	return filled('options', {
		options: blocks(...parts),
		additionalBody: markdownOf(additionalBody?.description ?? ''),
	});
}
