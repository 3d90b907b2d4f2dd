import { InvalidInput } from '../invalidInput';
import { isDate } from '../typeGuards';
import type { FieldKind, Mistake, Subject } from './mistake';
import { MISTAKES } from './table';

/** A mistake, and how it is named. */
export interface Finding {
	mistake: Mistake;
	found: string;
	/** What holds it. */
	value: unknown;
}

/** What is odd in a field, and sent all the same. */
export interface Warning {
	/** The field as the user sees it. */
	label: string;
	/** What it holds. */
	found: string;
	/** What to do, in sentences. */
	advice: string;
}

/** The first mistake that a field’s subject has and that is not sent. */
export function findMistake(
	subject: Subject,
	value: unknown,
	field: FieldKind,
): Finding | undefined {
	for (const mistake of lookedFor(subject, field)) {
		const found = mistake.isSent ? undefined : mistake.find(value);
		if (found !== undefined) return { mistake, found, value };
	}
	return undefined;
}

/** The first mistake of a value, of the values within it or of their property names. @param name of the property that holds it */
export function findWithin(
	subject: Subject,
	value: unknown,
	field: FieldKind,
	name?: string,
): Finding | undefined {
	const finding = findMistake(subject, value, field);
	if (finding && name !== undefined) finding.found += ` (“${name}”)`;
	if (finding || typeof value !== 'object' || value === null || isDate(value)) return finding;
	for (const [key, entry] of Object.entries(value)) {
		const inside =
			findWithin(subject, key, field) ??
			findWithin(subject, entry, field, Array.isArray(value) ? name : key);
		if (inside) return inside;
	}
	return undefined;
}

/** What of a value is odd and sent: the first of each kind. */
export function findWarnings(value: unknown, field: FieldKind, label: string): Warning[] {
	const texts = textsIn(value);
	return lookedFor('value', field).flatMap((mistake) => {
		if (!mistake.isSent) return [];
		const text = texts.find((one) => mistake.find(one) !== undefined);
		const found = mistake.find(text);
		if (found === undefined) return [];
		return [{ label, found, advice: adviceOn({ mistake, found, value: text }, field) }];
	});
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || isDate(value)) return [];
	const names = Array.isArray(value) ? [] : Object.keys(value);
	return [...names, ...Object.values(value).flatMap(textsIn)];
}

/** By subject and field: each value of each item is judged. */
const selections = new Map<string, readonly Mistake[]>();

function lookedFor(subject: Subject, field: FieldKind): readonly Mistake[] {
	const key = `${subject} ${field}`;
	const known = selections.get(key);
	if (known) return known;
	const selection = MISTAKES.filter(
		({ subjects, fields }) => subjects.includes(subject) && fields.includes(field),
	);
	selections.set(key, selection);
	return selection;
}

const adviceOn = ({ mistake: { advice }, value }: Finding, field: FieldKind): string =>
	typeof advice === 'string' ? advice : advice(field, value);

/**
 * @param code of the expression that yields the mistake, if it is a part of a text
 * @throws InvalidInput for a mistake that was found
 */
export function refuse(
	finding: Finding | undefined,
	label: string,
	field: FieldKind,
	code?: string,
): void {
	if (!finding) return;
	const { found } = finding;
	throw new InvalidInput(
		label,
		`holds ${code === undefined ? found : `${code}, which gives ${found}`}`,
		adviceOn(finding, field),
	);
}
