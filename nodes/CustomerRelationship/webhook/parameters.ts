import type { IHookFunctions, INode, IWebhookFunctions } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { quote } from '../quote';

/** Selects every event type in the trigger's `events`. */
export const ANY_EVENT = '*';

const DEFAULT_TOLERANCE_SECONDS = 300;
/** The longest that “Wait for More Messages” may wait for the next message, in seconds. */
export const MAX_COLLECT_SECONDS = 60;

/** The node's parameters as n8n saves them, expressions unresolved. */
export interface SavedParameters {
	options?: { answer?: string; collectSeconds?: number | string };
}

/** The options that a delivery is handled by. n8n itself reads “Answer”. */
export interface TriggerOptions {
	includeHeaders: boolean;
	skipDuplicates: boolean;
	toleranceSeconds: number;
	/** How long a customer has to be silent before the messages start the workflow; 0: each starts it by itself. */
	collectSeconds: number;
}

/** The options' names in the panel. */
export const TOLERANCE_LABEL = 'Tolerance (Seconds)';
export const COLLECT_LABEL = 'Wait for More Messages (Seconds)';

type ParameterContext = IHookFunctions | IWebhookFunctions;

/** Reads the options; returns what is wrong if an expression fails, or if a value can't be meant. */
export function readOptionsOrError(context: ParameterContext): TriggerOptions | InvalidInput {
	try {
		const values = context.getNodeParameter('options', {}) as Partial<TriggerOptions> | null;
		const includeHeaders = readSwitch(values?.includeHeaders, 'Include Headers', false);
		const skipDuplicates = readSwitch(values?.skipDuplicates, 'Skip Duplicates', true);
		if (includeHeaders instanceof InvalidInput) return includeHeaders;
		if (skipDuplicates instanceof InvalidInput) return skipDuplicates;
		const tolerance = values?.toleranceSeconds ?? '';
		const isEmpty = String(tolerance).trim() === '';
		const toleranceSeconds = isEmpty ? DEFAULT_TOLERANCE_SECONDS : Number(tolerance);
		if (!(Number.isFinite(toleranceSeconds) && toleranceSeconds >= 0)) {
			return new InvalidInput(
				TOLERANCE_LABEL,
				'is not a number of seconds, 0 or more',
				'Correct it, or take the option out.',
			);
		}
		const collectSeconds = Number(values?.collectSeconds ?? 0);
		if (!(collectSeconds >= 0 && collectSeconds <= MAX_COLLECT_SECONDS)) {
			return new InvalidInput(
				COLLECT_LABEL,
				`is not a number from 0 to ${MAX_COLLECT_SECONDS}`,
				'Correct it, or take the option out.',
			);
		}
		return { includeHeaders, skipDuplicates, toleranceSeconds, collectSeconds };
	} catch {
		return failedExpression('Options');
	}
}

/** Reads a switch; what an expression leaves empty is its default. Returns what is wrong with another value. */
function readSwitch(value: unknown, label: string, byDefault: boolean): boolean | InvalidInput {
	if (value === undefined || value === null || value === '') return byDefault;
	return typeof value === 'boolean'
		? value
		: new InvalidInput(label, 'is neither true nor false', 'Correct it, or take the option out.');
}

/**
 * Reads the event types that start the workflow: those selected and those typed, at least one. Returns what is wrong
 * if there is none, or if an expression fails or yields neither a list nor a text.
 */
export function readEventTypesOrError(
	context: ParameterContext,
): ReadonlySet<unknown> | InvalidInput {
	const selected = tryReadEntries(context, 'events', 'Events');
	if (selected instanceof InvalidInput) return selected;
	const typed = tryReadEntries(context, 'otherEvents', 'Other Events');
	if (typed instanceof InvalidInput) return typed;
	if (selected.length + typed.length > 0) return new Set([...selected, ...typed]);
	return new InvalidInput(
		'Events',
		'names no kind of event',
		'Choose at least one, or type one into “Other Events”.',
	);
}

/** Reads a list, or a text with commas: an expression can yield either. Returns what is wrong if it is neither. */
function tryReadEntries(
	context: ParameterContext,
	name: string,
	label: string,
): string[] | InvalidInput {
	let value: unknown;
	try {
		value = context.getNodeParameter(name, '');
	} catch {
		return failedExpression(label);
	}
	const entries: unknown = typeof value === 'string' ? value.split(',') : value;
	const isText = (entry: unknown): entry is string => typeof entry === 'string';
	if (!Array.isArray(entries) || !entries.every(isText)) {
		return new InvalidInput(
			label,
			'is not a list of kinds of event',
			'Correct its expression: it has to yield a list of texts, or a text with commas.',
		);
	}
	const eventTypes = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
	// Catches labels such as “Contact Created”, which no event would ever match.
	const withBlank = eventTypes.find((eventType) => /\s/.test(eventType));
	if (withBlank === undefined) return eventTypes;
	return new InvalidInput(
		label,
		`holds ${quote(withBlank)}, which is no kind of event`,
		'A kind has no blanks, such as contact.created.',
	);
}

const failedExpression = (label: string) =>
	new InvalidInput(label, 'holds an expression that fails', 'Correct it.');

/**
 * The error of an option that holds an expression although it has to be the same for all events. n8n does not
 * evaluate an expression in “Answer”; it would answer at once.
 */
export function fixedOptionError({ parameters }: INode): InvalidInput | undefined {
	const { answer, collectSeconds } = (parameters as SavedParameters).options ?? {};
	if (![undefined, 'atOnce', 'whenFinished'].includes(answer)) {
		return new InvalidInput('Answer', 'can’t be an expression', 'Choose from its list.');
	}
	if (!String(collectSeconds ?? '').startsWith('=')) return undefined;
	return new InvalidInput(COLLECT_LABEL, 'can’t be an expression', 'Type a number.');
}
