import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repository } from '../../../playground/folders';

/** The part of a saved workflow that shows what its author did. */
export interface SavedWorkflow {
	nodes: Array<{ type: string; parameters: Record<string, unknown> }>;
}

/** The manual effort that a job took. */
export interface ManualEffort {
	job: string;
	/** All nodes, with triggers and without sticky notes. */
	nodes: number;
	/** Expressions that n8n wrote for dragged values. */
	dragged: number;
	/** Expressions of imported files. */
	imported: number;
	/** Expressions that the user typed. */
	handwritten: string[];
	codeNodes: number;
}

/**
 * Counts the manual effort of a job in the workflows as n8n saved them.
 * @param dragged expressions that dragging wrote; any other that is in no file was typed
 * @param files the workflows that were imported
 */
export function measureEffort(
	job: string,
	saved: SavedWorkflow[],
	dragged: string[],
	files: SavedWorkflow[],
): ManualEffort {
	const nodes = nodesOf(saved);
	const fromFiles = new Set(nodesOf(files).flatMap((node) => expressionsIn(node.parameters)));
	const all = nodes.flatMap((node) => expressionsIn(node.parameters));
	const own = all.filter((expression) => !fromFiles.has(expression));
	const handwritten = own.filter((expression) => !dragged.includes(expression));
	return {
		job,
		nodes: nodes.length,
		dragged: own.length - handwritten.length,
		imported: all.length - own.length,
		handwritten,
		codeNodes: nodes.filter(({ type }) => /\.(code|function|functionItem)$/.test(type)).length,
	};
}

const nodesOf = (workflows: SavedWorkflow[]) =>
	workflows
		.flatMap((workflow) => workflow.nodes)
		.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');

function expressionsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.startsWith('=') ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(expressionsIn);
}

/** Saves the table among the artefacts of the test run. */
export async function saveEffort(rows: ManualEffort[]): Promise<void> {
	const folder = join(repository, 'artifacts');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'everydayJobs.json'), JSON.stringify(rows, undefined, '\t'));
}
