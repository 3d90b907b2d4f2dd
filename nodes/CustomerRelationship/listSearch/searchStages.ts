import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { parseId } from '../fields/parsers/id';
import { firstText, guessed } from '../resources/guesses';
import { byId, path } from '../transport/request';
import { filterEntries, toEntry } from './entries';
import { readRecord, readRecords } from './readRecords';

/**
 * Stages in the order of the board: those of the chosen pipeline, else of the chosen deal's pipeline, else
 * of the first pipelines, each with its pipeline's name. Won and lost stages are named as such; where only
 * open ones are accepted, they are left out.
 */
export async function searchStages(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const pipeline = await chosenPipeline(this);
	if (pipeline !== undefined) {
		return { results: filterEntries(await readStages(this, pipeline), filter) };
	}
	const results: INodeListSearchItems[] = [];
	const { records } = await readRecords(this, { method: 'GET', path: '/pipelines' });
	for (const record of records.slice(0, MAX_PIPELINES)) {
		const entry = toEntry(record);
		for (const stage of await readStages(this, String(entry.value))) {
			results.push({ ...stage, name: `${entry.name} › ${stage.name}` });
		}
	}
	const found = filterEntries(results, filter);
	const more = records.length - MAX_PIPELINES;
	if (more > 0) {
		const pipelines = more === 1 ? 'pipeline' : 'pipelines';
		const record = operationOf(this) === 'move' ? 'deal' : 'pipeline';
		found.push({
			name: `For the stages of ${more} more ${pipelines} pick the ${record} first`,
			value: '',
		});
	}
	return { results: found };
}

/** Most pipelines whose stages are read at once: each takes a request, and executions share the limit. */
const MAX_PIPELINES = 2;

async function readStages(
	context: ILoadOptionsFunctions,
	pipeline: string,
): Promise<INodeListSearchItems[]> {
	const { records } = await readRecords(context, {
		method: 'GET',
		path: path`/pipelines/${pipeline}/stages`,
		record: { id: pipeline },
	});
	const takesClosed = !OPEN_STAGE_OPERATIONS.includes(String(operationOf(context)));
	return records
		.filter((stage) => takesClosed || closedStatus(stage).length === 0)
		.map((stage) => toEntry(stage, closedStatus(stage)));
}

/** Operations that put a deal into a stage (specification: Deal status). */
const OPEN_STAGE_OPERATIONS = ['create', 'upsert', 'move'];

/** Whether a stage is for won or lost deals; empty for an open one. The property is a guess. */
function closedStatus(stage: IDataObject): string[] {
	const kind = firstText(stage, guessed.stageKind)?.toLowerCase() ?? '';
	return ['won', 'lost'].filter((status) => kind.includes(status));
}

/** The operation that the panel shows; undefined in the changes trigger, which has none. */
const operationOf = (context: ILoadOptionsFunctions) =>
	context.getCurrentNodeParameter('operation');

async function chosenPipeline(context: ILoadOptionsFunctions): Promise<string | undefined> {
	// Read by operation: n8n keeps the values of fields that another operation showed.
	const operation = operationOf(context);
	if (operation === 'getAll' || operation === undefined)
		return chosenId(context, 'filters.pipelineId');
	if (operation !== 'move') return chosenId(context, 'pipelineId');
	const deal = chosenId(context, 'dealId');
	if (deal === undefined) return undefined;
	const { pipelineId } = await readRecord(context, byId('/deals', { id: deal }));
	return parseId(pipelineId, 'Pipeline');
}

/** The ID chosen in a field; undefined where an expression will only give it when the workflow runs. */
function chosenId(context: ILoadOptionsFunctions, name: string): string | undefined {
	const value = context.getCurrentNodeParameter(name);
	const id = parseId(value, name);
	return id?.startsWith('=') ? undefined : id;
}
