import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { dropdownError } from '../errors/n8nErrors';
import { send } from '../transport/client';
import { clientDependenciesWithoutItems } from '../transport/httpAdapter';
import { readList, type ReadListOptions } from '../transport/pages';
import type { Ask } from '../transport/ask';
import { EXECUTIONS_SHARE } from '../transport/rateLimiter';
import type { ApiRequest } from '../transport/request';

/** Ms after which a dropdown gives up, because somebody is waiting for it. */
const TIMEOUT_MS = 15_000;

/** Records for a dropdown, and the cursor with which n8n asks for more. */
export interface DropdownRecords {
	records: IDataObject[];
	paginationToken?: string;
}

/** Reads records of a list. @throws the error to show in the dropdown */
export async function readRecords(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	extent: ReadListOptions = {},
	timeoutMs = TIMEOUT_MS,
): Promise<DropdownRecords> {
	const { records, nextCursor } = await withErrorsShown(
		context,
		async (ask) => await readList(ask, request, extent),
		timeoutMs,
	);
	return { records: records.map(({ record }) => record), paginationToken: nextCursor };
}

/** Reads one record. @throws the error to show in the dropdown */
export const readRecord = async (
	context: ILoadOptionsFunctions,
	request: ApiRequest,
): Promise<IDataObject> => await withErrorsShown(context, async (ask) => (await ask(request)).body);

/**
 * Creates an `ask` for what a dropdown can do without.
 * @param timeoutMs for all of its requests together
 */
export async function bestEffortAsk(
	context: ILoadOptionsFunctions,
	{ maxRequests, timeoutMs }: { maxRequests: number; timeoutMs: number },
): Promise<Ask> {
	const dependencies = await clientDependenciesWithoutItems(context);
	const giveUpAt = dependencies.clock.elapsed() + timeoutMs;
	let requestCount = 0;
	const ask: Ask = async (request) => {
		requestCount += 1;
		if (requestCount > maxRequests) throw new Error('No more requests are left');
		return await send(request, dependencies, { giveUpAt, reservedShare: EXECUTIONS_SHARE });
	};
	return Object.assign(ask, { isBestEffort: true } as const);
}

/** Throws a failure as an error that n8n shows in the dropdown, because an empty list would hide it. */
async function withErrorsShown<Result>(
	context: ILoadOptionsFunctions,
	read: (ask: Ask) => Promise<Result>,
	timeoutMs = TIMEOUT_MS,
): Promise<Result> {
	try {
		const dependencies = await clientDependenciesWithoutItems(context);
		return await read(
			async (request) =>
				await send(request, dependencies, {
					giveUpAt: dependencies.clock.elapsed() + timeoutMs,
					reservedShare: EXECUTIONS_SHARE,
				}),
		);
	} catch (error) {
		throw dropdownError(context.getNode(), error);
	}
}
