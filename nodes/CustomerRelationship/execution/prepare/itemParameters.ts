import type { INodeProperties } from 'n8n-workflow';
import { isObject } from '../../typeGuards';
import { judge, type Warning } from '../../mistakes/judge';
import { depthError } from '../../mistakes/leaves';
import { valuesToJudge } from '../../mistakes/valuesOf';
import type { ItemParameters } from '../../resources/shared/parameters';
import { systemClock } from '../../transport/clock';
import type { NodeParameters } from '../nodeParameters';
import { resolveJson } from './resolveJson';

/** The parameters of one item, and the warnings about them. */
export interface ParametersWithWarnings {
	parameters: ItemParameters;
	/** Each call of `judgeValue` adds to them. */
	warnings: readonly Warning[];
}

/**
 * The parameters of one item, as n8n resolves them; in JSON what an expression yields stays inside its string.
 * @param properties what the panel shows of the operation
 */
export function itemParametersOf(
	parameters: NodeParameters,
	item: number,
	properties: readonly INodeProperties[] = [],
): ParametersWithWarnings {
	const { context } = parameters;
	const values = new Map<string, unknown>();
	const labelOf = (name: string) =>
		properties.find((property) => property.name === name)?.displayName ?? name;
	const readAnew = (name: string): unknown =>
		readWithinDepth(() => parameters.read(name, item), labelOf(name));
	const read = (name: string): unknown => {
		if (!values.has(name)) values.set(name, readAnew(name));
		return values.get(name);
	};
	const warnings: Warning[] = [];
	// A field may be read more than once; each warning is kept once.
	const warned = new Set<string>();
	const evaluate = (text: string) => context.evaluateExpression(text, item);
	const items = context.getInputData();
	const itemParameters: ItemParameters = {
		read,
		collection: (name) => {
			const value = read(name);
			return isObject(value) ? value : {};
		},
		raw: (name) => parameters.raw(name),
		judgeValue({ property, purpose }, value, raw, label = property.displayName) {
			const resolved = resolveJson(property, value, raw, evaluate, (yielded, code) => {
				// Errors only: warnings about the finished text follow.
				judge([{ label, purpose, source: 'expressionOnly', expression: code, value: yielded }]);
			});
			const judged = valuesToJudge({ label, purpose, value: resolved, raw, evaluate });
			for (const warning of judge(judged)) {
				const key = JSON.stringify(warning);
				if (!warned.has(key)) warnings.push(warning);
				warned.add(key);
			}
			return resolved;
		},
		inputJson: items[item]?.json ?? {},
		now: () => systemClock.now(),
		itemCount: items.length,
		timezone: context.getTimezone(),
	};
	return { parameters: itemParameters, warnings };
}

/** @throws InvalidInput for a value that is nested so deep that n8n's own walk over it ends */
function readWithinDepth(read: () => unknown, label: string): unknown {
	try {
		return read();
	} catch (error) {
		throw error instanceof RangeError ? depthError(label) : error;
	}
}
