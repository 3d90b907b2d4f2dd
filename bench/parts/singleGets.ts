import {
	contest,
	contestTable,
	HOW_CONTESTED,
	REFERENCE,
	times,
	withSandboxes,
} from '../measure/contest';
import type { Laboratory } from '../measure/laboratory';
import { ratio } from '../measure/statistics';
import { thousands } from '../report/format';
import type { Part } from '../report/part';
import { atMostTimes } from '../report/verdict';

const IN_FLIGHT = [1, 5, 20];
const WARM_UP_CONTACTS = 300;
const ALLOWED = 1.05;

/** Gets contacts one by one, few or many at a time: time against n8n's own http helper. */
export async function singleGets(laboratory: Laboratory): Promise<Part> {
	const count = laboratory.quick ? 500 : 2_000;
	const rounds = laboratory.rounds ?? 7;
	const part: Part = {
		title: `${thousands(count)} single gets`,
		method: [
			`${rounds} rounds. Each contender gets every contact by its id, one an item. HTTP Request has no setting for the number of requests in flight, so that a Loop Over Items around it limits them.`,
			...HOW_CONTESTED,
		],
		tables: [],
		verdicts: [],
		panels: [],
	};
	const contacts = { warmUp: WARM_UP_CONTACTS, counted: count };
	await withSandboxes(laboratory, contacts, async (...sandboxes) => {
		for (const parallel of IN_FLIGHT) {
			const what = `${thousands(count)} gets, ${parallel} in flight`;
			const job = { kind: 'singleGets', count, parallel } as const;
			const all = await contest(laboratory, what, rounds, job, sandboxes);
			part.tables.push(contestTable(`${parallel} in flight`, all));
			const [ours, floor] = [times(all.get('this node')!), times(all.get(REFERENCE)!)];
			part.verdicts.push(
				atMostTimes(`${what}: the bare helper's time`, ratio(ours, floor), ALLOWED),
			);
		}
	});
	return part;
}
