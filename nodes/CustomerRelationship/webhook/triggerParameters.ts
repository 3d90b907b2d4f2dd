import type { IHookFunctions, INode, IWebhookFunctions } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';

/** Stands for every kind of event in the trigger's `events`. */
export const ANY_EVENT = '*';

const DEFAULT_TOLERANCE_SECONDS = 300;

/** What n8n has saved, expressions as their text. */
export interface SavedParameters {
	options?: { answer?: string };
}

/** What the panel's options say to a delivery; “Answer” is n8n's to read. */
export interface TriggerOptions {
	includeHeaders: boolean;
	skipDuplicates: boolean;
	/** NaN for what is no number. */
	toleranceSeconds: number;
}

type Context = IHookFunctions | IWebhookFunctions;

/** What the options say to a delivery, or the fault of an expression that fails. */
export function optionsOf(context: Context): TriggerOptions | InvalidInput {
	try {
		const given = context.getNodeParameter('options', {}) as Partial<TriggerOptions> | null;
		const { includeHeaders = false, skipDuplicates = true, toleranceSeconds } = given ?? {};
		const isEmpty = String(toleranceSeconds ?? '').trim() === '';
		return {
			includeHeaders,
			skipDuplicates,
			toleranceSeconds: isEmpty ? DEFAULT_TOLERANCE_SECONDS : Number(toleranceSeconds),
		};
	} catch {
		return failing('Options');
	}
}

/**
 * The kinds of event that start the workflow: those chosen and those typed in, at least one. Otherwise what is wrong:
 * there is none, or an expression fails or yields something else than a list or a text.
 */
export function selectedKinds(context: Context): ReadonlySet<unknown> | InvalidInput {
	const chosen = kindsIn(context, 'events', 'Events');
	if (chosen instanceof InvalidInput) return chosen;
	const typed = kindsIn(context, 'otherEvents', 'Other Events');
	if (typed instanceof InvalidInput) return typed;
	if (chosen.length + typed.length > 0) return new Set([...chosen, ...typed]);
	return new InvalidInput(
		'Events',
		'names no kind of event',
		'Choose at least one, or type one into “Other Events”.',
	);
}

/** A text is a list whose entries commas separate, whichever of the two parameters an expression puts it into. */
function kindsIn(context: Context, name: string, label: string): string[] | InvalidInput {
	let value: unknown;
	try {
		value = context.getNodeParameter(name, '');
	} catch {
		return failing(label);
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
	const kinds = entries.map((kind) => kind.trim()).filter((kind) => kind !== '');
	// A label is easily taken for a kind, and no event would ever be of it.
	const shown = kinds.find((kind) => /\s/.test(kind));
	if (shown === undefined) return kinds;
	return new InvalidInput(
		label,
		`holds “${shown}”, which is no kind of event`,
		'A kind has no blanks, such as contact.created.',
	);
}

const failing = (label: string) =>
	new InvalidInput(label, 'holds an expression that fails', 'Correct it.');

/** Of “Answer” as an expression n8n would see only the text, and answer at once. */
export const answerFault = ({ parameters }: INode): InvalidInput | undefined =>
	[undefined, 'atOnce', 'whenFinished'].includes((parameters as SavedParameters).options?.answer)
		? undefined
		: new InvalidInput('Answer', 'can’t be an expression', 'Choose from its list.');
