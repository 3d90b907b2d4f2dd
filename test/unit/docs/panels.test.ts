/** The pages that the panels link to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
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
