import type { ChatMessage, ChatReply, ChatRequest, Tool } from './chat';

const ASKS_FOR_A_PERSON = /\b(pessoa|atendente|humano)\b/i;
const ASKS_FOR_DEALS = /\b(pedidos?|propostas?|or[cç]amentos?|neg[oó]cios?)(?![\p{L}])/iu;

const asList = (texts: string[]) =>
	new Intl.ListFormat('pt-BR').format(texts.map((text) => `“${text}”`));

/** The titles of the records that a tool gave out. */
const titlesIn = (json: string): string[] =>
	Array.from(json.matchAll(/"title":\s*("(?:[^"\\]|\\.)*")/g), ([, title]) => JSON.parse(title!));

/** A model's arguments for what a tool requires: it knows nothing but what the customer wrote. */
function argumentsFor({ parameters }: Tool, text: string): Record<string, unknown> {
	const strings = Object.entries(parameters.properties ?? {}).filter(
		([, { type }]) => type === 'string',
	);
	return Object.fromEntries(strings.map(([name]) => [name, text]));
}

/**
 * What the scripted model does by itself, in Portuguese as its customers: one who asks for a person gets the tool with
 * `hand` or `person` in its name, one who asks for an order or a proposal the tool with `deal`. Anything else is
 * answered by a sentence that quotes it all.
 */
export function conduct({ messages, tools }: ChatRequest): ChatReply {
	const since = messages.findLastIndex(({ role }) => role === 'user');
	const asked = (messages[since]?.text ?? '').trim();
	const later: ChatMessage[] = messages.slice(since + 1);
	const results = later.filter(({ role }) => role === 'tool').map(({ text }) => text);
	const tool = ASKS_FOR_A_PERSON.test(asked)
		? tools.find(({ name }) => /hand|person/i.test(name))
		: ASKS_FOR_DEALS.test(asked)
			? tools.find(({ name }) => /deal/i.test(name))
			: undefined;
	if (tool && results.length === 0) {
		return { calls: [{ name: tool.name, arguments: argumentsFor(tool, asked) }] };
	}
	if (tool && ASKS_FOR_A_PERSON.test(asked)) {
		return { text: 'Claro! Já chamei uma pessoa da equipe, que responde por aqui.' };
	}
	if (tool) {
		const titles = titlesIn(results.join('\n'));
		if (titles.length === 0) return { text: 'Não encontrei nada em seu nome.' };
		return { text: `Encontrei em seu nome: ${asList(titles)}.` };
	}
	const pieces = asked.split(/\n+/).filter((piece) => piece.trim() !== '');
	return { text: `Olá! Li tudo de uma vez: ${asList(pieces)}. Sou um modelo de demonstração.` };
}
