/** Node types of a real n8n and of the built package, made to share one n8n-workflow with the engine. */
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { INodeType } from 'n8n-workflow';
import { actionNode, changesNode } from '../../test/engine/harness';

/** Errors and helpers are compared by class: two copies of n8n-workflow would not know each other's. */
function shareN8nWorkflow(): void {
	const own = pathToFileURL(__filename).href;
	registerHooks({
		resolve: (specifier, context, next) =>
			specifier === 'n8n-workflow'
				? next(specifier, { ...context, parentURL: own })
				: next(specifier, context),
	});
}

/**
 * @param n8nModules `node_modules` of a real n8n
 * @param packageFolder the built package
 */
export function nodesOf(n8nModules: string, packageFolder: string): Record<string, INodeType> {
	shareN8nWorkflow();
	const load = createRequire(__filename);
	const made = (folder: string, file: string, name: string): INodeType => {
		const path = join(folder, 'dist', 'nodes', `${file}.node.js`);
		const { [name]: Type } = load(path) as Record<string, new () => INodeType>;
		if (Type === undefined) throw new Error(`${file} has no ${name}`);
		return new Type();
	};
	const base = join(n8nModules, 'n8n-nodes-base');
	return {
		[actionNode]: made(
			...([
				packageFolder,
				'CustomerRelationship/CustomerRelationship',
				'CustomerRelationship',
			] as const),
		),
		[changesNode]: made(
			...([
				packageFolder,
				'CustomerRelationship/CustomerRelationshipChangesTrigger',
				'CustomerRelationshipChangesTrigger',
			] as const),
		),
		'n8n-nodes-base.httpRequest': made(base, 'HttpRequest/HttpRequest', 'HttpRequest'),
		'n8n-nodes-base.splitOut': made(base, 'Transform/SplitOut/SplitOut', 'SplitOut'),
		'n8n-nodes-base.removeDuplicates': made(
			...([base, 'Transform/RemoveDuplicates/RemoveDuplicates', 'RemoveDuplicates'] as const),
		),
		'n8n-nodes-base.splitInBatches': made(base, 'SplitInBatches/SplitInBatches', 'SplitInBatches'),
	};
}
