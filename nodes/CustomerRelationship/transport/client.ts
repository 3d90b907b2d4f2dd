import type { Answer } from './answer';
import type { ClientDependencies } from './clientDependencies';
import { PendingRequest } from './pendingRequest';
import type { ApiRequest } from './request';
import type { RequestOptions } from './requestOptions';
import { Turns } from './turn';

/**
 * Sends a request and resolves with its answer. Waits for room under the limits. Repeats what may be repeated
 * until the request's time is over.
 * @throws RequestFailed, Cancelled if `signal` was aborted, or the reason not to send it
 */
export async function send(
	request: ApiRequest,
	dependencies: ClientDependencies,
	options: RequestOptions,
): Promise<Answer> {
	options.write?.assertOpen();
	const pending = new PendingRequest(request, dependencies, options);
	pending.assertMayStart();
	const turns = new Turns(pending, dependencies, options);
	while (true) {
		const attempt = await pending.attempt(await turns.take());
		if ('answer' in attempt) return attempt.answer;
		await pending.waitToRetry(attempt);
	}
}
