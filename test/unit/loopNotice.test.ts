/** Which events make the triggers' panels warn that the workflow can start itself. */
import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';

import { CustomerRelationshipChangesTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node';
import { CustomerRelationshipTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node';

const panels: Record<string, INodeTypeDescription> = {
	webhooks: new CustomerRelationshipTrigger().description,
	changes: new CustomerRelationshipChangesTrigger().description,
};

test.each([
	['webhooks', ['*', 'message.sent'], true],
	['webhooks', ['message.received', 'message.failed', 'deal.created'], false],
	['changes', ['company.updated', 'contact.updated', 'deal.updated'], true],
	['changes', ['contact.created', 'deal.moved', 'deal.won'], false],
])('%s: whether one of %j can have the workflow start itself: %s', (panel, events, warns) => {
	const description = panels[panel]!;
	const notice = description.properties.find(({ name }) => name === 'loopNotice')!;
	const shows = (chosen: string[]) =>
		NodeHelpers.displayParameter({ events: chosen }, notice, { typeVersion: 1 }, description);
	for (const event of events) expect([event, shows([event])]).toEqual([event, warns]);
	for (const event of events) expect(shows(['deal.created', event])).toBe(warns);
	expect(shows([])).toBe(false);
});
