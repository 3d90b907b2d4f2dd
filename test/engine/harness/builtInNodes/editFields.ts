/**
 * A stand-in for n8n's Edit Fields (set 3.3 to 3.5): manual mapping and JSON, other fields included,
 * selected or excluded, dot notation, type conversion. Binary data is left out.
 */
import get from 'lodash/get';
import set from 'lodash/set';
import unset from 'lodash/unset';
import type {
	AssignmentValue,
	FieldType,
	IDataObject,
	IExecuteFunctions,
	INodeType,
} from 'n8n-workflow';
import {
	deepCopy,
	jsonParse,
	NodeConnectionTypes,
	NodeOperationError,
	validateFieldType,
} from 'n8n-workflow';

interface Options {
	dotNotation?: boolean;
	ignoreConversionErrors?: boolean;
}

const names = (list: string) =>
	list
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');

/** One assignment's value in the type it was declared with, as n8n converts it. */
function typed(
	context: IExecuteFunctions,
	assignment: AssignmentValue,
	itemIndex: number,
	lenient: boolean,
) {
	const { name, type = 'string' } = assignment;
	let value = assignment.value as unknown;
	if (value === undefined || value === null) return null;
	if (type === 'string') value = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const result = validateFieldType(name, value, type as FieldType);
	if (result.valid) {
		const converted: unknown = result.newValue ?? null;
		return context.getNode().typeVersion >= 3.5 ? deepCopy(converted as IDataObject) : converted;
	}
	if (lenient) return value;
	throw new NodeOperationError(context.getNode(), `${result.errorMessage} [item ${itemIndex}]`, {
		itemIndex,
	});
}

/** The JSON written in the node; each of its expressions is replaced by its value as text or JSON. */
function written(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const raw = context.getNodeParameter('jsonOutput', 0, '', { rawExpressions: true }) as string;
	const json = raw.startsWith('=')
		? raw.replace(/^=+/, '').replace(/{{[\s\S]*?}}/g, (expression) => {
				const value: unknown = context.evaluateExpression(expression, itemIndex);
				const isObject = typeof value === 'object' && value !== null;
				return isObject ? JSON.stringify(value) : String(value);
			})
		: context.getNodeParameter('jsonOutput', itemIndex);
	const problem = (what: string) =>
		new NodeOperationError(context.getNode(), `The 'JSON Output' in item ${itemIndex} ${what}`);
	let fields: unknown = json;
	try {
		if (typeof json === 'string') fields = jsonParse(json, { repairJSON: true });
	} catch {
		throw problem('contains invalid JSON');
	}
	if (typeof fields === 'object' && !Array.isArray(fields)) return fields as IDataObject;
	throw problem('does not contain a valid JSON object');
}

function assigned(context: IExecuteFunctions, itemIndex: number, options: Options): IDataObject {
	if (context.getNodeParameter('mode', 0) === 'raw') return written(context, itemIndex);
	const { assignments = [] } = context.getNodeParameter('assignments', itemIndex, {}) as {
		assignments?: AssignmentValue[];
	};
	const lenient = options.ignoreConversionErrors === true;
	return Object.fromEntries(
		assignments.map((one) => [one.name, typed(context, one, itemIndex, lenient)]),
	) as IDataObject;
}

/** The fields of the incoming item that the output starts with. */
function included(
	context: IExecuteFunctions,
	json: IDataObject,
	itemIndex: number,
	options: Options,
) {
	if (!context.getNodeParameter('includeOtherFields', itemIndex, false)) return {};
	const dots = options.dotNotation !== false;
	const include = context.getNodeParameter('include', itemIndex, 'all') as string;
	if (include === 'selected') {
		const kept: IDataObject = {};
		for (const name of names(context.getNodeParameter('includeFields', itemIndex, '') as string)) {
			const last = dots ? (name.split('.').pop() ?? name) : name;
			kept[last] = (dots ? get(json, name) : json[name]) as IDataObject;
		}
		return kept;
	}
	const copy = deepCopy(json);
	if (include === 'except') {
		for (const name of names(context.getNodeParameter('excludeFields', itemIndex, '') as string)) {
			if (dots) unset(copy, name);
			else delete copy[name];
		}
	}
	return copy;
}

export const editFields: INodeType = {
	description: {
		displayName: 'Edit Fields (Set)',
		name: 'set',
		group: ['input'],
		version: [3.3, 3.4, 3.5],
		description: 'Stands in for n8n-nodes-base.set',
		defaults: { name: 'Edit Fields' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [
			{
				displayName: 'Mode',
				name: 'mode',
				type: 'options',
				options: [
					{ name: 'Manual Mapping', value: 'manual' },
					{ name: 'JSON', value: 'raw' },
				],
				default: 'manual',
			},
			{
				displayName: 'JSON',
				name: 'jsonOutput',
				type: 'json',
				default: '{}',
				validateType: 'object',
				ignoreValidationDuringExecution: true,
				displayOptions: { show: { mode: ['raw'] } },
			},
			{
				displayName: 'Fields to Set',
				name: 'assignments',
				type: 'assignmentCollection',
				default: {},
			},
			{ displayName: 'Others', name: 'includeOtherFields', type: 'boolean', default: false },
			{ displayName: 'Include', name: 'include', type: 'string', default: 'all' },
			{ displayName: 'Fields to Include', name: 'includeFields', type: 'string', default: '' },
			{ displayName: 'Fields to Exclude', name: 'excludeFields', type: 'string', default: '' },
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				options: [
					{ displayName: 'Dots', name: 'dotNotation', type: 'boolean', default: true },
					{
						displayName: 'Lenient',
						name: 'ignoreConversionErrors',
						type: 'boolean',
						default: false,
					},
				],
			},
		],
	},
	async execute(this: IExecuteFunctions) {
		const output = this.getInputData().map((item, itemIndex) => {
			const pairedItem = { item: itemIndex };
			try {
				const options = this.getNodeParameter('options', itemIndex, {}) as Options;
				const json = included(this, item.json, itemIndex, options);
				for (const [name, value] of Object.entries(assigned(this, itemIndex, options))) {
					if (options.dotNotation === false) json[name] = value;
					else set(json, name, value);
				}
				return { json, pairedItem };
			} catch (error) {
				if (this.continueOnFail()) return { json: { error: (error as Error).message }, pairedItem };
				throw new NodeOperationError(this.getNode(), error as Error, { itemIndex });
			}
		});
		return [output];
	},
};
