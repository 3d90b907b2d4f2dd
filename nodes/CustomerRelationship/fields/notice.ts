import type { INodeProperties } from 'n8n-workflow';

/** What everybody has to know before they run the operation, at the top of its panel. */
export const noticeOf = (text: string): INodeProperties => ({
	displayName: text,
	name: 'notice',
	type: 'notice',
	default: '',
});
