import type { INodeProperties } from 'n8n-workflow';
import { booleanField } from './field';
import { noticeOf } from './notice';

/** Whether records become flat rows of one table. */
export const simplify = booleanField({
	displayName: 'Simplify',
	name: 'simplify',
	purpose: 'setting',
	default: false,
	description:
		'Whether to return a simplified version of the response instead of the raw data: one flat row for each record, with the same columns in every row',
});

/** n8n has one preview of an operation’s output, whatever its options. A tool has no next node that shows it. */
export const simplifyNotice: INodeProperties = {
	...noticeOf(
		'Execute this step once. Until you do, the next node shows the fields that there are without Simplify.',
	),
	displayOptions: { show: { simplify: [true] }, hide: { '@tool': [true] } },
};
