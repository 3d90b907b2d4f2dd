import { deepCopy, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { isExpression } from '../expression';

/**
 * The node's parameters in one run. Those without an expression are the same for all items and are read once: at each
 * call n8n walks all fields of the node.
 */
export class NodeParameters {
	private readonly rawByName = new Map<string, unknown>();
	/** Values without an expression. */
	private readonly valueByName = new Map<string, unknown>();

	constructor(readonly context: IExecuteFunctions) {}

	/** A parameter as n8n resolves it for an item; null if the node has none of this name. */
	read(name: string, item: number): unknown {
		// With undefined as the fallback, n8n throws if the node lacks the parameter.
		const read = (): unknown => this.context.getNodeParameter(name, item, null);
		const raw = this.raw(name);
		if (raw === null || isExpression(raw)) return read();
		if (!this.valueByName.has(name)) this.valueByName.set(name, read());
		// A copy for each item: a later node may change the output of one of them. n8n's copy leaves out keys such as
		// `constructor`, which no parameter has.
		return deepCopy(this.valueByName.get(name) as IDataObject);
	}

	/** A parameter as the workflow holds it, with its expressions. */
	raw(name: string): unknown {
		if (!this.rawByName.has(name)) {
			const options = { rawExpressions: true };
			this.rawByName.set(name, this.context.getNodeParameter(name, 0, null, options));
		}
		return this.rawByName.get(name);
	}
}
