import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repository } from '../../../playground/folders';

/** The part of a saved workflow that tells what its author did. */
export interface SavedWorkflow {
	nodes: Array<{ type: string; parameters: Record<string, unknown> }>;
}

/** What a job took. */
export interface Handwork {
	job: string;
	/** All nodes, triggers included and notes not. */
	nodes: number;
	/** Expressions that n8n wrote for a value that was dragged onto a field. */
	dragged: number;
	/** Expressions that came with an imported file. */
	imported: number;
	/** Expressions that the user typed. */
	handwritten: string[];
	codeNodes: number;
}

/**
 * Counts what a job took in the workflows as n8n saved them.
 * @param dragged the expressions that were seen to come from dragging; every other one that isn't in a file was typed
 * @param files the workflows that were imported
 */
export function handworkOf(
	job: string,
	saved: SavedWorkflow[],
	dragged: string[],
	files: SavedWorkflow[],
): Handwork {
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

/** Leaves the table among the artefacts of the test run. */
export async function keepHandwork(rows: Handwork[]): Promise<void> {
	const folder = join(repository, 'artifacts');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'everydayJobs.json'), JSON.stringify(rows, undefined, '\t'));
}
