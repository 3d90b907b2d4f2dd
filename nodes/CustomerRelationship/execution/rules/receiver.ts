import type { IDataObject } from 'n8n-workflow';
import { phoneTest } from '../../fields/filters';
import { BrokenList, readList } from '../../transport/pages';
import type { AskInTurn } from '../../transport/pendingRequest';
import { recordId } from '../../transport/request';

/** A contact that a message may be for. */
export interface Receiver {
	id: string;
	record: IDataObject;
}

/**
 * Reads the contacts that have a phone, as far as the token sees: those with exactly this phone or, where there is none, those
 * that differ by the ninth digit (*Contact > Get Many*, Phone).
 * @throws BrokenList for a contact without an ID
 */
export async function readReceivers(ask: AskInTurn, phone: string): Promise<Receiver[]> {
	const { search, passes, isExact } = phoneTest(phone);
	const { records } = await readList(
		ask,
		{ method: 'GET', path: '/contacts', query: { search } },
		{ passes },
	);
	const exact = records.filter(({ record }) => isExact(record));
	return (exact.length > 0 ? exact : records).map(({ record, answer }) => {
		const id = recordId(record);
		// Its tags count, so it can't be left out.
		if (id === undefined) throw new BrokenList('a contact in it has no ID', answer.requestId);
		return { id, record };
	});
}
