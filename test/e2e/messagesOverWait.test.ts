/** A long Wait, which n8n spends without the execution: it comes back with other objects. Takes 70 s; a long run only. */
import { randomUUID } from 'node:crypto';

import { waitUntil } from '../../playground/waitUntil';
import { sharedN8n } from './sharedN8n';

const n8n = sharedN8n();
const ENDED = ['error', 'success', 'crashed'];

it('counts the messages of a loop over a long Wait', async () => {
	const { baseUrl, tokens } = n8n.service;
	const credential = { name: 'Loop', type: 'customerRelationshipApi' };
	const data = { baseUrl, accessToken: tokens.manager };
	const { id: credentialId } = await n8n.rest.send<{ id: string }>('POST', '/credentials', {
		...credential,
		data,
	});
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{
			...{ name: 'Send', type: 'n8n-nodes-customer-relationship.customerRelationship' },
			credentials: { [credential.type]: { id: credentialId, name: credential.name } },
			parameters: {
				...{ resource: 'conversation', operation: 'start', phone: '(11) 97777-0909' },
				...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
				options: { maxMessages: 1 },
			},
		},
		{
			...{ name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1 },
			parameters: { resume: 'timeInterval', amount: 66, unit: 'seconds' },
			webhookId: randomUUID(),
		},
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const { id } = await n8n.rest.createWorkflow({
		name: 'Messages over a Wait',
		nodes: nodes.map((node, index) => ({
			...{ typeVersion: 1, id: randomUUID(), position: [index * 200, 0] },
			...node,
		})),
		connections: { Start: to('Send'), Send: to('Wait'), Wait: to('Send') },
		settings: { executionOrder: 'v1' },
	});
	await n8n.runByHand(id, 'Start');
	const status = await waitUntil('the execution to end', 150_000, async () => {
		const [execution] = await n8n.executionsNow(id);
		return execution && ENDED.includes(execution.status) ? execution.status : undefined;
	});
	expect(status).toBe('error');
	const sends = (await n8n.sandbox.requests()).filter(
		({ method, path }) => method === 'POST' && path.endsWith('/conversations'),
	);
	expect(sends).toHaveLength(1);
}, 200_000);
