import type { INodeProperties } from 'n8n-workflow';

/** A notice at the top of an operation's panel. */
export const noticeOf = (text: string): INodeProperties => ({
	displayName: text,
	name: 'notice',
	type: 'notice',
	default: '',
});

/** Shows a property only if an AI agent uses the node as a tool. */
export const shownInToolOnly: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };
/** Shows a property except if an AI agent uses the node as a tool. */
export const hiddenInTool: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

/** A notice that is hidden in tools. */
export const noticeHiddenInTool = (text: string): INodeProperties => ({
	...noticeOf(text),
	displayOptions: hiddenInTool,
});

/** Notices that are shown in tools only, one for each text: n8n shows no line break in a notice. */
export const toolNoticesOf = (...texts: string[]): INodeProperties[] =>
	texts.map((text, index) => ({
		...noticeOf(text),
		name: `toolNotice${index === 0 ? '' : index + 1}`,
		displayOptions: shownInToolOnly,
	}));
