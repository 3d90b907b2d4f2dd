import { readFileSync } from 'node:fs';

import { CustomerRelationship } from '../../../nodes/CustomerRelationship/CustomerRelationship.node';

const aliasesOf = (node: string): string[] =>
	(
		JSON.parse(readFileSync(`nodes/CustomerRelationship/${node}.node.json`, 'utf8')) as {
			alias: string[];
		}
	).alias.map((alias) => alias.toLowerCase());

/** As n8n's node list searches: an alias holds all letters of what is typed, blanks too, in their order. */
const finds = (aliases: string[], typed: string): boolean =>
	aliases.some((alias) => {
		let at = -1;
		return [...typed].every((letter) => (at = alias.indexOf(letter, at + 1)) >= 0);
	});

/** As the list of actions shows them. */
const actions = new CustomerRelationship().description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as Array<{ action: string }>)
	.map(({ action }) => action.toLowerCase());

/** What people type who look for what the node does, in English and Portuguese. */
test.each([
	...['send template', 'send message', 'whatsapp', 'crm', 'contato', 'cliente', 'empresa'],
	...['negócio', 'negocio', 'mensagem', 'funil', 'disparo', 'atendimento', 'enviar mensagem'],
	...['message failed', 'cnpj', 'template', 'webhook whatsapp', 'free text', 'lead', 'tag'],
	...['create contact', 'update contact', 'new contact', 'add contact', 'search contacts'],
	...['create deal', 'new deal', 'move deal', 'create company', 'find company', 'upsert'],
	...['criar contato', 'novo contato', 'cadastrar contato', 'buscar contato', 'novo lead'],
	...['criar empresa', 'nova empresa', 'criar negócio', 'novo negócio', 'novo negocio'],
	...actions,
	...['mover negócio', 'enviar whatsapp', 'send whatsapp', 'enviar modelo', 'list deals'],
])('“%s” is among the words by which n8n finds the node', (word) => {
	expect(finds(aliasesOf('CustomerRelationship'), word)).toBe(true);
});

// n8n shows a node and its trigger as one entry.
test('the same words find the trigger', () => {
	expect(aliasesOf('CustomerRelationshipTrigger')).toEqual(aliasesOf('CustomerRelationship'));
});

test.each([
	'deal won',
	'negócio ganho',
	'stage changed',
	'company updated',
	'sincronizar',
	'novo negócio',
])('“%s” finds the changes trigger', (word) => {
	expect(finds(aliasesOf('CustomerRelationshipChangesTrigger'), word)).toBe(true);
});
