import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { booleanOf } from '../fields/field';
import { PAGE_SIZE } from '../fields/options';
import { countOf, LIMIT } from '../fields/paging';
import type { ItemParameters, Operation } from '../resources/operation';
import type { Answer } from '../transport/answer';
import { pages } from '../transport/pages';
import type { ApiRequest } from '../transport/request';

/**
 * The records of a list, as many as the user wants and no page more than that takes.
 * @param outputItem makes an item of a record and the answer that brought it
 */
export async function listRecords(
	operation: Operation,
	request: ApiRequest,
	parameters: ItemParameters,
	send: (request: ApiRequest) => Promise<Answer>,
	outputItem: (record: IDataObject, answer: Answer) => INodeExecutionData,
): Promise<INodeExecutionData[]> {
	const most = wanted(operation, parameters);
	const { pageSize } = parameters.collection('options');
	const size = operation.sized
		? Math.min(most, countOf(pageSize, 'Page Size') ?? PAGE_SIZE)
		: undefined;
	const found: INodeExecutionData[] = [];
	for await (const { records, answer } of pages(request, size, send)) {
		for (const record of records.slice(0, most - found.length)) {
			found.push(outputItem(record, answer));
		}
		if (found.length >= most) break;
	}
	return found;
}

/** Get Many has a limit; other lists (a pipeline's stages) are always whole. */
function wanted(operation: Operation, parameters: ItemParameters): number {
	if (operation.value !== 'getAll') return Infinity;
	if (booleanOf(parameters.read('returnAll'), 'Return All')) return Infinity;
	return countOf(parameters.read('limit'), 'Limit') ?? LIMIT;
}
