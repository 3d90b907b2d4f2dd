import { onlyTool, notTool } from './notice';
import { switchField } from './options';

/** As everywhere but in an AI agent's tool: off, since one customer may be meant to get a template for each of two deals. */
export const oncePerPhone = switchField({
	displayName: 'Once per Phone',
	name: 'oncePerPhone',
	default: false,
	displayOptions: notTool,
	description:
		'Whether this node sends a template to a phone at most once in 24 hours. A second execution, a test or an agent’s next call then sends nothing more, however a Brazilian phone is written. A message that was queued and failed later counts, too. With another access token it can be sent again.',
});

/** The same in a tool: a model calls again, with other words. */
export const oncePerPhoneInTool = switchField({
	...oncePerPhone.property,
	default: true,
	displayOptions: onlyTool,
});
