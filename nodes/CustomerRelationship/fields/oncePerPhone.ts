import { onlyTool, notTool } from './notice';
import { strictBooleanField } from './options';

/** Off by default outside of tools: a customer may be meant to get a template for each of two deals. */
export const oncePerPhone = strictBooleanField({
	displayName: 'Once per Phone',
	name: 'oncePerPhone',
	default: false,
	displayOptions: notTool,
	description:
		'Whether this node sends the same template to the same phone at most once in 24 hours, in tests, too. A Brazilian phone may be written with or without country code and ninth digit. What was sent while this was off does not count; a message that was queued and failed later does. Another node, or another access token, can send it again. A phone that has it already is no error: the item gives out <code>sentNow</code> as false, and the run goes on.',
});

/** On by default in a tool: a model may repeat a call in other words. */
export const oncePerPhoneInTool = strictBooleanField({
	...oncePerPhone.property,
	default: true,
	displayOptions: onlyTool,
});
