import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { parseLocatorValue } from '../fields/parsers/id';
import { findOperation } from '../resources';
import { firstText, assumedProperties } from '../resources/guesses';
import type { Operation } from '../resources/shared/operation';
import type { Ask } from '../transport/ask';
import { readList } from '../transport/pages';
import { getByIdRequest, path } from '../transport/request';
import { filterEntries, toEntry } from './entries';
import { readForDropdown } from './readRecords';

/**
 * Stages in the order of the board: those of the chosen pipeline, else of the chosen deal's pipeline, else of
 * the first pipelines, each with its pipeline's name. Won and lost stages are marked. If the operation takes
 * open stages only, they are left out.
 */
export async function searchStages(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const operation = dealOperation(this);
	return await readForDropdown(this, async (ask) => {
		const pipelineId = await findPipelineId(this, ask, operation);
		if (pipelineId === undefined) return await searchFirstPipelines(ask, operation, filter);
		const stages = await readStages(ask, pipelineId, operation);
		return { results: filterEntries(stages, filter) };
	});
}

/** Stages of the first pipelines, each with its pipeline's name. */
async function searchFirstPipelines(
	ask: Ask,
	operation: Operation | undefined,
	filter: string | undefined,
): Promise<INodeListSearchResult> {
	const stages: INodeListSearchItems[] = [];
	const { records: pipelines } = await readList(ask, { method: 'GET', path: '/pipelines' });
	for (const { record: pipeline } of pipelines.slice(0, MAX_PIPELINES)) {
		const { name, value } = toEntry(pipeline);
		for (const stage of await readStages(ask, String(value), operation)) {
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

/** The most pipelines whose stages are read in one go: each takes a request, and executions share the limit. */
const MAX_PIPELINES = 2;

async function readStages(
	ask: Ask,
	pipelineId: string,
	operation: Operation | undefined,
): Promise<INodeListSearchItems[]> {
	const { records } = await readList(ask, {
		method: 'GET',
		path: path`/pipelines/${pipelineId}/stages`,
		record: { id: pipelineId },
	});
	// A write puts a deal into the stage, which must be open (specification: Deal status). A filter takes any stage.
	const isOpenOnly = operation?.kind === 'write';
	return records
		.map(({ record: stage }) => ({ stage, closedStatuses: closedStatusesOf(stage) }))
		.filter(({ closedStatuses }) => !isOpenOnly || closedStatuses.length === 0)
		.map(({ stage, closedStatuses }) => toEntry(stage, closedStatuses));
}

/** The closed statuses that a stage is for; none for an open one. The property is a guess. */
function closedStatusesOf(stage: IDataObject): string[] {
	const kind = firstText(stage, assumedProperties.stageKind)?.toLowerCase() ?? '';
	return assumedProperties.closedStageKinds.filter((status) => kind.includes(status));
}

/** The operation on deals that the panel shows; undefined in the changes trigger, which has none. */
const dealOperation = (context: ILoadOptionsFunctions): Operation | undefined =>
	findOperation('deal', context.getCurrentNodeParameter('operation'));

const hasField = (operation: Operation | undefined, name: string): boolean =>
	operation?.properties.some((property) => property.name === name) ?? false;

/**
 * The pipeline that is chosen, or that the chosen deal is in. Which parameter counts depends on the
 * operation's fields: n8n keeps the values of fields that another operation showed.
 */
async function findPipelineId(
	context: ILoadOptionsFunctions,
	ask: Ask,
	operation: Operation | undefined,
): Promise<string | undefined> {
	if (hasField(operation, 'pipelineId')) return fixedId(context, 'pipelineId', 'Pipeline');
	if (!hasField(operation, 'dealId')) return fixedId(context, 'filters.pipelineId', 'Pipeline');
	const dealId = fixedId(context, 'dealId', 'Deal');
	if (dealId === undefined) return undefined;
	const { body: deal } = await ask(getByIdRequest('/deals', { id: dealId }));
	return parseLocatorValue(deal.pipelineId, 'Pipeline');
}

/** The ID that is chosen in a field; undefined for an expression, whose value is unknown before the workflow runs. */
function fixedId(context: ILoadOptionsFunctions, name: string, label: string): string | undefined {
	const value = context.getCurrentNodeParameter(name);
	const id = parseLocatorValue(value, label);
	return id?.startsWith('=') ? undefined : id;
}
