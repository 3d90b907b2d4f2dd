import { z } from 'zod';
import type { Dialect } from '../dialects';
import { paramIn, spoken, type Wording } from '../dialects/wording';
import { requireManager, type Viewer } from '../rules/authentication';
import { ApiError } from '../rules/errors';
import type { Service } from '../service';
import { readBody, readPathParams, readQuery } from './input';
import type { Call, Operation } from './operation';
import type { Incoming } from './wire';

export interface Performed {
	status: number;
	body: unknown;
	/** Properties of the body that the operation does not know. */
	ignored: string[];
}

interface Asked {
	incoming: Incoming;
	/** In which it is asked and answers; inside everything has the sandbox's own names. */
	dialect: Dialect;
}

/** Runs an operation for a viewer: role, path, query, body, then its own rules. Throws `ApiError`. */
export function perform(
	service: Service,
	operation: Operation,
	{ account, user }: Viewer,
	{ incoming, dialect }: Asked,
): Performed {
	if (operation.managerOnly) requireManager(user);
	const { method, path, params, target } = incoming;
	readPathParams(params);
	const words = wordsOf(operation, dialect);
	try {
		const search = target.split('?').slice(1).join('?');
		const query = readQuery(search, operation.query ?? {}, words.query);
		const { value: body, ignored } = readBody(incoming.body, incoming.headers['content-type'], {
			schema: operation.body ?? z.object({}),
			isOptional: operation.bodyIsOptional ?? !operation.body,
			ignoresEmpty: operation.ignoresEmpty ?? false,
			behaviour: service.behaviour,
			wording: words.body,
		});
		const call: Call = { service, account, user, method, path, params, query, body };
		const answer = operation.run(call as Call<never, never>);
		return { status: answer.status, body: spoken(words.answer, answer.body), ignored };
	} catch (error) {
		throw error instanceof ApiError ? inWords(error, words.body ?? words.query) : error;
	}
}

function wordsOf({ unshown = {} }: Operation, dialect: Dialect) {
	const { query, body, answer } = unshown;
	return {
		query: query && dialect[query],
		body: body && dialect[body],
		answer: answer && dialect[answer],
	};
}

/** Names the parameter as the sender knows it. */
function inWords(error: ApiError, wording: Wording | undefined): ApiError {
	if (error.param === undefined || !wording) return error;
	const param = paramIn(wording, error.param);
	const message = error.message.replaceAll(error.param, param);
	return new ApiError(error.code, message, param, error.retryAfter, error.status);
}
