import { RequestFailed } from '../../transport/requestFailed';

/** What a read returns; undefined if the token's user may not see the record or the list. */
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
