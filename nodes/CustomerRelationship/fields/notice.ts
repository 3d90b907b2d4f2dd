import type { INodeProperties } from 'n8n-workflow';

/** What everybody has to know before they run the operation, at the top of its panel. */
export const noticeOf = (text: string): INodeProperties => ({
	displayName: text,
	name: 'notice',
	type: 'notice',
	default: '',
});

/** Shown where an AI agent uses the node as its tool. */
export const onlyTool: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };
export const notTool: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

/** What does not hold where an AI agent uses the node. */
export const notToolNoticeOf = (text: string): INodeProperties => ({
	...noticeOf(text),
	displayOptions: notTool,
});

/** What has to be known where an AI agent decides when the operation runs, and with what. n8n shows no line breaks in a notice: each has its own. */
export const toolNoticesOf = (...texts: string[]): INodeProperties[] =>
	texts.map((text, n) => ({
		...noticeOf(text),
		name: `toolNotice${n === 0 ? '' : n + 1}`,
		displayOptions: onlyTool,
	}));
