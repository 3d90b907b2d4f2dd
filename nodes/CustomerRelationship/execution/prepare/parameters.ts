import { isObject } from '../../typeGuards';
import { judge, type Warning } from '../../mistakes/judge';
import { valuesOf } from '../../mistakes/valuesOf';
import type { ItemParameters } from '../../resources/shared/parameters';
import type { NodeParameters } from '../nodeParameters';
import { resolveJson } from './resolveJson';

/**
 * The parameters of one item, as n8n resolves them; in JSON what an expression yields stays inside its string.
 * @param warnings takes what is odd in the fields that are read, and sent
 */
export function parametersOf(
	parameters: NodeParameters,
	item: number,
	warnings: Warning[] = [],
): ItemParameters {
	const { context } = parameters;
	const known = new Map<string, unknown>();
	const read = (name: string): unknown => {
		if (!known.has(name)) known.set(name, parameters.read(name, item));
		return known.get(name);
	};
	const evaluate = (text: string) => context.evaluateExpression(text, item);
	const items = context.getInputData();
	return {
		read,
		collection: (name) => {
			const value = read(name);
			return isObject(value) ? value : {};
		},
		raw: (name) => parameters.raw(name),
		judged({ property, purpose }, value, raw, label = property.displayName) {
			const resolved = resolveJson(property, value, raw, evaluate, (yielded, written) => {
				judge([{ label, purpose, source: 'embedded', written, value: yielded }]);
			});
			const found = judge(valuesOf({ label, purpose, value: resolved, raw, evaluate }));
			// A field may be read more than once.
			const isNew = (warning: Warning) =>
				!warnings.some(({ label, advice }) => label === warning.label && advice === warning.advice);
			warnings.push(...found.filter(isNew));
			return resolved;
		},
		row: items[item]?.json ?? {},
		itemCount: items.length,
		timezone: context.getTimezone(),
	};
}
