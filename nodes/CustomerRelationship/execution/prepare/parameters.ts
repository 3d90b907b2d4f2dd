import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../../typeGuards';
import type { Warning } from '../../mistakes/findMistake';
import { judgeParameter } from '../../mistakes/judgeParameter';
import type { ItemParameters } from '../../resources/shared/parameters';
import type { NodeParameters } from '../nodeParameters';
import { resolveJson } from './resolveJson';

/**
 * The parameters of one item, as n8n resolves them; in JSON what an expression yields stays inside its string. Reading
 * one throws InvalidInput for what its expression yields by mistake.
 * @param properties what the panel shows of the operation
 * @param warnings takes what is odd in those that were read, and sent
 */
export function parametersOf(
	parameters: NodeParameters,
	item: number,
	properties: readonly INodeProperties[],
	warnings: Warning[] = [],
): ItemParameters {
	const { context } = parameters;
	const raw = (name: string): unknown => parameters.raw(name);
	const known = new Map<string, unknown>();
	const read = (name: string): unknown => {
		if (!known.has(name)) {
			let value = parameters.read(name, item);
			const property = properties.find((one) => one.name === name);
			if (property) {
				const written = raw(name);
				const evaluate = (text: string) => context.evaluateExpression(text, item);
				value = resolveJson(property, value, written, evaluate);
				warnings.push(...judgeParameter(property, value, written, evaluate));
			}
			known.set(name, value);
		}
		return known.get(name);
	};
	const items = context.getInputData();
	return {
		read,
		collection: (name) => {
			const value = read(name);
			return isObject(value) ? value : {};
		},
		raw,
		row: items[item]?.json ?? {},
		itemCount: items.length,
		timezone: context.getTimezone(),
	};
}
