import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { anchor, blocks, either, markdownOf, sentence, table } from './markdown';
import { withMore } from './moreAbout';

/**
 * What a field's default means to the reader: the value that applies as long as nobody changes the field, the value
 * with which it starts when it is added, or nothing worth telling.
 */
export type Defaults = 'inEffect' | 'whenAdded' | 'untold';

/** A list of choices longer than this, in characters, gets a table of its own. */
const INLINE_CHOICES = 200;

const choicesOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

/** The only group of a fixed collection, and the fields of its entries. */
function entriesOf({ options = [] }: INodeProperties): INodePropertyCollection {
	const [group] = options as INodePropertyCollection[];
	if (!group) throw new Error('A fixed collection without a group');
	return group;
}

/** `From List` → list, `By ID` → ID. */
function modeOf(displayName: string): string {
	const mode = displayName.replace(/^(From|By) /, '');
	return mode === 'ID' ? mode : mode.toLowerCase();
}

/** The values that a field takes, in a user's words. */
function takes(property: INodeProperties): string {
	switch (property.type) {
		case 'string':
			return 'text';
		case 'number':
			return 'number';
		case 'boolean':
			return 'on or off';
		case 'dateTime':
			return 'date and time';
		case 'json':
			return 'JSON object';
		case 'options':
			return 'one choice';
		case 'multiOptions':
			return 'any choices';
		case 'fixedCollection':
			return 'entries';
		case 'resourceLocator':
			return either((property.modes ?? []).map(({ displayName }) => modeOf(displayName)));
		default:
			throw new Error(
				`No words are known for the type ${property.type} of ${property.displayName}`,
			);
	}
}

/** Options without effect until they are added, in tables in which other defaults apply. */
const WITHOUT_EFFECT = ['collectSeconds', 'output'];

function defaultOf(property: INodeProperties, defaults: Defaults): string {
	const { name, type, default: value } = property;
	if (defaults === 'untold') return '';
	// If an option is on when it is added, its default does not tell what applies without it.
	if (type === 'boolean') return defaults === 'inEffect' && !value ? 'Off by default.' : '';
	const shown =
		type === 'number'
			? String(value)
			: type === 'options'
				? choicesOf(property).find((choice) => choice.value === value)?.name
				: type === 'resourceLocator'
					? (value as { cachedResultName?: string }).cachedResultName
					: undefined;
	if (!shown) return '';
	if (WITHOUT_EFFECT.includes(name))
		return `Without effect until it is added; then it starts at ${shown}.`;
	return defaults === 'inEffect' ? `Default: ${shown}.` : `Starts at ${shown}.`;
}

/** An example of the value, from the placeholder. IDs make no useful example. */
function exampleOf({ name, placeholder, type }: INodeProperties): string {
	const [, example] = /^e\.g\. (.+)$/.exec(placeholder ?? '') ?? [];
	if (!example || type === 'fixedCollection' || name.endsWith('Id')) return '';
	return `For example ${example
		.split(' or ')
		.map((one) => `\`${one}\``)
		.join(' or ')}.`;
}

/** Whether the page says more of a choice than its description, which takes a table. */
const hasMore = (property: INodeProperties): boolean =>
	choicesOf(property).some(({ description = '' }) => withMore(description) !== description);

function choicesInline(property: INodeProperties): string | undefined {
	const named = choicesOf(property).map(({ name, description }) =>
		description
			? `**${name}** (${description.charAt(0).toLowerCase()}${description.slice(1)})`
			: `**${name}**`,
	);
	const line = `Choices: ${named.join(', ')}.`;
	return line.length <= INLINE_CHOICES && !hasMore(property) ? line : undefined;
}

const hasChoices = ({ type }: INodeProperties) => type === 'options' || type === 'multiOptions';
/** Entries of a single value need no table of their own. */
const isRecord = (property: INodeProperties) =>
	property.type === 'fixedCollection' && entriesOf(property).values.length > 1;

function about(property: INodeProperties, defaults: Defaults): string {
	if (property.name === 'additionalBody') {
		return 'Further properties for the request’s body, [as everywhere](options.md#your-own-json).';
	}
	const { displayName, displayOptions = {} } = property;
	const shownIf = displayOptions.show?.returnAll ? 'Shown while Return All is off.' : '';
	const choices = hasChoices(property)
		? (choicesInline(property) ?? `Choices: [below](#${anchor(displayName)}).`)
		: '';
	const entries = isRecord(property) ? `[What an entry holds](#${anchor(displayName)}).` : '';
	const description = markdownOf(property.description ?? '');
	return [
		description && withMore(sentence(description)),
		property.hint && sentence(markdownOf(property.hint)),
		exampleOf(property),
		choices,
		entries,
		shownIf,
		defaultOf(property, defaults),
	]
		.filter((part) => part)
		.join(' ');
}

/** A row for each field. Collections have tables of their own. */
export const fieldTable = (properties: INodeProperties[], defaults: Defaults): string =>
	table(
		['Field', 'Takes', 'What it is for'],
		properties.map((property) => [
			`**${property.displayName}**${property.required ? ' (required)' : ''}`,
			takes(property),
			about(property, defaults),
		]),
	);

/**
 * The tables that rows of `fieldTable` point to: entries with several values, and long choices.
 * @param level of their headings
 */
export function fieldDetails(properties: INodeProperties[], level = '##'): string {
	return blocks(
		...properties
			.filter(isRecord)
			.map((property) =>
				blocks(
					`${level} ${property.displayName}`,
					fieldTable(entriesOf(property).values, 'inEffect'),
				),
			),
		...properties
			.filter((property) => hasChoices(property) && choicesInline(property) === undefined)
			.map((property) =>
				blocks(
					`${level} ${property.displayName}`,
					table(
						['Choice', 'What it means'],
						choicesOf(property).map(({ name, description }) => [
							`**${name}**`,
							description ? withMore(sentence(markdownOf(description))) : '',
						]),
					),
				),
			),
	);
}
