import { blocks, table, WRITTEN } from './markdown';
import { shownOperations, shownResources } from './operations';

const anchorOf = (name: string) => name.toLowerCase().replace(/ /g, '-');

/** The index of the resources' pages. */
export function indexPage(): string {
	return `${blocks(
		WRITTEN,
		'# Operations',
		'What each operation of the **Customer Relationship** node takes and gives out, as its panel has it. The trigger has [a page of its own](../trigger.md); what workflows make of them stands in the [recipes](../recipes.md).',
		'## Resources',
		table(
			['Resource', 'Operations'],
			shownResources.map(({ name, value }) => [
				`[${name}](${value}.md)`,
				shownOperations(value)
					.map((shown) => `[${shown.name}](${value}.md#${anchorOf(shown.name)})`)
					.join(', '),
			]),
		),
		'[Options](options.md) are the same nearly everywhere. [Errors](../errors.md) lists every code.',
		'## What holds for every field',
		[
			'- **List or ID**: pick a record from the searchable list, or switch to *By ID* and give its ID, by an expression, too. A list that can’t be loaded says what is missing.',
			'- **Empty is not sent.** A field that is empty, or whose expression yields nothing, is left out of the request, so it clears nothing. To empty a field on an update, name it under **Clear Fields**.',
			'- **Lists**, such as tags, are a text with commas or an array from an expression.',
			'- **Dates** without an offset are read in the workflow’s time zone.',
			'- **Required** fields are refused before anything is sent, with an error that names the field.',
			'- Each input item is worked on by itself, and each output item is paired with the one that it came from.',
		].join('\n'),
	)}\n`;
}
