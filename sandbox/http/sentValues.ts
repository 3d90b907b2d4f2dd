/** No operation takes anything that lies deeper: what does is refused or ignored as it is. */
const DEEPEST = 4;

export function isEmpty(value: unknown): boolean {
	return value === null || value === '';
}

/** POST /contacts 3: null and empty fields are ignored; inside objects, too. */
export function withoutEmpty(sent: object, depth = DEEPEST): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(sent)
			.filter(([, value]) => !isEmpty(value))
			.map(([name, value]: [string, unknown]) => {
				const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
				return [name, isObject && depth > 0 ? withoutEmpty(value, depth - 1) : value];
			}),
	);
}

/** README, `tidiedTexts`. */
export function tidied<T>(value: T, name = '', depth = DEEPEST): T {
	if (typeof value === 'string') return value.trim() as T;
	if (typeof value !== 'object' || value === null || depth === 0) return value;
	if (!Array.isArray(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, one]) => [key, tidied(one as unknown, key, depth - 1)]),
		) as T;
	}
	const list: unknown[] = value.map((one) => tidied(one as unknown, '', depth - 1));
	return (['tags', 'emails', 'phones'].includes(name) ? [...new Set(list)] : list) as T;
}
