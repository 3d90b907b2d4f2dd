import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { dropdownError } from '../errors/n8nErrors';
import { send } from '../transport/client';
import { clientDependenciesWithoutItems } from '../transport/httpAdapter';
import { readList, type ReadListOptions } from '../transport/pages';
import type { Ask } from '../transport/ask';
import { systemClock } from '../transport/clock';
import { SHARE_LEFT_TO_EXECUTIONS } from '../transport/rateLimiter';
import type { ApiRequest } from '../transport/request';

/**
 * Ms after which a dropdown tries nothing again: somebody is looking at it. A request that is made after
 * that still gets one attempt, whose answer is awaited for at least 10 s.
 */
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
	options: ReadListOptions = {},
	timeoutMs = TIMEOUT_MS,
): Promise<DropdownRecords> {
	return await readForDropdown(
		context,
		async (ask) => {
			const { records, nextCursor } = await readList(ask, request, options);
			return { records: records.map(({ record }) => record), paginationToken: nextCursor };
		},
		timeoutMs,
	);
}

/**
 * Reads for a dropdown.
 * @param read makes its requests through `ask`
 * @param timeoutMs after which no request is tried again
 * @throws the error to show in the dropdown: an empty list would hide it
 */
export async function readForDropdown<Result>(
	context: ILoadOptionsFunctions,
	read: (ask: Ask) => Promise<Result>,
	timeoutMs = TIMEOUT_MS,
): Promise<Result> {
	try {
		return await read(await createAsk(context, timeoutMs));
	} catch (error) {
		throw dropdownError(context.getNode(), error);
	}
}

/**
 * Creates an `ask` for additions that a dropdown can do without. It throws a plain error once `maxRequests`
 * were made or `timeoutMs` have passed.
 */
export async function createAskWithRequestCap(
	context: ILoadOptionsFunctions,
	{ maxRequests, timeoutMs }: { maxRequests: number; timeoutMs: number },
): Promise<Ask> {
	const ask = await createAsk(context, timeoutMs);
	const endsAt = systemClock.elapsed() + timeoutMs;
	let requestCount = 0;
	return async (request) => {
		requestCount += 1;
		if (requestCount > maxRequests || systemClock.elapsed() >= endsAt) {
			throw new Error('No more requests are left');
		}
		return await ask(request);
	};
}

async function createAsk(context: ILoadOptionsFunctions, timeoutMs: number): Promise<Ask> {
	const dependencies = await clientDependenciesWithoutItems(context);
	const deadline = dependencies.clock.elapsed() + timeoutMs;
	const options = { deadline, reservedShare: SHARE_LEFT_TO_EXECUTIONS };
	return async (request) => await send(request, dependencies, options);
}
