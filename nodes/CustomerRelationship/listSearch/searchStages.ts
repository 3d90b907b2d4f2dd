import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { idOf } from '../fields/id';
import { firstText, guessed } from '../resources/guesses';
import { byId, path } from '../transport/request';
import { toEntry } from './entries';
import { readRecords, filterEntries, readRecord } from './readRecords';

/**
 * Stages in the order of the board: of the chosen pipeline, else of the chosen deal's pipeline,
 * else of all pipelines with the pipeline's name before each. Won and lost stages are marked; where
 * the service takes open ones alone, they are left out.
 */
export async function searchStages(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const pipeline = await chosenPipeline(this);
	if (pipeline !== undefined) {
		return { results: filterEntries(await stagesOf(this, pipeline), filter) };
	}
	const results: INodeListSearchItems[] = [];
	const { records } = await readRecords(this, { method: 'GET', path: '/pipelines' });
	for (const record of records.slice(0, BOARDS_AT_ONCE)) {
		const board = toEntry(record);
		for (const stage of await stagesOf(this, String(board.value))) {
			results.push({ ...stage, name: `${board.name} › ${stage.name}` });
		}
	}
	const found = filterEntries(results, filter);
	const more = records.length - BOARDS_AT_ONCE;
	if (more > 0) {
		found.push({
			name: `For the stages of ${more} more ${more === 1 ? 'pipeline' : 'pipelines'} pick the pipeline first`,
			value: '',
		});
	}
	return { results: found };
}

/** Each board is a request of its own, and executions need the limits more. */
const BOARDS_AT_ONCE = 2;

async function stagesOf(
	context: ILoadOptionsFunctions,
	pipeline: string,
): Promise<INodeListSearchItems[]> {
	const { records } = await readRecords(context, {
		method: 'GET',
		path: path`/pipelines/${pipeline}/stages`,
		record: { id: pipeline },
	});
	const isFilter = !INTO_OPEN_STAGE.includes(String(context.getCurrentNodeParameter('operation')));
	return records
		.filter((stage) => isFilter || finalKind(stage).length === 0)
		.map((stage) => toEntry(stage, finalKind(stage)));
}

/** Operations that put a deal into a stage (specification: Deal status). */
const INTO_OPEN_STAGE = ['create', 'upsert', 'move'];

/** Won and lost, however the service flags them; open stages need no mark. */
function finalKind(stage: IDataObject): string[] {
	const kind = firstText(stage, guessed.stageKind)?.toLowerCase() ?? '';
	return ['won', 'lost'].filter((final) => kind.includes(final));
}

async function chosenPipeline(context: ILoadOptionsFunctions): Promise<string | undefined> {
	// The node may still hold what was chosen for another operation.
	const operation = context.getCurrentNodeParameter('operation');
	// The changes trigger has no operations.
	if (operation === 'getAll' || operation === undefined)
		return chosen(context, 'filters.pipelineId');
	if (operation !== 'move') return chosen(context, 'pipelineId');
	const deal = chosen(context, 'dealId');
	if (deal === undefined) return undefined;
	const { pipelineId } = await readRecord(context, byId('/deals', { id: deal }));
	return idOf(pipelineId, 'Pipeline');
}

/** The ID chosen in a field; undefined where an expression will only give it when the workflow runs. */
function chosen(context: ILoadOptionsFunctions, name: string): string | undefined {
	const value = context.getCurrentNodeParameter(name);
	const id = idOf(value, name);
	return id?.startsWith('=') ? undefined : id;
}
