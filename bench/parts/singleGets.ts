import {
	contest,
	contestTable,
	howContested,
	REFERENCE,
	roundsFor,
	times,
	withContacts,
} from '../measure/contest';
import type { Laboratory } from '../measure/laboratory';
import { ratio } from '../measure/statistics';
import { thousands } from '../report/format';
import type { Part } from '../report/part';
import { atMostTimes } from '../report/verdict';

const IN_FLIGHT = [1, 5, 20];
const ALLOWED = 1.05;

/** Gets contacts one by one, few or many at a time: time against n8n's own http helper. */
export async function singleGets(laboratory: Laboratory): Promise<Part> {
	const count = laboratory.quick ? 500 : 2_000;
	const rounds = roundsFor(laboratory, { processes: 3, each: 5 });
	const part: Part = {
		title: `${thousands(count)} single gets`,
		method: [
			'Each contender gets every contact by its id, one an item. HTTP Request has no setting for the number of requests in flight, so that a Loop Over Items around it limits them.',
			...howContested(rounds),
		],
		tables: [],
		verdicts: [],
		panels: [],
	};
	await withContacts(laboratory, count, async (sandbox) => {
		for (const parallel of IN_FLIGHT) {
			const what = `${thousands(count)} gets, ${parallel} in flight`;
			const job = { kind: 'singleGets', count, parallel } as const;
			const all = await contest(laboratory, what, rounds, job, sandbox);
			part.tables.push(contestTable(`${parallel} in flight`, all));
			const [ours, floor] = [times(all.get('this node')!), times(all.get(REFERENCE)!)];
			part.verdicts.push(
				atMostTimes(`${what}: the bare helper's time`, ratio(ours, floor), ALLOWED),
			);
		}
	});
	return part;
}
