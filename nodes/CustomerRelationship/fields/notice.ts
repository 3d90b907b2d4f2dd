import type { INodeProperties } from 'n8n-workflow';

/** A notice at the top of an operation's panel. */
export const noticeOf = (text: string): INodeProperties => ({
	displayName: text,
	name: 'notice',
	type: 'notice',
	default: '',
});

/** Shows a property only in a tool of an AI agent, or everywhere else. */
export const onlyTool: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };
export const notTool: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

/** A notice that a tool of an AI agent does not show. */
export const notToolNoticeOf = (text: string): INodeProperties => ({
	...noticeOf(text),
	displayOptions: notTool,
});

/** Notices that only a tool of an AI agent shows. n8n shows no line breaks in a notice, so each text has its own. */
export const toolNoticesOf = (...texts: string[]): INodeProperties[] =>
	texts.map((text, n) => ({
		...noticeOf(text),
		name: `toolNotice${n === 0 ? '' : n + 1}`,
		displayOptions: onlyTool,
	}));
