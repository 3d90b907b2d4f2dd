import { ExpressionParser, type INodeProperties } from 'n8n-workflow';
import { isExpression } from '../expression';
import { InvalidInput } from '../invalidInput';
import { isDate, isObject } from '../typeGuards';
import { MISTAKES, STRICT_FIELDS, type Mistake, type StrictField, type Subject } from './table';

/** A parameter of an item, or a part of one. */
interface Given {
	/** The field as the user sees it. */
	label: string;
	/** What n8n makes of it. */
	value: unknown;
	/** As the workflow holds it, with its expressions. */
	raw: unknown;
	field: StrictField | undefined;
}

/** Resolves a text with an expression for the item. */
type Evaluate = (text: string) => unknown;

/** A mistake, and how the error names it. */
interface Finding {
	mistake: Mistake;
	found: string;
}

/** @throws InvalidInput for a value that holds a mistake of every field, such as NaN or an invalid date, at any depth */
export function assertNoMistake(value: unknown, label: string): void {
	refuse(findWithin(value), label);
}

/**
 * Refuses what an expression yields by mistake, and what is mistyped in a strict field. Empty values are left to the
 * field.
 * @param property the parameter as the panel shows it
 * @param value what n8n makes of it
 * @param raw as the workflow holds it
 * @throws InvalidInput
 */
export function assertNoMistakeInParameter(
	property: INodeProperties,
	value: unknown,
	raw: unknown,
	evaluate: Evaluate,
): void {
	const { displayName: label, name, type, options = [] } = property;
	if (type === 'collection') {
		for (const one of options) {
			if (!('type' in one)) continue;
			assertNoMistakeInParameter(one, entryOf(value, one.name), entryOf(raw, one.name), evaluate);
		}
	} else if (type === 'resourceMapper') {
		for (const [id, cell] of Object.entries(entryOf(value, 'value') ?? {})) {
			const written = entryOf(entryOf(raw, 'value'), id);
			const field = STRICT_FIELDS[name];
			const row = field === 'variable' ? `{{${id}}}` : id;
			assertNone({ label: `${label}: ${row}`, value: cell, raw: written, field }, evaluate);
		}
	} else {
		assertNone({ label, value, raw, field: STRICT_FIELDS[name] }, evaluate);
	}
}

function assertNone(given: Given, evaluate: Evaluate): void {
	const { label, value, raw, field } = given;
	if (typeof raw === 'object' && raw !== null && typeof value === 'object' && value !== null) {
		// A locator, or entries: the panel keeps an expression in each part of it.
		for (const [key, entry] of Object.entries(value)) {
			const name = Array.isArray(value) ? `${label}: ${nameOf(entry, Number(key))}` : label;
			assertNone({ label: name, value: entry, raw: entryOf(raw, key), field }, evaluate);
		}
		return;
	}
	assertNoMistake(value, label);
	if (typeof raw !== 'string') return;
	refuse(find('typed', raw, field), label);
	if (isExpression(raw)) assertNoneInParts({ ...given, raw }, evaluate);
	else refuse(find('typedFixed', raw, field), label);
}

/** An entry by what it is for: its custom field, else its number, as a template's text has it. */
function nameOf(entry: unknown, index: number): string {
	const slug = entryOf(entry, 'slug');
	return String((isObject(slug) ? slug.value : slug) || `{{${index + 1}}}`);
}

/** A mistaken value within a longer text leaves one of these there. Of NaN, undefined and null n8n leaves nothing. */
const TRACE = /Infinity|Invalid Date/;

function assertNoneInParts(
	{ label, value, raw, field }: Given & { raw: string },
	evaluate: Evaluate,
): void {
	if (!field && !TRACE.test(String(value))) return;
	const parts = ExpressionParser.splitExpression(raw.slice(1)).filter(({ text }) => text !== '');
	const literal = parts.map(({ type, text }) => (type === 'text' ? text : '')).join('');
	refuse(find('typedBesideExpressions', literal, field), label);
	const isWhole = parts.length === 1;
	for (const part of parts) {
		if (part.type === 'text') continue;
		const code = ExpressionParser.joinExpression([part]);
		const yielded = isWhole ? value : evaluate(code);
		const finding = findWithin(yielded) ?? findInYield(yielded, field, isWhole);
		refuse(finding, label, { code: isWhole ? undefined : code, field });
	}
}

/** @param isWhole whether the expression is alone in its field, so that other values than texts stay what they are */
function findInYield(
	yielded: unknown,
	field: StrictField | undefined,
	isWhole: boolean,
): Finding | undefined {
	// Within a longer text a list becomes a text with commas.
	const entries = Array.isArray(yielded) && !isWhole ? yielded : [];
	const inEntries = entries.map((entry) => findInYield(entry, field, false)).find(Boolean);
	return inEntries ?? find(isWhole ? 'wholeYield' : 'partYield', yielded, field);
}

/** @param name of the property that holds the value */
function findWithin(value: unknown, name?: string): Finding | undefined {
	const finding = find('value', value);
	if (finding && name !== undefined) finding.found += ` (“${name}”)`;
	if (finding || typeof value !== 'object' || value === null || isDate(value)) return finding;
	for (const [key, entry] of Object.entries(value)) {
		const inside = findWithin(key) ?? findWithin(entry, Array.isArray(value) ? name : key);
		if (inside) return inside;
	}
	return undefined;
}

/** The first mistake that a field’s subject has. */
function find(subject: Subject, value: unknown, field?: StrictField): Finding | undefined {
	for (const mistake of MISTAKES) {
		const { fields, subjects } = mistake;
		const isLookedFor = fields === 'all' || (field && fields.includes(field));
		const found = isLookedFor && subjects.includes(subject) ? mistake.find(value) : undefined;
		if (found !== undefined) return { mistake, found };
	}
	return undefined;
}

const entryOf = (value: unknown, key: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** @param code of the expression that yields the mistake, if it is a part of a text */
function refuse(
	finding: Finding | undefined,
	label: string,
	{ code, field }: { code?: string | undefined; field?: StrictField | undefined } = {},
): void {
	if (!finding) return;
	const { mistake, found } = finding;
	const problem = `holds ${code === undefined ? found : `${code}, which gives ${found}`}`;
	throw new InvalidInput(label, problem, mistake.advice(field));
}
