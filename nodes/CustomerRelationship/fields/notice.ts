import type { INodeProperties } from 'n8n-workflow';

/** What everybody has to know before they run the operation, at the top of its panel. */
export const noticeOf = (text: string): INodeProperties => ({
	displayName: text,
	name: 'notice',
	type: 'notice',
	default: '',
});

/** What does not hold where an AI agent uses the node. */
export const notToolNoticeOf = (text: string): INodeProperties => ({
	...noticeOf(text),
	displayOptions: { hide: { '@tool': [true] } },
});

/** What has to be known where an AI agent decides when the operation runs, and with what. */
export const toolNoticeOf = (text: string): INodeProperties => ({
	...noticeOf(text),
	name: 'toolNotice',
	displayOptions: { show: { '@tool': [true] } },
});
