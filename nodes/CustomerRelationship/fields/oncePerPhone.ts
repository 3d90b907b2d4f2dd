import { hiddenInTool, shownInToolOnly } from './notice';
import { strictBooleanField } from './options';

/** *Once per Phone* outside of tools. Off by default: a customer may be meant to get a template for each of two deals. */
export const oncePerPhone = strictBooleanField({
	displayName: 'Once per Phone',
	name: 'oncePerPhone',
	default: false,
	displayOptions: hiddenInTool,
	description:
		'Whether this node sends the same template to the same phone at most once in 24 hours, in tests, too. A Brazilian phone may be written with or without country code and the 9 in front of a mobile number. What was sent while this was off does not count; a message that was queued and failed later does. Another node can send it again, unless both give the same word under Options > Counts As; so can another access token. A phone that has it already is no error: the item gives out <code>sentNow</code> as false, and the run goes on.',
});

/** *Once per Phone* in a tool. On by default: a model may repeat a call in other words. */
export const oncePerPhoneInTool = strictBooleanField({
	...oncePerPhone.property,
	default: true,
	displayOptions: shownInToolOnly,
});
