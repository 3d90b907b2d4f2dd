/** What the panels show for what is chosen in them, and the pages that they link to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INodeTypeDescription } from 'n8n-workflow';
import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node';
import { CustomerRelationshipChangesTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node';
import { CustomerRelationshipTrigger } from '../../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node';
import { anchor } from '../../../scripts/docs/markdown';

const panels: Record<string, INodeTypeDescription> = {
	actions: new CustomerRelationship().description,
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

test.each([
	['actions', 2],
	['webhooks', 2],
	['changes', 2],
])('the notices of %s link to existing sections, in a new tab', (panel, count) => {
	const shown = panels[panel]!.properties.map(({ displayName }) => displayName).join(' ');
	const links = [...shown.matchAll(/\/blob\/main\/([^#"]+)#(\S+)" target="_blank"/g)];
	expect(links).toHaveLength(count);
	expect(shown.match(/<a /g)).toHaveLength(count);
	for (const [, path = '', section] of links) {
		const page = readFileSync(join(__dirname, '..', '..', '..', path), 'utf8');
		const sections = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading!));
		expect(sections).toContain(section);
	}
});
