import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { parseId } from '../fields/parsers/id';
import { findOperation } from '../resources';
import { firstText, guessed } from '../resources/guesses';
import type { Operation } from '../resources/shared/operation';
import { byId, path } from '../transport/request';
import { filterEntries, toEntry } from './entries';
import { readRecord, readRecords } from './readRecords';

/**
 * Stages in the order of the board: those of the chosen pipeline, else of the chosen deal's pipeline, else of the first
 * pipelines, each with its pipeline's name. Won and lost stages are marked. If the operation takes open stages only, they
 * are left out.
 */
export async function searchStages(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const operation = dealOperation(this);
	const pipelineId = await chosenPipelineId(this, operation);
	if (pipelineId !== undefined) {
		const stages = await readStages(this, pipelineId, operation);
		return { results: filterEntries(stages, filter) };
	}
	const stages: INodeListSearchItems[] = [];
	const { records: pipelines } = await readRecords(this, { method: 'GET', path: '/pipelines' });
	for (const pipeline of pipelines.slice(0, MAX_PIPELINES)) {
		const { name, value } = toEntry(pipeline);
		for (const stage of await readStages(this, String(value), operation)) {
			stages.push({ ...stage, name: `${name} › ${stage.name}` });
		}
	}
	const results = filterEntries(stages, filter);
	const unreadCount = pipelines.length - MAX_PIPELINES;
	if (unreadCount > 0) {
		const noun = unreadCount === 1 ? 'pipeline' : 'pipelines';
		const record = hasField(operation, 'dealId') ? 'deal' : 'pipeline';
		results.push({
			name: `For the stages of ${unreadCount} more ${noun} pick the ${record} first`,
			value: '',
		});
	}
	return { results };
}

/** Most pipelines whose stages are read at once: each takes a request, and executions share the limit. */
const MAX_PIPELINES = 2;

async function readStages(
	context: ILoadOptionsFunctions,
	pipelineId: string,
	operation: Operation | undefined,
): Promise<INodeListSearchItems[]> {
	const { records } = await readRecords(context, {
		method: 'GET',
		path: path`/pipelines/${pipelineId}/stages`,
		record: { id: pipelineId },
	});
	// A write puts a deal into the stage, which must be open (specification: Deal status). A filter takes any stage.
	const isOpenOnly = operation?.kind === 'write';
	return records
		.filter((stage) => !isOpenOnly || closedStatus(stage).length === 0)
		.map((stage) => toEntry(stage, closedStatus(stage)));
}

/** Whether a stage is for won or lost deals; empty for an open one. The property is a guess. */
function closedStatus(stage: IDataObject): string[] {
	const kind = firstText(stage, guessed.stageKind)?.toLowerCase() ?? '';
	return ['won', 'lost'].filter((status) => kind.includes(status));
}

/** The operation on deals that the panel shows; undefined in the changes trigger, which has none. */
const dealOperation = (context: ILoadOptionsFunctions): Operation | undefined =>
	findOperation('deal', context.getCurrentNodeParameter('operation'));

const hasField = (operation: Operation | undefined, name: string): boolean =>
	operation?.properties.some((property) => property.name === name) ?? false;

/** Read by the operation's fields, because n8n keeps the values of fields that another operation showed. */
async function chosenPipelineId(
	context: ILoadOptionsFunctions,
	operation: Operation | undefined,
): Promise<string | undefined> {
	if (hasField(operation, 'pipelineId')) return chosenId(context, 'pipelineId');
	if (!hasField(operation, 'dealId')) return chosenId(context, 'filters.pipelineId');
	const dealId = chosenId(context, 'dealId');
	if (dealId === undefined) return undefined;
	const deal = await readRecord(context, byId('/deals', { id: dealId }));
	return parseId(deal.pipelineId, 'Pipeline');
}

/** The ID that is chosen in a field; undefined for an expression, whose value is unknown before the workflow runs. */
function chosenId(context: ILoadOptionsFunctions, name: string): string | undefined {
	const value = context.getCurrentNodeParameter(name);
	const id = parseId(value, name);
	return id?.startsWith('=') ? undefined : id;
}
