/** What is said in other words: a record, a body, a query. */
export interface Wording {
	/** By the sandbox's own name of a property: the dialect's, or null where it has no such thing. */
	names?: Record<string, string | null>;
	/** The only properties that are said at all, by their own names. */
	only?: readonly string[];
	/** By property, by the sandbox's own value: the dialect's. */
	values?: Record<string, Record<string, unknown>>;
	/** Properties that are objects with words of their own. */
	parts?: Record<string, Wording>;
	/** The property that the answer stands in. */
	wrappedIn?: string;
}

type Properties = Record<string, unknown>;

/** An answer in other words: a record, or a list of them. */
export function spoken(wording: Wording | undefined, answer: unknown): unknown {
	if (!wording) return answer;
	const { data } = answer as { data?: Properties[] };
	if (Array.isArray(data)) {
		return { ...(answer as object), data: data.map((record) => said(wording, record)) };
	}
	const record = said(wording, answer as Properties);
	return wording.wrappedIn === undefined ? record : { [wording.wrappedIn]: record };
}

function said({ names = {}, only, values, parts }: Wording, record: Properties): Properties {
	const words: Properties = {};
	for (const [name, value] of Object.entries(record)) {
		const word = Object.hasOwn(names, name) ? names[name] : name;
		const part = parts?.[name];
		if (word === null || word === undefined || only?.includes(name) === false) continue;
		words[word] = part
			? said(part, value as Properties)
			: (values?.[name]?.[String(value)] ?? value);
	}
	return words;
}

/**
 * What was sent, in the sandbox's own names. A name of the sandbox's own that the dialect words
 * differently changes places with that word, so that nothing knows it.
 */
export function understood(wording: Wording | undefined, sent: Properties): Properties {
	if (!wording) return sent;
	return Object.fromEntries(
		Object.entries(sent).map(([name, value]) => {
			const own = otherName(wording, name);
			const part = wording.parts?.[own];
			const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
			return [own, part && isObject ? understood(part, value as Properties) : value];
		}),
	);
}

/** The path of a parameter as the sender knows it. */
export function paramIn(wording: Wording | undefined, param: string): string {
	if (!wording) return param;
	const [name = '', ...rest] = param.split('.');
	const word = otherName(wording, name);
	return rest.length === 0 ? word : `${word}.${paramIn(wording.parts?.[name], rest.join('.'))}`;
}

/** From the sandbox's own name to the dialect's, and back. */
export function otherName({ names = {} }: Wording, name: string): string {
	const missing = (own: string) => `no ${own}`;
	if (Object.hasOwn(names, name)) return names[name] ?? missing(name);
	const found = Object.entries(names).find(([own, word]) => name === (word ?? missing(own)));
	return found?.[0] ?? name;
}
