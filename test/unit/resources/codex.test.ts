import { readFileSync } from 'node:fs';

const aliasesOf = (node: string): string[] =>
	(
		JSON.parse(readFileSync(`nodes/CustomerRelationship/${node}.node.json`, 'utf8')) as {
			alias: string[];
		}
	).alias.map((alias) => alias.toLowerCase());

/** What people type who look for what the node does, in English and Portuguese. */
test.each([
	...['send template', 'send message', 'whatsapp', 'crm', 'contato', 'cliente', 'empresa'],
	...['negócio', 'negocio', 'mensagem', 'funil', 'disparo', 'atendimento'],
])('“%s” is among the words by which n8n finds the node', (word) => {
	expect(aliasesOf('CustomerRelationship')).toContain(word);
});

test.each(['contato', 'cliente', 'negócio', 'negocio', 'mensagem', 'atendimento'])(
	'“%s” finds the trigger, too',
	(word) => {
		expect(aliasesOf('CustomerRelationshipTrigger')).toContain(word);
	},
);
