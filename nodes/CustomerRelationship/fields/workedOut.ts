import { InvalidInput } from '../invalidInput';

const EXPRESSION = /\{\{.*?\}\}/s;

/**
 * Refuses an expression in a field that n8n takes literally, since the customer would read it as it stands: the editor
 * makes an expression of one that is pasted, but not always of one that is typed.
 * @param raw the field as the workflow holds it
 * @throws InvalidInput
 */
export function requireWorkedOut(raw: unknown, label: string): void {
	if (typeof raw !== 'string' || raw.startsWith('=') || !EXPRESSION.test(raw)) return;
	throw new InvalidInput(
		label,
		'holds an expression that n8n does not work out, so the customer would read it as it stands',
		'Switch the field from Fixed to Expression: the switch shows above the field.',
	);
}
