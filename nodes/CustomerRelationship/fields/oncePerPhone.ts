import { strictBooleanField } from './field';
import { hiddenInTool, shownInToolOnly } from './notice';

/**
 * *Once per Phone* outside of tools: in 24 hours a node sends a template to a phone once with one token, in
 * whichever execution. Off by default, since a customer may be meant to get a template for each of two deals.
 */
export const oncePerPhone = strictBooleanField({
	displayName: 'Once per Phone',
	name: 'oncePerPhone',
	default: false,
	displayOptions: hiddenInTool,
	description:
		'Whether this node, with one access token, sends a template to a phone at most once in 24 hours; tests count, too. If a phone has it, the item outputs <code>sentNow</code> as false.',
});

/** *Once per Phone* in a tool. It is on by default: a model may repeat a call in other words. */
export const oncePerPhoneInTool = strictBooleanField({
	...oncePerPhone.property,
	default: true,
	displayOptions: shownInToolOnly,
});
