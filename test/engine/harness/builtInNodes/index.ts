/**
 * Stand-ins for the nodes of n8n-nodes-base that our workflows use. The package itself is no
 * development dependency: 183 MB, 88 dependencies of its own, native builds among them. The end-to-end
 * tests run the real ones inside n8n; these mirror their parameters, outputs and paired items.
 */
import type { INodeType } from 'n8n-workflow';
import { ifNode, switchNode } from './branching';
import { code } from './code';
import { editFields } from './editFields';
import { executeWorkflow } from './executeWorkflow';
import { splitInBatches } from './loopOverItems';
import { noOp, stickyNote } from './passing';
import { executeWorkflowTrigger, manualTrigger, scheduleTrigger } from './triggers';

const standIns = [
	manualTrigger,
	scheduleTrigger,
	executeWorkflowTrigger,
	executeWorkflow,
	code,
	editFields,
	ifNode,
	switchNode,
	splitInBatches,
	noOp,
	stickyNote,
];

/** The stand-ins by full type name, e.g. `n8n-nodes-base.set`. */
export const builtInNodes: Record<string, INodeType> = Object.fromEntries(
	standIns.map((node) => [`n8n-nodes-base.${node.description.name}`, node]),
);
