import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchor, blocks, table, WRITTEN } from './markdown';
import { shownOperations, shownResources } from './operations';

/** The index of the resources' pages. */
export function indexPage(): string {
	return `${blocks(
		WRITTEN,
		'# Operations',
		'What each operation of the **Customer Relationship** node takes and gives out, as its panel has it. The trigger has [a page of its own](../trigger.md); what workflows make of them stands in the [recipes](../recipes.md).',
		'## Resources',
		shownResources.map(({ name, value }) => `[${name}](${value}.md)`).join(' · '),
		'[Options](options.md) are the same nearly everywhere. [Errors](../errors.md) lists every code.',
		'## What holds for every field',
		[
			'- **List or ID**: pick a record from the searchable list, or switch to *By ID* and give its ID, by an expression, too. A list that can’t be loaded says what is missing.',
			'- **Empty is not sent.** A field that is empty, or whose expression yields nothing, is left out of the request, so it clears nothing. To empty a field on an update, name it under **Clear Fields**.',
			'- **Lists**, such as tags, are a text with commas or an array from an expression.',
			'- **Dates** without an offset are read in the workflow’s time zone.',
			'- **Required** fields are refused before anything is sent, with an error that names the field.',
			'- **Before the first run** of a step the next one shows the fields of its output, to be dragged, as far as the service’s specification names them. Custom fields, names and **Simplify** show once the step was executed.',
			'- Each input item is worked on by itself, and each output item is paired with the one that it came from.',
		].join('\n'),
	)}\n`;
}

/** The README with its table of operations as the panel has them. */
export function readme(): string {
	const operations = table(
		['Resource', 'Operations'],
		shownResources.map(({ name, value }) => {
			const page = `docs/resources/${value}.md`;
			const links = shownOperations(value).map(
				(one) => `[${one.name}](${page}#${anchor(one.name)})`,
			);
			return [`[${name}](${page})`, links.join(', ')];
		}),
	);
	const written = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');
	return written.replace(/^\| Resource \|[^]*?\n\n/m, () => `${operations}\n\n`);
}
