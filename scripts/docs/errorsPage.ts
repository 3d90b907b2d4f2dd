import {
	EXPLAINED_BY_CODE,
	inWords,
	type Meaning,
} from '../../nodes/CustomerRelationship/errors/catalogue';
import { RUN_AGAIN } from '../../nodes/CustomerRelationship/errors/frames';
import { blocks, sentence, WRITTEN } from './markdown';
import { shownOperations, shownResources } from './operations';

function told(meaning: Meaning): string {
	const { message, remedy, passes } = inWords(meaning, { field: '*field*', scope: '*scope*' });
	return [sentence(message), passes && RUN_AGAIN, remedy].filter(Boolean).join(' ');
}

/** What refusals mean at the operations where that differs, each with what it is found by. */
const ofOperations = shownResources.flatMap(({ name: resource, value }) =>
	shownOperations(value).flatMap(({ name, operation }) =>
		Object.entries(operation.refusals ?? {}).map(([key, meaning]) => {
			const [code = '', param] = key.split(' ');
			return { code, param, place: `*${resource} > ${name}*`, text: told(meaning) };
		}),
	),
);

/** What a code, or a status, means elsewhere: the same text once, with all of its places. */
function elsewhere(wanted: string): string[] {
	const here = ofOperations.filter(({ code }) => code === wanted);
	return [...new Set(here.map(({ text }) => text))].map((text) => {
		const same = here.filter((one) => one.text === text);
		const param = same[0]?.param ? ` of \`${same[0].param}\`` : '';
		return `At ${listed(same.map(({ place }) => place))}${param}: ${text}`;
	});
}

/** `a`, `a and b`, `a, b and c`. */
const listed = (words: string[]): string =>
	[words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');

/** Every error code of the service, as the node explains it. */
export function errorsPage(): string {
	const codes = [...EXPLAINED_BY_CODE].sort(([a], [b]) => (a < b ? -1 : 1));
	return `${blocks(
		WRITTEN,
		'# Errors',
		'The node’s errors say what went wrong and what to do next, and name the field as it stands in the panel. What the service itself said – its message, the code, the parameter and the request ID – stands in the error’s details.',
		'With **On Error: Continue** (or *Continue (using error output)*) a failed item is `{ "error": "…", "details": { "status", "type", "code", "param", "requestId", "whatToDo", "outcome" } }`, so that a workflow can branch on `{{ $json.details.code }}`. `whatToDo` is the advice; `outcome` says what became of a write: `carriedOut`, `unknown` (it may have been; look in the service) or `notCarriedOut`; of a read it is null. Where no answer of the service’s stands behind it, `code` is `invalid_input`, `connection_failed`, `unexpected_answer` (something other than the service answered), `broken_list`, `resource_not_found` (a conversation that is not in the pages that were read), `record_in_use` (another execution is at work on the record), `too_many_messages` and `outside_send_hours` (the guards of messages, [Options](resources/options.md)) or `rate_limited`. Without it the first failed item ends the execution.',
		'**What is tried again by itself**, with the same idempotency key and for at most *Max Wait (Seconds)*: a limit that is reached, a service that is suspended for the moment, an earlier request with the same key that is still running, a broken connection, a proxy’s error page; and on reads an `internal_error`. When an outage has used that time up, the items behind it get one try each until one is answered: it is waited out once, not once for each item. Where such a try is left without an answer, nothing more is sent: a service that takes requests in without answering may carry all of them out some day. So 1,000 items against a service that hangs take some five minutes, not hours, and of all but the first two or so it is known that they were not sent. **What is never tried again**: a write that ended with HTTP 500, in the service’s words or anybody’s, since nobody knows whether it was carried out; a conversation’s start that ended in `queue_unavailable`, since each try may leave a failed message; a wrong address or certificate; and everything below that needs a correction.',
		'**When several items are written** and one of them fails without *On Error: Continue*, the error says which items of this run of the node were carried out, which may have been and which were not, and no further request leaves. Run again without what was carried out; look in the service first at what may have been. The input of all items is judged before the first one is sent: a value that can’t be sent means that nothing was, and the error names every item that has one. A credential that an expression chooses or fills in is read item by item.',
		'**When an execution is stopped** by hand, n8n shows no error; its log says which items were carried out. Nothing that has left is taken back, and a new execution carries it out once more, unless each item has an **Idempotency Key** of its own.',
		'The service may add codes at any time. One that the node does not know is explained by its type and status. Below, *field* stands for the field that the service’s answer names, *scope* for the one that the operation needs.',
		'## Codes',
		...codes.map(([code, meaning]) => blocks(`### \`${code}\``, told(meaning), ...elsewhere(code))),
		'## Codes that the specification does not show',
		...elsewhere('422').map((text) => `With status 422. ${text}`),
	)}\n`;
}
