/** What errors say of headings that match no column. */
import { MissingInput, InvalidInput } from '../invalidInput';
import { quote } from '../quote';
import type { HeadingMatch } from './headings';
import type { MappedRow } from './mappedRow';
import { columnsField } from './panel';

/** @throws InvalidInput if no heading matches a column and one looks like a whole row of headings */
export function assertCorrectDelimiter(
	cells: ReadonlyArray<{ heading: string; match: HeadingMatch | undefined }>,
): void {
	const headings = cells.map(({ heading }) => heading);
	if (cells.some(({ match }) => match) || !headings.some(isDelimited)) return;
	throw new InvalidInput(
		columnsField.displayName,
		'fit no heading of the table',
		unmatchedHeadingsText(headings),
	);
}

/** Whether a heading looks like a whole row of headings: the sheet was read with another delimiter than it has. */
const isDelimited = (heading: string): boolean => /[;\t]/.test(heading);

/** If something is missing, adds the headings that match no column to the error: one of them may be meant for it. */
export function addUnmatchedHeadingsToRemedy<Thrown>(
	error: Thrown,
	{ leftOut }: MappedRow,
): Thrown {
	const headings = leftOut.filter(({ reason }) => reason === 'noColumn').map(({ name }) => name);
	if (error instanceof MissingInput && headings.length > 0) {
		error.remedy = `${unmatchedHeadingsText(headings)} ${error.remedy}`;
	}
	return error;
}

/** The most headings that a remedy names. */
const MAX_HEADINGS = 20;

/** Names headings that match no column, in sentences of a remedy. */
function unmatchedHeadingsText(headings: readonly string[]): string {
	const names = headings.slice(0, MAX_HEADINGS).map(quote).join(', ');
	const more = headings.length - MAX_HEADINGS;
	const rest = more > 0 ? ` and ${more} other ${more === 1 ? 'heading' : 'headings'}` : '';
	const unmatched = `No column fits ${names}${rest}.`;
	return headings.some(isDelimited) ? `${unmatched} ${OTHER_DELIMITER}` : unmatched;
}

const OTHER_DELIMITER =
	'The table was read with another delimiter than it has: set it in the node that reads the file, under Options > Delimiter.';
