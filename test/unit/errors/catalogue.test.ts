/** What each code says is compared with docs/reference/errors.md, word for word, in test/unit/docs/pages.test.ts. */
import {
	CATALOGUE,
	explanationFromEntry,
	type CatalogueEntry,
} from '../../../nodes/CustomerRelationship/errors/catalogue';
import { EXPLANATION_BY_TYPE } from '../../../nodes/CustomerRelationship/errors/explainRefusal';
import { resources } from '../../../nodes/CustomerRelationship/resources';
import { ERROR_CODES } from '../transport/errorCodes';

const SUBJECT = { field: '“Phone”', scope: 'crm:read' };

const operations = resources.flatMap(({ value, operations: all }) =>
	all.map((operation) => [`${value}.${operation.value}`, operation.refusals ?? {}] as const),
);

test('explains the 47 codes of the specification and no other', () => {
	expect([...CATALOGUE.keys()].sort()).toEqual(ERROR_CODES.map(([, , code]) => code).sort());
});

test('knows which conditions end by themselves', () => {
	const transient = (all: Iterable<readonly [string, CatalogueEntry]>) =>
		[...all]
			.filter(([, entry]) => explanationFromEntry(entry, SUBJECT).isTransient)
			.map(([name]) => name)
			.sort();
	expect(transient(CATALOGUE)).toEqual([
		...['api_tokens_disabled', 'idempotency_unavailable', 'queue_unavailable', 'rate_limited'],
		'template_check_unavailable',
	]);
	expect(transient(EXPLANATION_BY_TYPE)).toEqual(['rate_limit_error']);
});

test('has a different text for each code', () => {
	const messages = [...CATALOGUE.values()].map(
		(entry) => explanationFromEntry(entry, SUBJECT).message,
	);
	expect(new Set(messages).size).toBe(messages.length);
});

test.each([
	...[...CATALOGUE].map(([code, entry]) => [code, entry] as const),
	...operations.flatMap(([name, refusals]) =>
		Object.entries(refusals).map(([code, entry]) => [`${name}: ${code}`, entry] as const),
	),
])('has full sentences that leave the outcome to the audience: %s', (_, entry) => {
	const { message, remedy } = explanationFromEntry(entry, SUBJECT);
	expect(message).toMatch(/^[A-Z].*[^.\s]$/);
	expect(remedy).toMatch(/^[A-Z][^]*\.$/);
	const text = `${message} ${remedy}`;
	expect(text).not.toMatch(/nothing (was|is) (sent|created|changed)\b(?! twice)/i);
	expect(text).not.toMatch(/ {2}|undefined|\bstep\b/);
});

test('does not mention runs: polls, dropdowns and the credential test use the same texts', () => {
	const texts = [...CATALOGUE.values()].map((entry) => explanationFromEntry(entry, SUBJECT));
	for (const { message, remedy } of texts) expect(message + remedy).not.toMatch(/workflow again/);
});
