import { RequestFailed } from '../../transport/requestFailed';

/**
 * What a read returns; undefined if there is no such record, the user may not see it, or the token lacks the
 * scope or permission.
 */
export async function undefinedIfNotVisible<Result>(
	read: Promise<Result>,
): Promise<Result | undefined> {
	try {
		return await read;
	} catch (error) {
		const failure = RequestFailed.orThrow(error);
		if (failure.decision?.unreadable !== 'not visible') throw failure;
		return undefined;
	}
}
