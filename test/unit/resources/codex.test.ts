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
	...['negócio', 'negocio', 'mensagem', 'funil', 'disparo', 'atendimento', 'enviar mensagem'],
	...['message failed', 'cnpj', 'template', 'webhook whatsapp', 'free text', 'lead', 'tag'],
])('“%s” is among the words by which n8n finds the node', (word) => {
	expect(aliasesOf('CustomerRelationship')).toContain(word);
});

// n8n shows a node and its trigger as one entry.
test('the same words find the trigger', () => {
	expect(aliasesOf('CustomerRelationshipTrigger')).toEqual(aliasesOf('CustomerRelationship'));
});

test.each(['deal won', 'negócio ganho', 'stage changed', 'company updated', 'sincronizar'])(
	'“%s” finds the changes trigger',
	(word) => {
		expect(aliasesOf('CustomerRelationshipChangesTrigger')).toContain(word);
	},
);
