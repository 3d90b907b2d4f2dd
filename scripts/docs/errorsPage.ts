import { RUN_AGAIN_LATER } from '../../nodes/CustomerRelationship/errors/audience';
import {
	CATALOGUE,
	explanationFromEntry,
	type CatalogueEntry,
} from '../../nodes/CustomerRelationship/errors/catalogue';
import { fieldLabel } from '../../nodes/CustomerRelationship/errors/fieldLabel';
import { blocks, filled, sentence } from './markdown';
import { shownOperations, shownResources } from './operations';

function told(entry: CatalogueEntry): string {
	const { message, remedy, isTransient } = explanationFromEntry(entry, {
		field: '*field*',
		scope: '*scope*',
	});
	return [sentence(message), isTransient && RUN_AGAIN_LATER, remedy].filter(Boolean).join(' ');
}

/** The refusals that mean something else at an operation, with their code, field and text. */
const ofOperations = shownResources.flatMap(({ name: resource, value }) =>
	shownOperations(value).flatMap(({ name, operation }) =>
		Object.entries(operation.refusals ?? {}).map(([key, entry]) => {
			const [, code = '', param = ''] = /^(?:[A-Z]+ )?(\S+) ?(.*)$/.exec(key) ?? [];
			const field = fieldLabel(operation.properties, param) ?? '';
			return { code, field, place: `*${resource} > ${name}*`, text: told(entry) };
		}),
	),
);

/** What a code, or a status, means at those operations: each text once, with all of its operations. */
function elsewhere(wanted: string): string[] {
	const here = ofOperations.filter(({ code }) => code === wanted);
	return [...new Set(here.map(({ text }) => text))].map((text) => {
		const same = here.filter((one) => one.text === text);
		const field = same[0]?.field && `, ${same[0].field}`;
		return `At ${listed(same.map(({ place }) => place))}${field}: ${text}`;
	});
}

/** `a`, `a and b`, `a, b and c`. */
const listed = (words: string[]): string =>
	[words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');

/** The page with every error code of the service, as the node explains it. */
export function errorsPage(): string {
	const codes = [...CATALOGUE].sort(([a], [b]) => (a < b ? -1 : 1));
	return filled('errors', {
		codes: blocks(
			...codes.map(([code, entry]) => blocks(`### \`${code}\``, told(entry), ...elsewhere(code))),
		),
		others: blocks(...elsewhere('422').map((text) => `With status 422. ${text}`)),
	});
}
